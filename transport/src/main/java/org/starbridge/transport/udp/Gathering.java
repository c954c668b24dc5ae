package org.starbridge.transport.udp;

import java.util.function.LongSupplier;
import org.starbridge.transport.platform.Sleeper;

/**
 * How a thread rests, and when a busy one lets datagrams gather in its socket's buffer instead of reading them at once. What is
 * read together is sent together, in fewer system calls; the price is that a datagram waits. So nobody waits while the
 * thread has time to spare. Under load, the socket is looked at no sooner than so long after the last look that found
 * something, and a datagram that ends a sleep, or prevents it, waits as long for others. Looking without end would cost more wake-ups than
 * gathering saves: a look that finds nothing is followed by a sleep until something comes. Owned by the thread.
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
    private final LongSupplier clock;
    private long windowBeganNs;
    private long restedNs;
    private long lookedNs;
    private boolean hasFound;
    private double load;
    private boolean on;

    /**
     * @param maxWaitNs how long a datagram waits for others at most; 0 = never
     * @param fromLoad the share of its time, 0 to 1, that the thread must be busy for it
     */
    public Gathering(long maxWaitNs, double fromLoad) {
        this(maxWaitNs, fromLoad, System::nanoTime);
    }

    Gathering(long maxWaitNs, double fromLoad, LongSupplier clock) {
        this.maxWaitNs = maxWaitNs;
        this.fromLoad = fromLoad;
        this.clock = clock;
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

    /**
     * Sleeps until there is something to look at, but no longer than {@code longestNs}.
     *
     * @param sleeper the thread's own
     */
    public void rest(Sleeper sleeper, long longestNs) {
        long fromNs = clock.getAsLong();
        long putOffNs = on && hasFound ? lookedNs + maxWaitNs - fromNs : 0;
        if (putOffNs > 0) {
            sleeper.nap(Math.min(putOffNs, longestNs));
        } else if (sleeper.awaitNs(longestNs) > 0 && on) {
            long leftNs = fromNs + longestNs - clock.getAsLong();
            sleeper.nap(Math.clamp(leftNs, 0, maxWaitNs));
        }
        restedNs += clock.getAsLong() - fromNs;
    }

    /** The share of its time that the thread was busy lately, 0 to 1. */
    public double load() {
        return load;
    }
}
