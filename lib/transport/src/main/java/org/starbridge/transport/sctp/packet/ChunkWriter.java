package org.starbridge.transport.sctp.packet;

import org.jspecify.annotations.Nullable;

/** Writes control chunks, padding included. DATA is written straight into its packet, see {@link PacketAssembler}. */
public final class ChunkWriter {
    public static final int CAUSE_STALE_COOKIE = 3;
    public static final int CAUSE_UNRECOGNIZED_CHUNK = 6;
    public static final int CAUSE_USER_ABORT = 12;
    public static final int CAUSE_PROTOCOL_VIOLATION = 13;
    public static final int CAUSE_NO_USER_DATA = 9;
    public static final int CAUSE_COOKIE_WHILE_SHUTTING_DOWN = 10;

    private static final int COOKIE = 7;
    private static final int UNRECOGNIZED_PARAMETER = 8;
    private static final int SUPPORTED_EXTENSIONS = 0x8008;
    private static final int FORWARD_TSN_SUPPORTED = 0xC000;
    private static final int OUTGOING_RESET = 13;
    private static final int RECONFIG_RESPONSE = 16;

    /** Partial reliability and the two extensions that we have, as parameters. */
    private static final int CAPABILITIES_BYTES = 4 + 8;

    private ChunkWriter() {}

    /** A chunk with room for so much value, and zeros as padding. */
    private static byte[] chunk(int type, int flags, int valueLength) {
        byte[] chunk = new byte[PacketBytes.padded(4 + valueLength)];
        chunk[0] = (byte) type;
        chunk[1] = (byte) flags;
        PacketBytes.put16(chunk, 2, 4 + valueLength);
        return chunk;
    }

    public static byte[] empty(int type, int flags) {
        return chunk(type, flags, 0);
    }

    public static byte[] withValue(int type, byte[] value) {
        byte[] chunk = chunk(type, 0, value.length);
        System.arraycopy(value, 0, chunk, 4, value.length);
        return chunk;
    }

    /** INIT, or INIT ACK if there is a cookie. */
    public static byte[] init(
            int tag, int windowBytes, int streams, int initialTsn, byte @Nullable [] cookie, byte[] unrecognized) {
        int length = 16 + CAPABILITIES_BYTES;
        if (cookie != null) {
            length += 4 + PacketBytes.padded(cookie.length);
        }
        if (unrecognized.length > 0) {
            length += 4 + unrecognized.length;
        }
        byte[] chunk = chunk(cookie == null ? Chunk.INIT : Chunk.INIT_ACK, 0, length);
        PacketBytes.put32(chunk, 4, tag);
        PacketBytes.put32(chunk, 8, windowBytes);
        PacketBytes.put16(chunk, 12, streams);
        PacketBytes.put16(chunk, 14, streams);
        PacketBytes.put32(chunk, 16, initialTsn);
        int at = parameter(chunk, 20, FORWARD_TSN_SUPPORTED, new byte[0]);
        at = parameter(chunk, at, SUPPORTED_EXTENSIONS, new byte[] {(byte) Chunk.RECONFIG, (byte) Chunk.FORWARD_TSN});
        if (cookie != null) {
            at = parameter(chunk, at, COOKIE, cookie);
        }
        if (unrecognized.length > 0) {
            parameter(chunk, at, UNRECOGNIZED_PARAMETER, unrecognized);
        }
        return chunk;
    }

    private static int parameter(byte[] chunk, int at, int type, byte[] value) {
        PacketBytes.put16(chunk, at, type);
        PacketBytes.put16(chunk, at + 2, 4 + value.length);
        System.arraycopy(value, 0, chunk, at + 4, value.length);
        return at + PacketBytes.padded(4 + value.length);
    }

    /**
     * A SACK.
     *
     * @param gaps pairs of first and last, counted from the cumulative TSN
     */
    public static byte[] sack(long cumulativeTsn, int windowBytes, int[] gaps, int[] duplicateTsns) {
        byte[] chunk = chunk(Chunk.SACK, 0, 12 + 2 * gaps.length + 4 * duplicateTsns.length);
        PacketBytes.put32(chunk, 4, (int) cumulativeTsn);
        PacketBytes.put32(chunk, 8, windowBytes);
        PacketBytes.put16(chunk, 12, gaps.length / 2);
        PacketBytes.put16(chunk, 14, duplicateTsns.length);
        int at = 16;
        for (int gap : gaps) {
            PacketBytes.put16(chunk, at, gap);
            at += 2;
        }
        for (int tsn : duplicateTsns) {
            PacketBytes.put32(chunk, at, tsn);
            at += 4;
        }
        return chunk;
    }

    /** The parameter of HEARTBEAT that comes back as it is (RFC 9260 section 3.3.5). */
    public static byte[] heartbeat(long nonce) {
        byte[] chunk = chunk(Chunk.HEARTBEAT, 0, 12);
        PacketBytes.put16(chunk, 4, 1);
        PacketBytes.put16(chunk, 6, 12);
        PacketBytes.put64(chunk, 8, nonce);
        return chunk;
    }

    /** ABORT or ERROR with one cause. */
    public static byte[] cause(int type, int flags, int cause, byte[] information) {
        byte[] chunk = chunk(type, flags, 4 + information.length);
        PacketBytes.put16(chunk, 4, cause);
        PacketBytes.put16(chunk, 6, 4 + information.length);
        System.arraycopy(information, 0, chunk, 8, information.length);
        return chunk;
    }

    public static byte[] shutdown(long cumulativeTsn) {
        byte[] chunk = chunk(Chunk.SHUTDOWN, 0, 4);
        PacketBytes.put32(chunk, 4, (int) cumulativeTsn);
        return chunk;
    }

    /**
     * A FORWARD TSN.
     *
     * @param skipped pairs of stream id and last SSN that is skipped
     */
    public static byte[] forwardTsn(long cumulativeTsn, int[] skipped) {
        byte[] chunk = chunk(Chunk.FORWARD_TSN, 0, 4 + 2 * skipped.length);
        PacketBytes.put32(chunk, 4, (int) cumulativeTsn);
        for (int i = 0; i < skipped.length; i++) {
            PacketBytes.put16(chunk, 8 + 2 * i, skipped[i]);
        }
        return chunk;
    }

    public static byte[] outgoingReset(int requestNumber, int responseNumber, long lastTsn, int[] streamIds) {
        int length = 16 + 2 * streamIds.length;
        byte[] chunk = chunk(Chunk.RECONFIG, 0, length);
        PacketBytes.put16(chunk, 4, OUTGOING_RESET);
        PacketBytes.put16(chunk, 6, length);
        PacketBytes.put32(chunk, 8, requestNumber);
        PacketBytes.put32(chunk, 12, responseNumber);
        PacketBytes.put32(chunk, 16, (int) lastTsn);
        for (int i = 0; i < streamIds.length; i++) {
            PacketBytes.put16(chunk, 20 + 2 * i, streamIds[i]);
        }
        return chunk;
    }

    public static byte[] reconfigResponse(int responseNumber, int result) {
        byte[] chunk = chunk(Chunk.RECONFIG, 0, 12);
        PacketBytes.put16(chunk, 4, RECONFIG_RESPONSE);
        PacketBytes.put16(chunk, 6, 12);
        PacketBytes.put32(chunk, 8, responseNumber);
        PacketBytes.put32(chunk, 12, result);
        return chunk;
    }
}
