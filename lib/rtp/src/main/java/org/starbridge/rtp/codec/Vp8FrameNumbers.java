package org.starbridge.rtp.codec;

/**
 * The numbers of a VP8 payload descriptor in one {@code long}: the codec's own word of {@link FrameFacts}. Stateless;
 * any value is safe.
 *
 * <pre>
 *    0-14  picture id      15-16  its width: 0 none, 1 = 7 bits, 2 = 15 bits
 *   17-24  TL0PICIDX       25-29  KEYIDX
 * </pre>
 */
public final class Vp8FrameNumbers {
    private static final int WIDTH_SHIFT = 15;
    private static final int TL0_SHIFT = 17;
    private static final int KEY_IDX_SHIFT = 25;

    private static final long WIDTH_MASK = 3L << WIDTH_SHIFT;

    private Vp8FrameNumbers() {}

    /** Those of a descriptor; what it does not have is 0. */
    static long of(Vp8Descriptor descriptor) {
        long width = switch (descriptor.pictureIdBits()) {
            case 7 -> 1L;
            case 15 -> 2L;
            default -> 0;
        };
        return Math.max(0, descriptor.pictureId())
                | width << WIDTH_SHIFT
                | (long) Math.max(0, descriptor.tl0PicIdx()) << TL0_SHIFT
                | (long) Math.max(0, descriptor.keyIdx()) << KEY_IDX_SHIFT;
    }

    /** The width of the picture id: 7 or 15, or 0 if there is none. */
    public static int pictureIdBits(long numbers) {
        return switch ((int) (numbers >>> WIDTH_SHIFT) & 3) {
            case 1 -> 7;
            case 2 -> 15;
            default -> 0;
        };
    }

    /** The picture id; 0 if there is none. */
    public static int pictureId(long numbers) {
        return (int) numbers & 0x7FFF;
    }

    /** TL0PICIDX, 0 to 255; 0 if there is none. */
    public static int tl0PicIdx(long numbers) {
        return (int) (numbers >>> TL0_SHIFT) & 0xFF;
    }

    /** KEYIDX, 0 to 31; 0 if there is none. */
    public static int keyIdx(long numbers) {
        return (int) (numbers >>> KEY_IDX_SHIFT) & 0x1F;
    }

    /**
     * Other numbers in the same form.
     *
     * @param pictureId its low 7 bits count, or 15 if the form has as many
     * @param tl0PicIdx its low 8 bits count
     * @param keyIdx its low 5 bits count
     */
    public static long with(long numbers, int pictureId, int tl0PicIdx, int keyIdx) {
        int idMask = pictureIdBits(numbers) == 7 ? 0x7F : 0x7FFF;
        return (pictureId & idMask)
                | (numbers & WIDTH_MASK)
                | (tl0PicIdx & 0xFFL) << TL0_SHIFT
                | (keyIdx & 0x1FL) << KEY_IDX_SHIFT;
    }
}
