package org.starbridge.testkit;

/** Time that only a test moves. Not thread safe. */
public final class VirtualClock {
    private long nowNs;

    /** A clock that shows {@code startNs}. */
    public VirtualClock(long startNs) {
        nowNs = startNs;
    }

    /** Nanoseconds, on the same scale as {@code System.nanoTime()}. */
    public long nowNs() {
        return nowNs;
    }

    /** Moves on to {@code toNs}; time never goes back. */
    public void advanceTo(long toNs) {
        if (toNs < nowNs) {
            throw new IllegalArgumentException("time " + toNs + ": expected " + nowNs + " or later");
        }
        nowNs = toNs;
    }
}
