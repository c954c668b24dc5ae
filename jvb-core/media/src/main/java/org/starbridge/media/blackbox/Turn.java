package org.starbridge.media.blackbox;

/** Duty cycle of a worker that is under way. Owned by the worker. */
final class Turn {
    private long number;
    private long nowNs;

    void begin(long nowNs) {
        this.nowNs = nowNs;
        number++;
    }

    long number() {
        return number;
    }

    long nowNs() {
        return nowNs;
    }
}
