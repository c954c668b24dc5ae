package org.starbridge.transport.datachannel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.sctp.Reliability;

/**
 * The message that opens a channel, RFC 8832 section 5.1:
 *
 * <pre>
 * | type 0x03 (8) | channel type (8) |        priority (16)       |
 * |                reliability parameter (32)                     |
 * |        label length (16)         |    protocol length (16)    |
 * | label, protocol: UTF-8 ...
 * </pre>
 */
record DcepOpen(String label, String protocol, Reliability reliability) {
    static final int TYPE = 3;
    private static final int HEADER_BYTES = 12;
    static final int MAX_NAME_BYTES = 512;
    private static final int UNORDERED = 0x80;
    private static final int RELIABLE = 0;
    private static final int LIMITED_RETRANSMISSIONS = 1;
    private static final int LIMITED_TIME = 2;

    /** Null if it is not well-formed. */
    static @Nullable DcepOpen read(byte[] bytes) {
        if (bytes.length < HEADER_BYTES || bytes[0] != TYPE) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int channelType = in.get(1) & 0xFF;
        long parameter = in.getInt(4) & 0xFFFF_FFFFL;
        int labelBytes = in.getShort(8) & 0xFFFF;
        int protocolBytes = in.getShort(10) & 0xFFFF;
        if (bytes.length != HEADER_BYTES + labelBytes + protocolBytes
                || labelBytes > MAX_NAME_BYTES
                || protocolBytes > MAX_NAME_BYTES) {
            return null;
        }
        boolean isOrdered = (channelType & UNORDERED) == 0;
        Reliability reliability = switch (channelType & ~UNORDERED) {
            case RELIABLE -> new Reliability(isOrdered, -1, Long.MAX_VALUE);
            case LIMITED_RETRANSMISSIONS ->
                new Reliability(isOrdered, (int) Math.min(parameter, Integer.MAX_VALUE), Long.MAX_VALUE);
            case LIMITED_TIME -> new Reliability(isOrdered, -1, TimeUnit.MILLISECONDS.toNanos(parameter));
            default -> null;
        };
        if (reliability == null) {
            return null;
        }
        String label = new String(bytes, HEADER_BYTES, labelBytes, StandardCharsets.UTF_8);
        String protocol = new String(bytes, HEADER_BYTES + labelBytes, protocolBytes, StandardCharsets.UTF_8);
        return new DcepOpen(label, protocol, reliability);
    }

    byte[] write() {
        byte[] label = this.label.getBytes(StandardCharsets.UTF_8);
        byte[] protocol = this.protocol.getBytes(StandardCharsets.UTF_8);
        if (label.length > MAX_NAME_BYTES || protocol.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("label of %d and protocol of %d bytes: expected up to %d"
                    .formatted(label.length, protocol.length, MAX_NAME_BYTES));
        }
        int type = RELIABLE;
        long parameter = 0;
        if (reliability.maxRetransmissions() >= 0) {
            type = LIMITED_RETRANSMISSIONS;
            parameter = reliability.maxRetransmissions();
        } else if (reliability.lifetimeNs() != Long.MAX_VALUE) {
            type = LIMITED_TIME;
            parameter = Math.min(TimeUnit.NANOSECONDS.toMillis(reliability.lifetimeNs()), 0xFFFF_FFFFL);
        }
        return ByteBuffer.allocate(HEADER_BYTES + label.length + protocol.length)
                .put((byte) TYPE)
                .put((byte) (type | (reliability.isOrdered() ? 0 : UNORDERED)))
                .putShort((short) 0)
                .putInt((int) parameter)
                .putShort((short) label.length)
                .putShort((short) protocol.length)
                .put(label)
                .put(protocol)
                .array();
    }
}
