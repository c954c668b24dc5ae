package org.starbridge.recording.frame;

import org.jspecify.annotations.Nullable;

/**
 * Joins the payloads of one frame after another, in order and without gaps. What cannot be joined gives no frame, never
 * an exception. Owned by one thread.
 */
public interface Depacketizer {
    /** A frame begins; what was joined before is forgotten. */
    void begin();

    /** The next payload of the frame, without padding. */
    void add(byte[] payload);

    /** The frame is complete: what it is; null if it cannot be used. */
    @Nullable
    EncodedFrame finish();

    /**
     * A frame as decoders and files take it.
     *
     * @param data of H.264 with lengths of 4 bytes before NAL units, without parameter sets
     * @param isKeyFrame whether decoding can begin with it
     * @param format of a key frame what it needs; null of others
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record EncodedFrame(
            byte[] data, boolean isKeyFrame, @Nullable TrackFormat format) {}
}
