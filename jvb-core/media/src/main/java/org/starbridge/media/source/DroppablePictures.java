package org.starbridge.media.source;

import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.H264Payload;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Tells the H.264 pictures that no other one refers to: those of slices with nal_ref_idc 0 (RFC 6184 section 5.3). They
 * are the upper temporal layer of a stream that has no descriptor. Owned by one worker.
 *
 * <p>The first packet that comes of a picture decides: a picture that begins with something else than such a slice, a
 * delimiter for instance, goes whole. As long as a sender had no such picture its stream has no layers.
 */
final class DroppablePictures {
    private final H264Payload payload = new H264Payload();
    private boolean hasStarted;
    private long highest;
    private int timestamp;
    private int picture;
    private boolean isReference = true;
    private boolean wasMarked = true;
    private boolean hasSeenDroppable;

    /** A packet that came for the first time. */
    void onPacket(long extSeq, RtpView rtp, FrameFacts facts) {
        boolean isNewest = !hasStarted || extSeq > highest;
        boolean isNext = hasStarted && extSeq == highest + 1;
        boolean isSame = hasStarted && rtp.timestamp() == timestamp;
        if (!isNewest && !isSame) {
            if (hasSeenDroppable) {
                facts.count(picture - 1, false, true); // of a picture before: it fills the gap that was left for it
            }
            return;
        }
        boolean isStart = isNewest && !isSame && isNext && wasMarked;
        if (!isSame) {
            picture++;
            timestamp = rtp.timestamp();
            isReference = !isDroppable(rtp);
            hasSeenDroppable |= !isReference;
        }
        if (isNewest) {
            highest = extSeq;
            wasMarked = rtp.marker();
        }
        hasStarted = true;
        if (hasSeenDroppable) {
            facts.count(picture, isStart, isReference);
        }
    }

    private boolean isDroppable(RtpView rtp) {
        if (payload.wrap(rtp.payloadAddress(), rtp.payloadLengthBytes()) != null || payload.nalRefIdc() != 0) {
            return false;
        }
        return payload.beginsPicture() && payload.beginsSlice();
    }

    /** A packet that carries nothing came for the first time. */
    void onEmpty(long extSeq) {
        if (hasStarted && extSeq == highest + 1) {
            highest = extSeq;
        }
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        hasStarted = state.bool(hasStarted);
        highest = state.i64(highest);
        timestamp = state.i32(timestamp);
        picture = state.i32(picture);
        isReference = state.bool(isReference);
        wasMarked = state.bool(wasMarked);
        hasSeenDroppable = state.bool(hasSeenDroppable);
    }
}
