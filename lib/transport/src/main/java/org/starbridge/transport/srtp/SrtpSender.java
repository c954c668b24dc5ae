package org.starbridge.transport.srtp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Protects what leaves through one DTLS session. Owned by the session's worker.
 *
 * <p>The nonce rule: an IV is made of key, SSRC and index, and must never protect two different inputs, header
 * included. For RTCP this class counts the index itself. For RTP the index is the caller's, so that a retransmission,
 * bit for bit the packet that was sent, may use its index again; everything else goes above
 * {@link SendStream#highestIndex}.
 */
public final class SrtpSender implements AutoCloseable {
    private static final int MIN_RTP_HEADER_BYTES = 12;
    private static final int RTCP_HEADER_BYTES = 8;
    private static final long MAX_RTP_INDEX = (1L << 48) - 1;
    private static final long MAX_RTCP_INDEX = (1L << 31) - 1;

    private final PacketCipher rtp;
    private final PacketCipher rtcp;
    private final SsrcTable<SendStream> streams;
    private long nextRtcpIndex;

    /**
     * Derives the session keys for sending; {@code keys} may be wiped afterwards.
     *
     * @param maxStreams how many SSRCs the session may ever send, 1 or more
     */
    public SrtpSender(SrtpCrypto crypto, SrtpKeys keys, int maxStreams) {
        streams = new SsrcTable<>(maxStreams);
        rtp = sealer(crypto, keys, PacketKind.RTP);
        try {
            rtcp = sealer(crypto, keys, PacketKind.RTCP);
        } catch (RuntimeException e) {
            rtp.close();
            throw e;
        }
    }

    private static PacketCipher sealer(SrtpCrypto crypto, SrtpKeys keys, PacketKind kind) {
        SessionKeys sessionKeys = SessionKeys.derive(keys.profile(), kind, keys.sendKey(), keys.sendSalt());
        try {
            return crypto.sealer(sessionKeys);
        } finally {
            sessionKeys.wipe();
        }
    }

    /** The stream with this SSRC, made if it is new; null when the session has as many as it may: refuse the SSRC. */
    public @Nullable SendStream stream(int ssrc) {
        SendStream stream = streams.find(ssrc);
        if (stream == null && !streams.isFull()) {
            stream = new SendStream(ssrc);
            streams.add(ssrc, stream);
        }
        return stream;
    }

    /** As {@link #protectRtp(SendStream, long, long, int, int, long, int, int)}, with nothing appended. */
    public int protectRtp(
            SendStream stream,
            long index,
            long slot,
            int headerLengthBytes,
            int patchedLengthBytes,
            long rest,
            int restLengthBytes) {
        return protectRtp(stream, index, slot, headerLengthBytes, patchedLengthBytes, rest, restLengthBytes, 0);
    }

    /**
     * Encrypts one RTP packet into its slot: in one pass the patched part of the payload where it lies, the rest from
     * where it is shared and what is appended where it lies, then the tag.
     *
     * @param index ROC and sequence number, 48 bits; the low 16 are those of the header
     * @param slot the header, the patched part directly behind it, room for the rest, the appended part, and room for
     *     the tag ({@link SrtpProfile#MAX_RTP_OVERHEAD_BYTES})
     * @param headerLengthBytes fixed header, CSRCs and header extension, 12 or more
     * @param patchedLengthBytes 0 or more
     * @param rest the remaining plaintext; read only, does not overlap the slot; any value when its length is 0
     * @param appendedLengthBytes 0 or more: padding
     * @return the length of the protected packet, or a negative {@link SrtpStatus#result}; then the slot is undefined
     * @throws IllegalArgumentException when header, stream and index contradict each other
     */
    public int protectRtp(
            SendStream stream,
            long index,
            long slot,
            int headerLengthBytes,
            int patchedLengthBytes,
            long rest,
            int restLengthBytes,
            int appendedLengthBytes) {
        if (headerLengthBytes < MIN_RTP_HEADER_BYTES
                || patchedLengthBytes < 0
                || restLengthBytes < 0
                || appendedLengthBytes < 0) {
            return SrtpStatus.TOO_SHORT.result();
        }
        if (index > MAX_RTP_INDEX) {
            return SrtpStatus.KEY_LIFETIME_OVER.result();
        }
        if (index < 0 || Memory.u16(slot + 2) != (index & 0xFFFF) || Memory.i32(slot + 8) != stream.ssrc()) {
            throw contradiction(stream, index, slot);
        }
        int plainLengthBytes = headerLengthBytes + patchedLengthBytes + restLengthBytes + appendedLengthBytes;
        Ciphers.checkInside(slot, plainLengthBytes + SrtpProfile.MAX_RTP_OVERHEAD_BYTES);
        Ciphers.checkInside(rest, restLengthBytes);
        stream.onProtect(index);
        return rtp.seal(
                stream.ssrc(),
                index,
                slot,
                headerLengthBytes,
                patchedLengthBytes,
                rest,
                restLengthBytes,
                appendedLengthBytes);
    }

    /**
     * Encrypts one compound RTCP packet where it lies, under the session's next index.
     *
     * @param address the packet, and room for {@link SrtpProfile#MAX_RTCP_OVERHEAD_BYTES} more
     * @return the length of the protected packet, or a negative {@link SrtpStatus#result}
     */
    public int protectRtcp(long address, int lengthBytes) {
        if (lengthBytes < RTCP_HEADER_BYTES) {
            return SrtpStatus.TOO_SHORT.result();
        }
        if (nextRtcpIndex > MAX_RTCP_INDEX) {
            return SrtpStatus.KEY_LIFETIME_OVER.result();
        }
        Ciphers.checkInside(address, lengthBytes + SrtpProfile.MAX_RTCP_OVERHEAD_BYTES);
        int ssrc = Memory.i32(address + 4);
        return rtcp.seal(ssrc, nextRtcpIndex++, address, RTCP_HEADER_BYTES, lengthBytes - RTCP_HEADER_BYTES, 0, 0, 0);
    }

    /** Wipes and frees the keys; a second call does nothing. A packet afterwards is an IllegalStateException. */
    @Override
    public void close() {
        rtp.close();
        rtcp.close();
    }

    private static IllegalArgumentException contradiction(SendStream stream, long index, long slot) {
        return new IllegalArgumentException("index " + index + " of SSRC " + Integer.toUnsignedString(stream.ssrc())
                + " for a header with sequence number " + Memory.u16(slot + 2) + " and SSRC " + Memory.u32(slot + 8));
    }

    /** Its part of a snapshot: the indices that are used up. Nonces are used once because they are in here. */
    public void state(State state) throws StateException {
        nextRtcpIndex = state.i64(nextRtcpIndex);
        List<SendStream> known = streams.all();
        int count = state.i32(known.size(), 0, streams.maxEntries());
        for (int i = 0; i < count; i++) {
            SendStream stream = state.isReading() ? read(state.i32(0)) : known.get(i);
            if (!state.isReading()) {
                state.i32(stream.ssrc());
            }
            stream.state(state);
        }
    }

    private SendStream read(int ssrc) throws StateException {
        SendStream stream = stream(ssrc);
        if (stream == null) {
            throw new StateException("an SRTP session has more SSRCs to send than it may");
        }
        return stream;
    }
}
