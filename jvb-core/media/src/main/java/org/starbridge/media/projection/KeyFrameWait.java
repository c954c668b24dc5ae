package org.starbridge.media.projection;

import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A receiver's wait for the key frame of a source. It ends at a packet with which decoding can begin. A codec whose key
 * frames are never recognised is not waited for. Of a codec whose key frames may be hidden the wait ends after
 * {@value #MAX_WAIT_NS} ns at any packet. Owned by the receiver's worker.
 */
final class KeyFrameWait {
    static final long MAX_WAIT_NS = 3_000_000_000L;

    private static final long NOT_WAITING = Long.MIN_VALUE;

    private long sinceNs = NOT_WAITING;

    /** The next packet of such a codec begins another wait. */
    void restart() {
        sinceNs = NOT_WAITING;
    }

    /**
     * Returns whether the wait ends with a packet.
     *
     * @param facts of the packet
     * @param arrivalNs when it came
     * @param mayGiveUp whether the wait is limited: nothing else goes to the receiver meanwhile
     */
    boolean endsWith(FrameFacts facts, long arrivalNs, boolean mayGiveUp) {
        return facts.isKeyFrame()
                || switch (FrameSelector.keyFrameSigns(facts)) {
                    case ALWAYS -> false;
                    case MOSTLY -> mayGiveUp && isLongEnough(arrivalNs);
                    case NEVER -> true;
                };
    }

    private boolean isLongEnough(long arrivalNs) {
        if (sinceNs == NOT_WAITING) {
            sinceNs = arrivalNs;
        }
        return arrivalNs - sinceNs > MAX_WAIT_NS;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        sinceNs = state.time(sinceNs);
    }
}
