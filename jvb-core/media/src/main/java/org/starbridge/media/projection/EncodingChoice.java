package org.starbridge.media.projection;

import org.starbridge.lastn.LayerId;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Choice of the encoding of a source that a receiver gets, and of when that changes: only where decoding can begin.
 * Owned by the receiver's worker.
 *
 * <p>Key frames of a source's encodings come as a group, within {@value #GROUP_NS} ns. A receiver that has nothing
 * takes the first that is not above its target, and moves up from one to the next; one that is to have less waits for
 * exactly its target (to go below it first would only show a worse picture for a moment); and one that has what it
 * should takes no notice of the others. If the group passes by and something better than what it has still arrives, or
 * nothing arrives at all, a key frame is asked for again, at a {@link RequestPace}.
 *
 * <p>An encoding can end without notice, when the sender lacks bandwidth or power. Then the next best takes its place.
 */
final class EncodingChoice {
    static final int NONE = -1;
    static final long GROUP_NS = 300_000_000;

    private static final long NEVER = Long.MIN_VALUE / 2;

    private int target = NONE;
    private int current = NONE;
    private long groupNs = NEVER;
    private final RequestPace pace = new RequestPace();
    private boolean needsRequest;
    /** True if the target flowed when the latest packet of the source came; before that it is not known. */
    private boolean isTargetFlowing = true;

    /** Another source comes. */
    void forget() {
        current = NONE;
        groupNs = NEVER;
        pace.restart();
        needsRequest = target != NONE;
        isTargetFlowing = true;
    }

    void target(int encoding) {
        if (encoding == NONE) {
            current = NONE;
        }
        if (encoding != target) {
            needsRequest = encoding != NONE && encoding != current;
            isTargetFlowing = true;
            pace.restart();
        }
        target = encoding;
    }

    /** An encoding has been going out already. */
    void assume(int encoding) {
        current = encoding;
        needsRequest = target != NONE && target != encoding;
    }

    int target() {
        return target;
    }

    int current() {
        return current;
    }

    /** The current encoding can not be gone on with. */
    void lose() {
        current = NONE;
        needsRequest = target != NONE;
    }

    /** Returns whether a key frame is to be asked for now; the answer is given once. */
    boolean takeKeyFrameRequest(long nowNs) {
        boolean wasNeeded = needsRequest;
        needsRequest = false;
        if (wasNeeded) {
            pace.onRequest(nowNs);
        }
        return wasNeeded;
    }

    /**
     * Returns whether a key frame of the target is waited for. One that has ended is not, as long as the receiver has
     * another encoding: what comes of the others shows when that changes.
     */
    boolean awaitsKeyFrame() {
        return target != NONE && current != target && (current == NONE || isTargetFlowing);
    }

    /** Time goes by, perhaps without a packet: a key frame that is waited for is asked for again. */
    void onTime(long nowNs) {
        if (awaitsKeyFrame() && pace.isDue(GROUP_NS, groupNs, nowNs)) {
            needsRequest = true;
        }
    }

    /** Returns the time at which a key frame is asked for again; long ago if it was not asked for yet. */
    long requestAgainNs() {
        return pace.againNs(GROUP_NS, groupNs);
    }

    /** A packet of the source came. */
    void onPacket(FrameFacts facts) {
        isTargetFlowing = target == NONE || facts.isFlowing(target);
    }

    /**
     * A packet of an encoding other than the current one came.
     *
     * @param canStart whether decoding can begin with it
     * @param hasRest whether nothing that was sent after it has gone by for good
     * @return whether its encoding becomes the current one with this packet
     */
    boolean onOther(FrameFacts facts, boolean canStart, boolean hasRest, long arrivalNs) {
        if (target == NONE) {
            return false;
        }
        if (canStart && arrivalNs - groupNs > GROUP_NS) {
            groupNs = arrivalNs;
        }
        int encoding = facts.encoding();
        if (encoding > target || !isBetter(encoding, facts)) {
            return false;
        }
        // A key frame whose later packets went by already is of no use.
        if (canStart && hasRest) {
            current = encoding;
            if (encoding == target) {
                needsRequest = false;
                pace.onAnswer();
            }
            return true;
        }
        if (canStart && encoding == target) {
            pace.onAnswer();
            needsRequest = true;
        } else if (pace.isDue(GROUP_NS, groupNs, arrivalNs)) {
            needsRequest = true;
        }
        return false;
    }

    private boolean isBetter(int encoding, FrameFacts facts) {
        if (current == NONE || !facts.isFlowing(current)) {
            return true;
        }
        if (current > target) {
            return encoding == target || !facts.isFlowing(target);
        }
        return encoding > current;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        target = state.i32(target, NONE, LayerId.MAX_LAYERS - 1);
        current = state.i32(current, NONE, LayerId.MAX_LAYERS - 1);
        groupNs = state.time(groupNs);
        pace.state(state);
        needsRequest = state.bool(needsRequest);
        isTargetFlowing = state.bool(isTargetFlowing);
    }
}
