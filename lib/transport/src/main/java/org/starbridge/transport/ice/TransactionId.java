package org.starbridge.transport.ice;

import java.util.random.RandomGenerator;

/** The 96 bits that tie a response to its request. */
record TransactionId(int high, long low) {
    static TransactionId random(RandomGenerator random) {
        return new TransactionId(random.nextInt(), random.nextLong());
    }

    static TransactionId of(byte[] message) {
        return new TransactionId(Stun.i32(message, 8), Stun.i64(message, 12));
    }
}
