package org.starbridge.lastn.speech;

/**
 * Settings of what a conference wants to know about speech.
 *
 * @param recentSpeakers how many previous speakers are remembered in addition to the present one; 10 as clients expect
 * @param silenceTimeoutNs no speech for this long is silence; {@link #NO_SILENCE_DETECTION} if never
 * @param loudest limits audio to the loudest; {@link Loudest#EVERYBODY} routes all
 */
public record SpeechSettings(int recentSpeakers, long silenceTimeoutNs, Loudest loudest) {
    /** Silence is not looked for. */
    public static final long NO_SILENCE_DETECTION = Long.MAX_VALUE;

    /** @throws IllegalArgumentException if a count is negative or a time not positive */
    public SpeechSettings {
        if (recentSpeakers < 0 || silenceTimeoutNs <= 0) {
            throw new IllegalArgumentException("recentSpeakers " + recentSpeakers + ", silenceTimeoutNs "
                    + silenceTimeoutNs + ": expected 0 or more, and more than 0");
        }
    }

    /** Ten recent speakers, no silence, everybody is heard. */
    public static SpeechSettings defaults() {
        return new SpeechSettings(10, NO_SILENCE_DETECTION, Loudest.EVERYBODY);
    }

    /**
     * Routing of the loudest only.
     *
     * @param count how many are heard at once; 0 for everybody
     * @param alwaysDominant the dominant speaker is heard even if it is not among them
     * @param expiryNs who sent nothing for this long gives its place away
     * @param alphaPercent weight of the newest level in the smoothed energy, 1 to 100
     */
    public record Loudest(int count, boolean alwaysDominant, long expiryNs, int alphaPercent) {
        /** No limit. */
        public static final Loudest EVERYBODY = new Loudest(0, true, 150_000_000L, 50);

        /** @throws IllegalArgumentException if a value is out of its range */
        public Loudest {
            if (count < 0 || expiryNs <= 0 || alphaPercent < 1 || alphaPercent > 100) {
                throw new IllegalArgumentException("count " + count + ", expiryNs " + expiryNs + ", alphaPercent "
                        + alphaPercent + ": expected 0 or more, more than 0, and 1 to 100");
            }
        }
    }
}
