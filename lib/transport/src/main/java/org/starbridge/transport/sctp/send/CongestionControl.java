package org.starbridge.transport.sctp.send;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Control of how many bytes may be under way (RFC 9260 section 7.2). */
public final class CongestionControl {
    private static final int MAX_WINDOW_BYTES = 1 << 24;

    private final int mtuBytes;
    private int windowBytes;
    private int thresholdBytes = MAX_WINDOW_BYTES;
    private int partialBytes;
    private boolean isRecovering;
    private long recoveredAtTsn;

    public CongestionControl(int mtuBytes) {
        this.mtuBytes = mtuBytes;
        windowBytes = initialBytes();
    }

    /** Section 7.2.1: min(4 MTU, max(2 MTU, 4404)). */
    private int initialBytes() {
        return Math.min(4 * mtuBytes, Math.max(2 * mtuBytes, 4404));
    }

    /** cwnd. */
    public int windowBytes() {
        return windowBytes;
    }

    boolean isRecovering() {
        return isRecovering;
    }

    /**
     * Something new was acknowledged.
     *
     * @param wasFull whether the window was used up before: an idle sender learns nothing about the path
     */
    public void onAcknowledged(int bytes, boolean hasCumulativeAdvanced, boolean wasFull) {
        if (isRecovering || !hasCumulativeAdvanced) {
            return;
        }
        if (windowBytes <= thresholdBytes) {
            if (wasFull) {
                windowBytes += Math.min(bytes, mtuBytes);
            }
        } else {
            partialBytes += bytes;
            if (partialBytes >= windowBytes) {
                partialBytes = wasFull ? partialBytes - windowBytes : windowBytes;
                if (wasFull) {
                    windowBytes += mtuBytes;
                }
            }
        }
        windowBytes = Math.min(windowBytes, MAX_WINDOW_BYTES);
    }

    /** Three acknowledgements passed over something (section 7.2.4): once per recovery the window is halved. */
    public void onLoss(long highestTsnUnderWay) {
        if (!isRecovering) {
            isRecovering = true;
            recoveredAtTsn = highestTsnUnderWay;
            thresholdBytes = halved();
            windowBytes = thresholdBytes;
            partialBytes = 0;
        }
    }

    /** All up to this TSN is acknowledged. */
    public void onCumulative(long tsn) {
        if (isRecovering && tsn >= recoveredAtTsn) {
            isRecovering = false;
        }
        partialBytes = Math.min(partialBytes, windowBytes);
    }

    /** Nothing is under way any more. */
    void onDrained() {
        partialBytes = 0;
    }

    /** T3 fired (section 7.2.3). */
    public void onTimeout() {
        thresholdBytes = halved();
        windowBytes = mtuBytes;
        partialBytes = 0;
        isRecovering = false;
    }

    /** Nothing was sent for an RTO: what was learned of the path is old (section 7.2.1). */
    void onIdle() {
        windowBytes = Math.min(windowBytes, Math.max(windowBytes / 2, initialBytes()));
    }

    void state(State state) throws StateException {
        windowBytes = state.i32(windowBytes, mtuBytes, MAX_WINDOW_BYTES);
        thresholdBytes = state.i32(thresholdBytes, mtuBytes, MAX_WINDOW_BYTES);
        partialBytes = state.i32(partialBytes, 0, Integer.MAX_VALUE / 2);
        isRecovering = state.bool(isRecovering);
        recoveredAtTsn = state.i64(recoveredAtTsn);
    }

    private int halved() {
        return Math.max(windowBytes / 2, 4 * mtuBytes);
    }
}
