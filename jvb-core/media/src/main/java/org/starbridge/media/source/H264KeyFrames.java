package org.starbridge.media.source;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Finds the one packet with which each H.264 key frame begins. Owned by one worker.
 *
 * <p>A key frame is one picture, all of one RTP timestamp (RFC 6184 section 5.1), but many of its packets look like a
 * beginning: its parameter sets, and each slice. It begins with its sequence parameter set; or, of a sender that leaves
 * those out, with its first slice, if nothing is missing before that. While something is, the slice does not count:
 * what is missing may be the parameter sets, without which no receiver can decode, and they are asked for again.
 */
final class H264KeyFrames {
    private boolean hasStarted;
    private long highest;
    private int timestamp;
    private boolean isComplete;
    private boolean hasBegun;
    private int begunTimestamp;

    /**
     * A packet that came for the first time.
     *
     * @param mayBegin whether it holds a sequence parameter set, or the beginning of an IDR slice
     * @param holdsParameterSet whether it holds a sequence parameter set
     * @return whether a key frame begins with it
     */
    boolean beginsWith(long extSeq, int rtpTimestamp, boolean mayBegin, boolean holdsParameterSet) {
        boolean isNewest = !hasStarted || extSeq > highest;
        if (isNewest) {
            boolean isNext = !hasStarted || extSeq == highest + 1;
            isComplete = isNext && (rtpTimestamp != timestamp || !hasStarted || isComplete);
            timestamp = rtpTimestamp;
            onNumber(extSeq);
        }
        if (!mayBegin || (hasBegun && rtpTimestamp == begunTimestamp)) {
            return false;
        }
        if (!holdsParameterSet && !(isNewest && isComplete)) {
            return false;
        }
        hasBegun = true;
        begunTimestamp = rtpTimestamp;
        return true;
    }

    /** A packet that carries nothing came. */
    void onEmpty(long extSeq) {
        if (hasStarted && extSeq == highest + 1) {
            onNumber(extSeq);
        }
    }

    private void onNumber(long extSeq) {
        hasStarted = true;
        highest = extSeq;
    }

    /** Called when what comes next numbers its packets from elsewhere. */
    void restart() {
        hasStarted = false;
        hasBegun = false;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        hasStarted = state.bool(hasStarted);
        highest = state.i64(highest);
        timestamp = state.i32(timestamp);
        isComplete = state.bool(isComplete);
        hasBegun = state.bool(hasBegun);
        begunTimestamp = state.i32(begunTimestamp);
    }
}
