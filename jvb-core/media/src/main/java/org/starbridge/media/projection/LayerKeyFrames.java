package org.starbridge.media.projection;

import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Timing of a receiver's requests for a key frame because it is to get another spatial layer of the encoding that it
 * has. In K-SVC each such change takes a key frame, which everybody who gets the source is sent. So the receiver asks
 * {@value #HOLD_NS} ns after the last key frame at the soonest: all receivers saw the same one, so those that want a
 * change until then share the next. If its picture can not be decoded it asks sooner. As long as none comes it asks
 * again, at a {@link RequestPace}. Owned by the receiver's worker.
 */
final class LayerKeyFrames {
    static final long HOLD_NS = 1_000_000_000L;

    private static final long URGENT_NS = EncodingChoice.GROUP_NS;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private long keyFrameNs = NEVER;
    private final RequestPace pace = new RequestPace();
    private boolean isDue;

    /** A packet of the encoding that goes; {@link FrameSelector#passes} was asked. */
    void onPacket(FrameFacts facts, FrameSelector frames, long arrivalNs) {
        if (facts.isKeyFrame()) {
            keyFrameNs = arrivalNs;
            pace.onAnswer();
            isDue = false;
        }
        if (frames.needsKeyFrame()) {
            onTime(frames, arrivalNs);
        }
    }

    /** Time goes by, perhaps without a packet, and the receiver waits for another layer, or for a whole picture. */
    void onTime(FrameSelector frames, long nowNs) {
        isDue |= nowNs > requestAgainNs(frames);
    }

    /** Returns the time at which a key frame is asked for again; long ago if it was not asked for yet. */
    long requestAgainNs(FrameSelector frames) {
        return pace.againNs(frames.isBroken() ? URGENT_NS : HOLD_NS, keyFrameNs);
    }

    /** Another source comes. */
    void forget() {
        keyFrameNs = NEVER;
        pace.restart();
        isDue = false;
    }

    /** Returns whether a key frame is to be asked for now; the answer is given once. */
    boolean takeRequest(long nowNs) {
        boolean wasDue = isDue;
        isDue = false;
        if (wasDue) {
            pace.onRequest(nowNs);
        }
        return wasDue;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        keyFrameNs = state.time(keyFrameNs);
        pace.state(state);
        isDue = state.bool(isDue);
    }
}
