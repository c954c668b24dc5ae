package org.starbridge.transport.sctp.packet;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads chunks; null is the answer to what is none. */
final class ChunkParser {
    private static final int PARAMETER_HEADER_BYTES = 4;
    private static final int COOKIE = 7;
    private static final int SUPPORTED_EXTENSIONS = 0x8008;
    private static final int FORWARD_TSN_SUPPORTED = 0xC000;

    /** Addresses, cookie preservative and address types: nothing to report, nothing to do where DTLS is the path. */
    private static final int IPV4_ADDRESS = 5;

    private static final int SUPPORTED_ADDRESS_TYPES = 12;

    private static final int OUTGOING_RESET = 13;
    private static final int INCOMING_RESET = 14;
    private static final int TSN_RESET = 15;
    private static final int RECONFIG_RESPONSE = 16;
    private static final int ADD_OUTGOING_STREAMS = 17;
    private static final int ADD_INCOMING_STREAMS = 18;

    /** An INIT ACK reports no more than this of what it did not understand. */
    private static final int MAX_REPORT_BYTES = 128;

    private ChunkParser() {}

    /** The chunk of {@code length} bytes, header included, which are there. */
    static @Nullable Chunk parse(byte[] bytes, int at, int length) {
        int type = PacketBytes.u8(bytes, at);
        int flags = PacketBytes.u8(bytes, at + 1);
        int from = at + 4;
        int to = at + length;
        int valueLength = length - 4;
        return switch (type) {
            case Chunk.DATA -> valueLength < 12 ? null : data(bytes, flags, from, to);
            case Chunk.INIT, Chunk.INIT_ACK -> valueLength < 16 ? null : init(type, bytes, from, to);
            case Chunk.SACK -> valueLength < 12 ? null : sack(bytes, from, valueLength);
            case Chunk.HEARTBEAT -> new Chunk.Heartbeat(Arrays.copyOfRange(bytes, from, to));
            case Chunk.HEARTBEAT_ACK -> new Chunk.HeartbeatAck(Arrays.copyOfRange(bytes, from, to));
            case Chunk.ABORT -> new Chunk.Abort((flags & Chunk.FLAG_T) != 0);
            case Chunk.SHUTDOWN -> valueLength != 4 ? null : new Chunk.Shutdown(PacketBytes.i32(bytes, from));
            case Chunk.SHUTDOWN_ACK -> new Chunk.ShutdownAck();
            case Chunk.ERROR -> new Chunk.Complaint(valueLength < 4 ? 0 : PacketBytes.u16(bytes, from));
            case Chunk.COOKIE_ECHO -> new Chunk.CookieEcho(Arrays.copyOfRange(bytes, from, to));
            case Chunk.COOKIE_ACK -> new Chunk.CookieAck();
            case Chunk.SHUTDOWN_COMPLETE -> new Chunk.ShutdownComplete((flags & Chunk.FLAG_T) != 0);
            case Chunk.FORWARD_TSN -> valueLength < 4 || valueLength % 4 != 0 ? null : forwardTsn(bytes, from, to);
            case Chunk.RECONFIG -> reconfig(bytes, from, to);
            default -> new Chunk.Unknown(type, Arrays.copyOfRange(bytes, at, to));
        };
    }

    private static Chunk data(byte[] bytes, int flags, int from, int to) {
        return new Chunk.Data(
                flags,
                PacketBytes.i32(bytes, from),
                PacketBytes.u16(bytes, from + 4),
                PacketBytes.u16(bytes, from + 6),
                PacketBytes.i32(bytes, from + 8),
                Arrays.copyOfRange(bytes, from + 12, to));
    }

    private static @Nullable Chunk sack(byte[] bytes, int from, int valueLength) {
        int gapCount = PacketBytes.u16(bytes, from + 8);
        int duplicateCount = PacketBytes.u16(bytes, from + 10);
        if (valueLength != 12 + 4 * (gapCount + duplicateCount)) {
            return null;
        }
        int[] gaps = new int[2 * gapCount];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = PacketBytes.u16(bytes, from + 12 + 2 * i);
        }
        for (int i = 0; i < gaps.length; i += 2) {
            int previous = i == 0 ? 1 : gaps[i - 1];
            if (gaps[i] <= previous || gaps[i] > gaps[i + 1]) {
                return null;
            }
        }
        return new Chunk.Sack(PacketBytes.i32(bytes, from), PacketBytes.i32(bytes, from + 4), gaps);
    }

    private static Chunk forwardTsn(byte[] bytes, int from, int to) {
        int[] skipped = new int[(to - from - 4) / 2];
        for (int i = 0; i < skipped.length; i++) {
            skipped[i] = PacketBytes.u16(bytes, from + 4 + 2 * i);
        }
        return new Chunk.ForwardTsn(PacketBytes.i32(bytes, from), skipped);
    }

    private static @Nullable Chunk init(int type, byte[] bytes, int from, int to) {
        boolean knowsForwardTsn = false;
        boolean knowsReconfig = false;
        byte[] cookie = null;
        ByteArrayOutputStream unrecognized = new ByteArrayOutputStream(0);
        int at = from + 16;
        while (at < to) {
            int length = parameterLength(bytes, at, to);
            if (length < 0) {
                return null;
            }
            int parameter = PacketBytes.u16(bytes, at);
            if (parameter == COOKIE) {
                cookie = Arrays.copyOfRange(bytes, at + PARAMETER_HEADER_BYTES, at + length);
            } else if (parameter == SUPPORTED_EXTENSIONS) {
                for (int i = at + PARAMETER_HEADER_BYTES; i < at + length; i++) {
                    knowsForwardTsn |= PacketBytes.u8(bytes, i) == Chunk.FORWARD_TSN;
                    knowsReconfig |= PacketBytes.u8(bytes, i) == Chunk.RECONFIG;
                }
            } else if (parameter == FORWARD_TSN_SUPPORTED) {
                knowsForwardTsn = true;
            } else if (parameter < IPV4_ADDRESS || parameter > SUPPORTED_ADDRESS_TYPES) {
                if ((parameter & 0x4000) != 0 && unrecognized.size() + length <= MAX_REPORT_BYTES) {
                    unrecognized.write(bytes, at, length);
                    unrecognized.write(
                            new byte[PacketBytes.padded(length) - length], 0, PacketBytes.padded(length) - length);
                }
                if ((parameter & 0x8000) == 0) {
                    break;
                }
            }
            at += PacketBytes.padded(length);
        }
        if (type == Chunk.INIT) {
            cookie = null;
        } else if (cookie == null) {
            return null;
        }
        return new Chunk.Init(
                PacketBytes.i32(bytes, from),
                PacketBytes.i32(bytes, from + 4),
                PacketBytes.u16(bytes, from + 8),
                PacketBytes.u16(bytes, from + 10),
                PacketBytes.i32(bytes, from + 12),
                knowsForwardTsn,
                knowsReconfig,
                cookie,
                unrecognized.toByteArray());
    }

    private static @Nullable Chunk reconfig(byte[] bytes, int from, int to) {
        List<Chunk.Reconfig.Parameter> parameters = new ArrayList<>(2);
        int at = from;
        while (at < to) {
            int length = parameterLength(bytes, at, to);
            if (length < PARAMETER_HEADER_BYTES + 4) {
                return null;
            }
            int value = at + PARAMETER_HEADER_BYTES;
            int first = PacketBytes.i32(bytes, value);
            switch (PacketBytes.u16(bytes, at)) {
                case OUTGOING_RESET -> {
                    if (length < 16) {
                        return null;
                    }
                    parameters.add(new Chunk.Reconfig.OutgoingReset(
                            first,
                            PacketBytes.i32(bytes, value + 4),
                            PacketBytes.i32(bytes, value + 8),
                            streamIds(bytes, value + 12, at + length)));
                }
                case INCOMING_RESET ->
                    parameters.add(new Chunk.Reconfig.IncomingReset(first, streamIds(bytes, value + 4, at + length)));
                case RECONFIG_RESPONSE -> {
                    if (length < 12) {
                        return null;
                    }
                    parameters.add(new Chunk.Reconfig.Response(first, PacketBytes.i32(bytes, value + 4)));
                }
                case TSN_RESET, ADD_OUTGOING_STREAMS, ADD_INCOMING_STREAMS ->
                    parameters.add(new Chunk.Reconfig.OtherRequest(first));
                default -> {
                    return null;
                }
            }
            at += PacketBytes.padded(length);
        }
        return parameters.isEmpty() || parameters.size() > 2 ? null : new Chunk.Reconfig(parameters);
    }

    /** The parameter's own length, or -1 if it has none or does not fit. */
    private static int parameterLength(byte[] bytes, int at, int to) {
        if (to - at < PARAMETER_HEADER_BYTES) {
            return -1;
        }
        int length = PacketBytes.u16(bytes, at + 2);
        return length < PARAMETER_HEADER_BYTES || length > to - at ? -1 : length;
    }

    private static int[] streamIds(byte[] bytes, int from, int to) {
        int[] ids = new int[(to - from) / 2];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = PacketBytes.u16(bytes, from + 2 * i);
        }
        return ids;
    }
}
