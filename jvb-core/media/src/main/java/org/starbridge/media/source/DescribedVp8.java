package org.starbridge.media.source;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Packets of a VP8 encoding that are judged by their dependency descriptors instead of by the payload's: those of
 * senders that leave layers and picture ids out of the latter beside the former, as libwebrtc does. The first packet of
 * each key frame decides for all up to the next key frame, so that frames that refer to each other are judged in one
 * way. Owned by one worker.
 */
final class DescribedVp8 {
    private static final long ALWAYS = Long.MIN_VALUE;

    private boolean isDescribed;
    private long since = ALWAYS;

    /** A key frame begins with the newest packet. */
    void onKeyFrame(long extSeq, boolean isDescribed) {
        if (isDescribed != this.isDescribed) {
            this.isDescribed = isDescribed;
            since = extSeq;
        }
    }

    /**
     * Returns whether a packet is judged by its dependency descriptor; of those before the last change, as it was then.
     */
    boolean includes(long extSeq) {
        return isDescribed == (extSeq >= since);
    }

    /** Called when what comes next numbers its packets from elsewhere. */
    void restart() {
        isDescribed = false;
        since = ALWAYS;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        isDescribed = state.bool(isDescribed);
        since = state.i64(since);
    }
}
