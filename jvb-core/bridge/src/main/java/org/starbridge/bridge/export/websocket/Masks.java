package org.starbridge.bridge.export.websocket;

import java.security.SecureRandom;
import java.util.Random;

/**
 * Masks of frames (RFC 6455 section 5.3): four unpredictable bytes for each, drawn from the secure generator in blocks,
 * because one draw costs more than a small frame. One connection's sender at a time.
 */
final class Masks extends Random {
    private static final long serialVersionUID = 1;
    private static final int BLOCK_BYTES = 1024;
    private static final SecureRandom SOURCE = new SecureRandom();

    private final byte[] block = new byte[BLOCK_BYTES];
    private int used = BLOCK_BYTES;

    Masks() {
        super(0);
    }

    @Override
    public synchronized void nextBytes(byte[] mask) {
        for (int i = 0; i < mask.length; i++) {
            if (used == BLOCK_BYTES) {
                SOURCE.nextBytes(block);
                used = 0;
            }
            mask[i] = block[used];
            block[used++] = 0;
        }
    }

    @Override
    protected int next(int bits) {
        throw new UnsupportedOperationException("masks are bytes");
    }
}
