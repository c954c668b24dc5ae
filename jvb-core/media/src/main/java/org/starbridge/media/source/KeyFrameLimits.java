package org.starbridge.media.source;

/**
 * Limits on how often key frames are requested.
 *
 * @param perReceiver of what one receiver's requests cause ({@code jmt.keyframe.min-interval} and its siblings)
 * @param perSource of what a source is asked, for all receivers together ({@code jmt.keyframe.source-wide-*})
 */
public record KeyFrameLimits(KeyFrameLimit perReceiver, KeyFrameLimit perSource) {
    /** 3 in 10 s, and any number, both 200 ms apart. */
    public static final KeyFrameLimits DEFAULT = new KeyFrameLimits(
            new KeyFrameLimit(200_000_000, 3, 10_000_000_000L), new KeyFrameLimit(200_000_000, 1, 200_000_000));
}
