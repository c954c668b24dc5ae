package org.starbridge.lastn.allocation;

import org.starbridge.lastn.LayerId;

/**
 * One quality of a video source.
 *
 * @param id a {@link LayerId}
 * @param heightPx the smaller dimension of the picture
 * @param framesPerSecond {@link #UNKNOWN_RATE} if not known
 * @param bitrateBps measured, of this layer and all that it depends on; 0 if nothing of it comes
 */
public record Layer(int id, int heightPx, double framesPerSecond, long bitrateBps) {
    /** A frame rate that is not known. */
    public static final double UNKNOWN_RATE = -1;

    /** @throws IllegalArgumentException if the id, the height or the bitrate is negative */
    public Layer {
        if (id < 0 || heightPx < 0 || bitrateBps < 0) {
            throw new IllegalArgumentException(
                    "layer " + id + ", " + heightPx + " px, " + bitrateBps + " bit/s: expected 0 or more");
        }
    }

    /** Returns the simulcast encoding that it belongs to. */
    public int encoding() {
        return LayerId.encoding(id);
    }

    /** Its spatial layer within the encoding. */
    public int spatial() {
        return LayerId.spatial(id);
    }

    /** Its temporal layer within the encoding. */
    public int temporal() {
        return LayerId.temporal(id);
    }

    /** Returns whether the two differ in their frame rates only. */
    boolean isOfSamePictureAs(Layer other) {
        return encoding() == other.encoding() && spatial() == other.spatial();
    }

    boolean isActive() {
        return bitrateBps > 0;
    }
}
