package org.starbridge.transport.sctp;

import java.util.concurrent.atomic.AtomicLong;

/** Receive memory that all associations share. Thread safe. */
final class ReceiveBudget {
    private final long totalBytes;
    private final AtomicLong taken = new AtomicLong();

    ReceiveBudget(long totalBytes) {
        this.totalBytes = totalBytes;
    }

    /** Whether so much was left; if so it is taken. */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= totalBytes) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    long leftBytes() {
        return Math.max(0, totalBytes - taken.get());
    }

    long takenBytes() {
        return taken.get();
    }
}
