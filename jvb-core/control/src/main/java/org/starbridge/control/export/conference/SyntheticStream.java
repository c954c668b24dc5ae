package org.starbridge.control.export.conference;

import java.nio.ByteBuffer;

/**
 * The numbers of one synthetic source. A service counts from 0 again on each connection; receivers get one sequence and
 * one clock: the first packet of another connection follows the last one of the connection before, as much later as
 * time went on meanwhile. Guarded by its user.
 */
final class SyntheticStream {
    private static final int HEADER_BYTES = 12;
    private static final int CLOCK_KHZ = 48;
    /** 20 ms. */
    private static final int FRAME = 960;
    /** A sequence begins here, so that earlier packets that come later have numbers, too. */
    private static final long FIRST = 1 << 16;

    private final int ssrc;
    private final int payloadType;
    private boolean hasStarted;
    private long connection;
    private long extSeq;
    private int lastChunk;
    private boolean isFirstOfConnection;
    private int timestampOffset;
    private int lastTimestamp;
    private long lastNs;

    SyntheticStream(int ssrc, int payloadType) {
        this.ssrc = ssrc;
        this.payloadType = payloadType;
    }

    int ssrc() {
        return ssrc;
    }

    /** The timestamp that receivers get for one of the service. */
    long timestamp(long connectionNumber, long timestamp, long nowNs) {
        follow(connectionNumber, (int) timestamp, nowNs);
        int shifted = (int) timestamp + timestampOffset;
        if (shifted - lastTimestamp > 0 || !hasStarted) {
            lastTimestamp = shifted;
        }
        lastNs = nowNs;
        hasStarted = true;
        return Integer.toUnsignedLong(shifted);
    }

    /** A packet; {@link #extSeq} is its sequence number, extended. */
    byte[] packet(long connectionNumber, long chunk, long timestamp, byte[] payload, long nowNs) {
        int shifted = (int) timestamp(connectionNumber, timestamp, nowNs);
        int low = (int) chunk & 0xFFFF;
        if (isFirstOfConnection) {
            isFirstOfConnection = false;
            extSeq = extSeq == 0 ? FIRST + low : extSeq + 1;
        } else {
            extSeq += (short) (low - lastChunk);
        }
        lastChunk = low;
        return ByteBuffer.allocate(HEADER_BYTES + payload.length)
                .put((byte) 0x80)
                .put((byte) payloadType)
                .putShort((short) extSeq)
                .putInt(shifted)
                .putInt(ssrc)
                .put(payload)
                .array();
    }

    /** The extended sequence number of the last {@link #packet}. */
    long extSeq() {
        return extSeq;
    }

    private void follow(long connectionNumber, int timestamp, long nowNs) {
        if (hasStarted && connectionNumber == connection) {
            return;
        }
        if (hasStarted) {
            long elapsed = (nowNs - lastNs) / 1_000_000 * CLOCK_KHZ;
            timestampOffset = lastTimestamp + (int) Math.max(FRAME, elapsed) - timestamp;
        }
        connection = connectionNumber;
        isFirstOfConnection = true;
    }
}
