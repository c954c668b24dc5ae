package org.starbridge.media.source;

/**
 * Handling of audio by the bridge in addition to passing it on.
 *
 * @param forwardedSilencePackets how many packets of a silence are forwarded, so that receivers notice its beginning
 *     ({@code jmt.audio.level.forwarded-silence-packets-limit}); 3, or {@link #ALL} of them
 * @param stripsRedundancy whether receivers do without what packets repeat of those before them (RED,
 *     {@code jmt.audio.red.policy}), as against only those who did not negotiate it
 */
public record AudioPolicy(int forwardedSilencePackets, boolean stripsRedundancy) {
    /** Silence is passed on like anything else. */
    public static final int ALL = Integer.MAX_VALUE;

    /** As documented. */
    public static final AudioPolicy DEFAULT = new AudioPolicy(3, false);
}
