package org.starbridge.media.source;

/**
 * Handling of audio by the bridge in addition to passing it on.
 *
 * @param forwardedSilencePackets how many packets of a silence are forwarded, so that receivers notice its beginning
 *     ({@code jmt.audio.level.forwarded-silence-packets-limit}); 3, or {@link #ALL} of them
 * @param stripsRedundancy whether receivers do without what packets repeat of those before them (RED,
 *     {@code jmt.audio.red.policy}), as against only those who did not negotiate it
 * @param added redundancy that the bridge adds
 */
public record AudioPolicy(int forwardedSilencePackets, boolean stripsRedundancy, Added added) {
    /** Silence is passed on like anything else. */
    public static final int ALL = Integer.MAX_VALUE;

    /** As documented. */
    public static final AudioPolicy DEFAULT = new AudioPolicy(3, false, Added.NONE);

    /**
     * Redundancy that is added for receivers that take it and lose packets.
     *
     * @param frames how many frames a packet repeats of those before it ({@code jmt.audio.red.distance}), 0 to 2
     * @param isOnlyVoice whether only frames are repeated that their sender takes for voice, or says nothing about
     *     ({@code jmt.audio.red.vad-only})
     */
    public record Added(int frames, boolean isOnlyVoice) {
        /** None. */
        public static final Added NONE = new Added(0, true);
    }
}
