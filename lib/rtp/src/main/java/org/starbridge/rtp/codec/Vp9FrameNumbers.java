package org.starbridge.rtp.codec;

/**
 * The numbers of a VP9 payload descriptor in 32 bits: the codec's own numbers in the second word of {@link FrameFacts}.
 * Stateless; any value is safe.
 *
 * <pre>
 *    0-14  picture id      15  whether it has 15 bits, else 7      16-23  TL0PICIDX
 * </pre>
 */
public final class Vp9FrameNumbers {
    private static final int IS_LONG = 1 << 15;
    private static final int TL0_SHIFT = 16;

    private Vp9FrameNumbers() {}

    /** Those of a descriptor with a picture id; a TL0PICIDX that it does not have is 0. */
    static int of(Vp9Descriptor descriptor) {
        return with(
                descriptor.pictureIdBits() == 15 ? IS_LONG : 0,
                Math.max(0, descriptor.pictureId()),
                Math.max(0, descriptor.tl0PicIdx()));
    }

    /** The picture id. */
    public static int pictureId(long numbers) {
        return (int) numbers & 0x7FFF;
    }

    /** TL0PICIDX, 0 to 255; 0 if there is none. */
    public static int tl0PicIdx(long numbers) {
        return (int) (numbers >>> TL0_SHIFT) & 0xFF;
    }

    /**
     * Other numbers in the same form.
     *
     * @param pictureId its low 7 bits count, or 15 if the form has as many
     * @param tl0PicIdx its low 8 bits count
     */
    public static int with(long numbers, int pictureId, int tl0PicIdx) {
        int form = (int) numbers & IS_LONG;
        return (pictureId & (form != 0 ? 0x7FFF : 0x7F)) | form | (tl0PicIdx & 0xFF) << TL0_SHIFT;
    }
}
