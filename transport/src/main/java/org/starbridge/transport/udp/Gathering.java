package org.starbridge.transport.udp;

/**
 * When a busy thread lets datagrams gather in its socket's buffer instead of reading them at once. What is read together is
 * sent together, in fewer system calls; the price is that a datagram waits. So nobody waits while the thread has time to
 * spare; under load, the socket is looked at no sooner than so long after the last look. Owned by the thread.
 *
 * <p>Gathering makes work cheaper and so lowers the load that it was begun for: it ends at half of that.
 */
public final class Gathering {
    /** The load is measured over about so long. */
    private static final long WINDOW_NS = 20_000_000;

    private final long maxWaitNs;
    private final double fromLoad;
    private long windowBeganNs;
    private long restedNs;
    private long lookedNs;
    private double load;
    private boolean on;

    /**
     * @param maxWaitNs how long a datagram waits at most; 0 = never
     * @param fromLoad the share of its time, 0 to 1, that the thread must be busy for it
     */
    public Gathering(long maxWaitNs, double fromLoad) {
        this.maxWaitNs = maxWaitNs;
        this.fromLoad = fromLoad;
    }

    /** The thread looks at its socket now. */
    public void onLook(long nowNs) {
        lookedNs = nowNs;
        long windowNs = nowNs - windowBeganNs;
        if (windowNs >= WINDOW_NS) {
            load = Math.clamp(1 - (double) restedNs / windowNs, 0.0, 1.0);
            on = maxWaitNs > 0 && load >= (on ? fromLoad / 2 : fromLoad);
            windowBeganNs = nowNs;
            restedNs = 0;
        }
    }

    /** How long the next look is to be put off; 0 = not at all: the thread sleeps until its socket has something. */
    public long putOffNs(long nowNs) {
        return on ? Math.max(0, lookedNs + maxWaitNs - nowNs) : 0;
    }

    /** The thread had nothing to do from then until now. */
    public void onRested(long fromNs, long nowNs) {
        restedNs += nowNs - fromNs;
    }

    /** The share of its time that the thread was busy lately, 0 to 1. */
    public double load() {
        return load;
    }
}
