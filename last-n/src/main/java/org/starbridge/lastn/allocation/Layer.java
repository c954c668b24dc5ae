package org.starbridge.lastn.allocation;

/**
 * One quality of a video source.
 *
 * @param index see {@link #index(int, int, int)}: a higher one is a better picture
 * @param heightPx the smaller dimension of the picture
 * @param framesPerSecond {@link #UNKNOWN_RATE} if not known
 * @param bitrateBps measured, of this layer and all that it depends on; 0 if nothing of it comes
 */
public record Layer(int index, int heightPx, double framesPerSecond, long bitrateBps) {
    /** A frame rate that nobody told. */
    public static final double UNKNOWN_RATE = -1;

    /** @throws IllegalArgumentException if the index, the height or the bitrate is negative */
    public Layer {
        if (index < 0 || heightPx < 0 || bitrateBps < 0) {
            throw new IllegalArgumentException(
                    "layer " + index + ", " + heightPx + " px, " + bitrateBps + " bit/s: expected nothing negative");
        }
    }

    /**
     * The index of a layer: {@code encoding * 64 + spatial * 8 + temporal}.
     *
     * @param encoding 0 for the lowest of a simulcast
     * @param spatial 0 to 7
     * @param temporal 0 to 7
     */
    public static int index(int encoding, int spatial, int temporal) {
        return encoding << 6 | spatial << 3 | temporal;
    }

    /** Which simulcast encoding it belongs to. */
    public int encoding() {
        return index >> 6;
    }

    /** Its spatial id within the encoding. */
    public int spatial() {
        return index >> 3 & 7;
    }

    /** Its temporal id within the encoding. */
    public int temporal() {
        return index & 7;
    }

    boolean isActive() {
        return bitrateBps > 0;
    }
}
