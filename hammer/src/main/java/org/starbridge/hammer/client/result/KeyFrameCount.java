package org.starbridge.hammer.client.result;

/**
 * Results of an endpoint's key frames, of which packets were left out at first, and of the others' key frames.
 * Immutable.
 *
 * @param sent its own key frames in the window
 * @param leftOut packets of these that were left out at first
 * @param askedFor how many of these packets the bridge asked for
 * @param askedBeside how often the bridge asked for other packets
 * @param complete key frames of the others, sent in the window, that came whole
 */
public record KeyFrameCount(long sent, long leftOut, long askedFor, long askedBeside, long complete) {
    /** Before anything. */
    public static final KeyFrameCount NONE = new KeyFrameCount(0, 0, 0, 0, 0);

    /** Both together. */
    public KeyFrameCount plus(KeyFrameCount other) {
        return new KeyFrameCount(
                sent + other.sent,
                leftOut + other.leftOut,
                askedFor + other.askedFor,
                askedBeside + other.askedBeside,
                complete + other.complete);
    }
}
