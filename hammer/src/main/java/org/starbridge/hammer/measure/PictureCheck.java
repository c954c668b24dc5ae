package org.starbridge.hammer.measure;

import org.starbridge.rtp.codec.Vp8Descriptor;

/**
 * Follows one received VP8 stream as a depacketizer does, in the order of its sequence numbers, and tells whether a
 * decoder can go on: whole frames, a key frame first and at each change of the encoding, every frame of temporal layer
 * 0 (by TL0PICIDX), picture ids without a jump (RFC 7741). Owned by the receiver's thread; allocates nothing after
 * construction.
 *
 * <p>Packets may come in any order: one that is missing is waited for until {@value #PATIENCE} later ones are there, or
 * for {@value #PATIENCE_NS} ns.
 */
final class PictureCheck implements PictureTally {
    static final int PATIENCE = 256;
    /** As long as it is asked for. */
    static final long PATIENCE_NS = 600_000_000;

    private static final int SPAN = 1024;
    private static final int FREE = -1;
    private static final int PICTURE_ID_MASK = 0x7FFF;
    private static final int TL0_PIC_IDX_MASK = 0xFF;

    // A ring of what waits, by sequence number.
    private final long[] numbers = new long[SPAN];
    private final int[] pictureIds = new int[SPAN];
    private final int[] tl0PicIdxs = new int[SPAN];
    private final int[] heights = new int[SPAN];
    private final byte[] temporalLayers = new byte[SPAN];
    private final byte[] encodings = new byte[SPAN];
    private final boolean[] starts = new boolean[SPAN];
    private final boolean[] ends = new boolean[SPAN];
    private long next = FREE;
    private long highest = FREE;
    private boolean isWaiting;
    private long waitingFor;
    private long waitingSinceNs;

    // The frame whose packets are coming.
    private boolean isInFrame;
    private boolean isWhole;
    private int framePictureId;
    private int frameTl0PicIdx;
    private int frameLayer;
    private int frameEncoding;
    private int frameHeight;

    // What a decoder has.
    private boolean isDecodable;
    private int lastPictureId;
    private int lastTl0PicIdx;
    private int encoding = FREE;
    private int height = FREE;
    private long frames;
    private boolean isLossBehind;
    private long undecodable;
    private long broken;
    private long early;
    private long cutOff;
    private long switchesUp;
    private long switchesDown;

    PictureCheck() {
        java.util.Arrays.fill(numbers, FREE);
    }

    /**
     * Takes a packet that did not come before.
     *
     * @param descriptor of its payload
     * @param fromEncoding which encoding it is of, from 0
     * @param nowNs when it came
     * @return whether at least one more frame can be shown now
     */
    boolean onPacket(long extSeq, Vp8Descriptor descriptor, boolean isMarked, int fromEncoding, long nowNs) {
        if (next == FREE) {
            next = extSeq;
        }
        if (extSeq < next) {
            return false; // it was given up
        }
        int i = (int) extSeq & SPAN - 1;
        numbers[i] = extSeq;
        pictureIds[i] = descriptor.pictureId();
        tl0PicIdxs[i] = descriptor.tl0PicIdx();
        temporalLayers[i] = (byte) Math.max(0, descriptor.temporalLayer());
        heights[i] = descriptor.isKeyFrame() ? Math.min(descriptor.width(), descriptor.height()) : FREE;
        encodings[i] = (byte) fromEncoding;
        starts[i] = descriptor.isStartOfFrame();
        ends[i] = isMarked;
        highest = Math.max(highest, extSeq);
        long shown = frames;
        boolean isTired = isWaiting && nowNs - waitingSinceNs > PATIENCE_NS;
        while (next <= highest && (isThere(next) || isTired || highest - next > PATIENCE)) {
            if (isThere(next)) {
                take((int) next & SPAN - 1);
            } else {
                isWhole = false;
                isLossBehind = true;
            }
            next++;
        }
        if (next > highest || isTired) {
            isWaiting = false;
        } else if (!isWaiting || waitingFor != next) {
            isWaiting = true;
            waitingFor = next;
            waitingSinceNs = nowNs;
        }
        return frames > shown;
    }

    /** Whether nothing can be shown before the next key frame. */
    @Override
    public boolean wantsKeyFrame() {
        return highest != FREE && !isDecodable && isLossBehind;
    }

    private boolean isThere(long number) {
        return numbers[(int) number & SPAN - 1] == number;
    }

    private void take(int i) {
        if (starts[i]) {
            if (isInFrame && isWhole && heights[i] != FREE) {
                cutOff++; // nothing refers to it
                lastPictureId = framePictureId;
            } else if (isInFrame) {
                isWhole = false;
                finish();
            }
            isInFrame = true;
            isWhole = true;
            framePictureId = pictureIds[i];
            frameTl0PicIdx = tl0PicIdxs[i];
            frameLayer = temporalLayers[i];
            frameEncoding = encodings[i];
            frameHeight = heights[i];
        } else if (!isInFrame) {
            isInFrame = true;
            isWhole = false;
            framePictureId = pictureIds[i];
            frameTl0PicIdx = tl0PicIdxs[i];
            frameLayer = temporalLayers[i];
            frameEncoding = encodings[i];
            frameHeight = FREE;
        } else {
            isWhole &= framePictureId == pictureIds[i] && frameEncoding == encodings[i];
        }
        if (ends[i]) {
            finish();
        }
    }

    private void finish() {
        isInFrame = false;
        boolean isKeyFrame = frameHeight != FREE;
        boolean fits = isWhole && (isKeyFrame || (isDecodable && follows()));
        if (!fits && frames == 0 && (isWhole || !isKeyFrame)) {
            early++;
        } else if (!fits) {
            undecodable += isLossBehind ? 0 : 1;
            broken += isLossBehind ? 1 : 0;
            // Nothing refers to an upper layer's frame for longer than until the next one of layer 0.
            isDecodable &= frameLayer > 0 && frameEncoding == encoding;
        } else {
            frames++;
            isDecodable = true;
            lastTl0PicIdx = frameTl0PicIdx;
            if (isKeyFrame) {
                onKeyFrame();
            }
        }
        lastPictureId = framePictureId;
    }

    private void onKeyFrame() {
        switchesUp += encoding != FREE && frameEncoding > encoding ? 1 : 0;
        switchesDown += encoding != FREE && frameEncoding < encoding ? 1 : 0;
        encoding = frameEncoding;
        height = frameHeight;
        isLossBehind = false;
    }

    /** Whether the frame goes on where the last one ended. */
    private boolean follows() {
        int expectedTl0 = lastTl0PicIdx + (frameLayer == 0 ? 1 : 0) & TL0_PIC_IDX_MASK;
        return frameEncoding == encoding
                && (framePictureId < 0 || framePictureId == (lastPictureId + 1 & PICTURE_ID_MASK))
                && (frameTl0PicIdx < 0 || frameTl0PicIdx == expectedTl0);
    }

    /** Frames that could be decoded. */
    @Override
    public long frames() {
        return frames;
    }

    /** Frames that could not, though no packet was lost since a key frame: not whole, or without what they refer to. */
    @Override
    public long undecodable() {
        return undecodable;
    }

    /** Frames that could not because a packet was lost since the last key frame. */
    @Override
    public long broken() {
        return broken;
    }

    /** Frames before the first key frame, of which the first may lack its beginning: a decoder throws them away. */
    @Override
    public long early() {
        return early;
    }

    /**
     * Frames without their end, where a key frame follows at once: a bridge that takes a source away does not wait for
     * it.
     */
    @Override
    public long cutOff() {
        return cutOff;
    }

    /** How often a key frame of a higher encoding took over. */
    @Override
    public long switchesUp() {
        return switchesUp;
    }

    /** How often a key frame of a lower encoding took over. */
    @Override
    public long switchesDown() {
        return switchesDown;
    }

    /** Pixels by the last key frame's header; -1 before. */
    @Override
    public int heightPx() {
        return height;
    }
}
