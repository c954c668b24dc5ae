package org.starbridge.colibri.channel;

/**
 * Size and frame rate at which a receiver wants a video source.
 *
 * @param maxHeight pixels of the smaller dimension; -1 unlimited, 0 off
 * @param maxFrameRate frames per second; -1 (or any negative) unlimited, 0 off
 */
public record VideoConstraint(int maxHeight, double maxFrameRate) {
    /** No limit. */
    public static final VideoConstraint UNLIMITED = new VideoConstraint(-1);

    public VideoConstraint {
        if (maxHeight < -1) {
            throw new IllegalArgumentException("maxHeight " + maxHeight + ": expected -1 or more");
        }
        if (!Double.isFinite(maxFrameRate)) {
            throw new IllegalArgumentException("maxFrameRate " + maxFrameRate + ": expected a finite number");
        }
        maxFrameRate = maxFrameRate < 0 ? -1 : maxFrameRate;
    }

    /** Limits only the height. */
    public VideoConstraint(int maxHeight) {
        this(maxHeight, -1);
    }
}
