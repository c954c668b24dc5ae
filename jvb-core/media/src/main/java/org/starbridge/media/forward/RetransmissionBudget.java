package org.starbridge.media.forward;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * One receiver's allowance for retransmission: what is sent to it earns it, what is repeated uses it up. It needs no
 * clock, and a flood of requests can not cost more than a share of the ordinary traffic. Owned by the receiver's
 * worker.
 */
final class RetransmissionBudget {
    private final RetransmissionLimits limits;
    private final long fullPercentBytes;
    private long percentBytes; // in hundredths of a byte, so that small packets count too
    private int cacheBytes;

    RetransmissionBudget(RetransmissionLimits limits) {
        this.limits = limits;
        fullPercentBytes = limits.burstBytes() * 100L;
        percentBytes = fullPercentBytes;
    }

    RetransmissionLimits limits() {
        return limits;
    }

    /** A packet left for the first time. */
    void onSent(int lengthBytes) {
        percentBytes = Math.min(fullPercentBytes, percentBytes + (long) lengthBytes * limits.sharePercent());
    }

    /** Takes the right to repeat a packet; false if there is none. */
    boolean tryRepeat(int lengthBytes) {
        long needed = lengthBytes * 100L;
        if (percentBytes < needed) {
            return false;
        }
        percentBytes -= needed;
        return true;
    }

    /** Takes memory for what was sent; false if the receiver has as much as it may. */
    boolean tryReserve(int lengthBytes) {
        if (lengthBytes > limits.cacheBytes() - cacheBytes) {
            return false;
        }
        cacheBytes += lengthBytes;
        return true;
    }

    /** Gives memory back. */
    void release(int lengthBytes) {
        cacheBytes -= lengthBytes;
    }

    /** Its part of a snapshot; the memory of what was sent is not in it. */
    void state(State state) throws StateException {
        percentBytes = state.i64(percentBytes);
    }
}
