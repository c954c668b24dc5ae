package org.starbridge.sdp;

/**
 * Limits on the size of a description.
 *
 * @param characters of the whole text; a browser's offer with two sections has 6000
 * @param lines of the whole text; a browser's offer with two sections has 200
 * @param lineLength characters of one line without its end
 * @param mediaSections {@code m=} lines
 */
public record SdpLimits(int characters, int lines, int lineLength, int mediaSections) {
    /** For descriptions of strangers. */
    public static final SdpLimits DEFAULT = new SdpLimits(64 << 10, 2000, 4096, 16);

    /** @throws IllegalArgumentException if a limit is below 1 */
    public SdpLimits {
        if (characters < 1 || lines < 1 || lineLength < 1 || mediaSections < 1) {
            throw new IllegalArgumentException("limits " + characters + ", " + lines + ", " + lineLength + ", "
                    + mediaSections + ": expected 1 or more");
        }
    }
}
