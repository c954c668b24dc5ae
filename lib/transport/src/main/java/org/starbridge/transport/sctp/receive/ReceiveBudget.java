package org.starbridge.transport.sctp.receive;

import java.util.concurrent.atomic.AtomicLong;

/** Receive memory that all associations share. Thread safe. */
public final class ReceiveBudget {
    private final long totalBytes;
    private final AtomicLong taken = new AtomicLong();

    public ReceiveBudget(long totalBytes) {
        this.totalBytes = totalBytes;
    }

    /** Takes so many bytes if they are left; returns whether they were. */
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

    public long takenBytes() {
        return taken.get();
    }
}
