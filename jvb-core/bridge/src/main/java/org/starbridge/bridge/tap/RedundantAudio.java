package org.starbridge.bridge.tap;

import java.util.Arrays;

/** Redundant audio (RFC 2198). Has no state. */
public final class RedundantAudio {
    private RedundantAudio() {}

    /** The payload type of the primary block of a payload; -1 if it is cut. */
    public static int primaryType(byte[] payload) {
        int position = 0;
        while (position + 3 < payload.length && payload[position] < 0) {
            position += 4;
        }
        return position < payload.length && payload[position] >= 0 ? payload[position] : -1;
    }

    /** The primary block of a payload; nothing if it is cut. */
    public static byte[] primary(byte[] payload) {
        int position = 0;
        int repeated = 0;
        while (position + 3 < payload.length && payload[position] < 0) {
            repeated += ((payload[position + 2] & 3) << 8) | (payload[position + 3] & 0xFF);
            position += 4;
        }
        int start = position + 1 + repeated;
        boolean isWhole = position < payload.length && payload[position] >= 0 && start <= payload.length;
        return isWhole ? Arrays.copyOfRange(payload, start, payload.length) : new byte[0];
    }
}
