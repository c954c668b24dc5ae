package org.starbridge.hammer.measure;

import org.starbridge.rtp.codec.Vp8Descriptor;

/**
 * Follows one received VP8 stream as a depacketizer does, in the order of its sequence numbers, and tells whether a
 * decoder can go on: whole frames, a key frame first and at each change of the encoding, every frame of temporal layer
 * 0 (by TL0PICIDX), picture ids without a jump (RFC 7741). Packets may come in any order ({@link PacketOrder}). Owned
 * by the receiver's thread; allocates nothing after the first packet.
 */
final class PictureCheck extends FrameCheck {
    private static final int SPAN = PacketOrder.SPAN;
    private static final int FREE = -1;
    private static final int PICTURE_ID_MASK = 0x7FFF;
    private static final int TL0_PIC_IDX_MASK = 0xFF;

    // What waits, by its index in the order; made with the first packet.
    private int[] pictureIds = {};
    private int[] tl0PicIdxs = {};
    private int[] heights = {};
    private byte[] temporalLayers = {};
    private byte[] encodings = {};
    private long[] sentExtSeqs = {};
    private int[] guesses = {};
    private boolean[] starts = {};
    private boolean[] ends = {};

    // The frame whose packets are coming.
    private boolean isInFrame;
    private int framePictureId;
    private int frameTl0PicIdx;
    private int frameLayer;
    private int frameEncoding;
    private int frameHeight;
    private long lastSentExtSeq;
    private int lastGuess;

    // What a decoder has.
    private boolean isDecodable;
    private int lastPictureId;
    private int lastTl0PicIdx;
    private int encoding = FREE;

    /**
     * Takes a packet that did not come before.
     *
     * @param descriptor of its payload
     * @param sent which packet of which encoding it is
     * @param nowNs when it came
     * @return whether at least one more frame can be shown now
     */
    boolean onPacket(long extSeq, Vp8Descriptor descriptor, boolean isMarked, EncodingFinder sent, long nowNs) {
        if (order.isEmpty()) {
            begin();
        }
        int i = order.add(extSeq, nowNs);
        if (i == PacketOrder.NONE) {
            return false;
        }
        pictureIds[i] = descriptor.pictureId();
        tl0PicIdxs[i] = descriptor.tl0PicIdx();
        temporalLayers[i] = (byte) Math.max(0, descriptor.temporalLayer());
        heights[i] = descriptor.isKeyFrame() ? Math.min(descriptor.width(), descriptor.height()) : FREE;
        encodings[i] = (byte) sent.encoding();
        sentExtSeqs[i] = sent.extSeq();
        guesses[i] = sent.guesses();
        starts[i] = descriptor.isStartOfFrame();
        ends[i] = isMarked;
        return takeReady();
    }

    private void begin() {
        pictureIds = new int[SPAN];
        tl0PicIdxs = new int[SPAN];
        heights = new int[SPAN];
        temporalLayers = new byte[SPAN];
        encodings = new byte[SPAN];
        sentExtSeqs = new long[SPAN];
        guesses = new int[SPAN];
        starts = new boolean[SPAN];
        ends = new boolean[SPAN];
    }

    @Override
    boolean wantsKeyFrame() {
        return !order.isEmpty() && !isDecodable && tally.isLossBehind();
    }

    @Override
    void take(int i) {
        if (starts[i]) {
            if (isInFrame && isWhole && heights[i] != FREE) {
                tally.onCutOff(); // nothing refers to it
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
            isWhole &= framePictureId == pictureIds[i] && frameEncoding == encodings[i] && isNext(i);
        }
        lastSentExtSeq = sentExtSeqs[i];
        lastGuess = guesses[i];
        if (ends[i]) {
            finish();
        }
    }

    /** Returns whether it is the packet that was sent after the last one: neither one left out nor one repeated. */
    private boolean isNext(int i) {
        return guesses[i] != lastGuess || sentExtSeqs[i] == lastSentExtSeq + 1;
    }

    private void finish() {
        isInFrame = false;
        boolean isKeyFrame = frameHeight != FREE;
        boolean fits = isWhole && (isKeyFrame || (isDecodable && follows()));
        if (!fits && tally.frames() == 0 && (isWhole || !isKeyFrame)) {
            tally.onEarly();
        } else if (!fits) {
            tally.onFault();
            // Nothing refers to an upper layer's frame for longer than until the next one of layer 0.
            isDecodable &= frameLayer > 0 && frameEncoding == encoding;
        } else {
            tally.onFrame();
            isDecodable = true;
            lastTl0PicIdx = frameTl0PicIdx;
            if (isKeyFrame) {
                encoding = frameEncoding;
                tally.onHeight(frameHeight);
                tally.onKeyPicture();
            }
        }
        lastPictureId = framePictureId;
    }

    /** Returns whether the frame goes on where the last one ended. */
    private boolean follows() {
        int expectedTl0 = lastTl0PicIdx + (frameLayer == 0 ? 1 : 0) & TL0_PIC_IDX_MASK;
        return frameEncoding == encoding
                && (framePictureId < 0 || framePictureId == (lastPictureId + 1 & PICTURE_ID_MASK))
                && (frameTl0PicIdx < 0 || frameTl0PicIdx == expectedTl0);
    }
}
