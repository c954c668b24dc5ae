package org.starbridge.transport.udp;

/**
 * When a busy thread lets datagrams gather in its socket's buffer instead of reading them at once. What is read together is
 * sent together, in fewer system calls; the price is that a datagram waits. So nobody waits while the thread has time to
 * spare; under load, the socket is looked at no sooner than so long after the last look that found something. When a look finds
 * nothing, the thread sleeps until the next datagram, which is read at once: looking without end would cost more wake-ups than
 * gathering saves. Owned by the thread.
 *
 * <p>Gathering makes work cheaper and so lowers the load that it was begun for: it ends at half of that.
 */
public final class Gathering {
    /**
     * The load is measured over about so long: some frames of each camera, else a pause between frames looks like a conference that
     * has ended, and the thread goes to and fro between waiting and not.
     */
    private static final long WINDOW_NS = 200_000_000;

    private final long maxWaitNs;
    private final double fromLoad;
    private long windowBeganNs;
    private long restedNs;
    private long lookedNs;
    private boolean hasFound;
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

    /** The look is over, and what it found is done; {@code found}: whether that was anything. */
    public void onLooked(boolean found) {
        hasFound = found;
    }

    /** How long the next look is to be put off; 0 = not at all: the thread sleeps until its socket has something. */
    public long putOffNs(long nowNs) {
        return on && hasFound ? Math.max(0, lookedNs + maxWaitNs - nowNs) : 0;
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
