package org.starbridge.benchmarks.floor;

import org.starbridge.transport.udp.Sleeper;

/**
 * The bridge's rule of when to let packets gather in the socket's buffer: above a load of {@value #LOAD_PERCENT} %, the socket
 * is not read sooner than {@value #NAP_NS} ns after the last time; below, at once. Owned by the thread that naps.
 */
final class Nap {
    static final int LOAD_PERCENT = 30;
    static final long NAP_NS = 250_000;

    /** The load is that of the last 10 ms or so. */
    private static final long WINDOW_NS = 10_000_000;

    private long windowBeganNs;
    private long idleNs;
    private long readNs;
    private boolean loaded;

    /** The thread slept for this long, napping included. */
    void onIdle(long sleptNs) {
        idleNs += sleptNs;
    }

    /** To be called before each look at the socket; returns the time after the nap. */
    long beforeReading(long nowNs, Sleeper sleeper) {
        long windowNs = nowNs - windowBeganNs;
        if (windowNs >= WINDOW_NS) {
            loaded = 100 * (windowNs - idleNs) > LOAD_PERCENT * windowNs;
            windowBeganNs = nowNs;
            idleNs = 0;
        }
        long leftNs = readNs + NAP_NS - nowNs;
        long afterNs = nowNs;
        if (loaded && leftNs > 0) {
            sleeper.nap(leftNs);
            afterNs = System.nanoTime();
            onIdle(afterNs - nowNs);
        }
        readNs = afterNs;
        return afterNs;
    }
}
