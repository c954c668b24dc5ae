package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * What the bridge makes of audio levels.
 *
 * @param recentSpeakers how many previous speakers clients are told of; 10
 * @param detectsSilence whether clients are told that nobody speaks; false: few look at it
 * @param silenceTimeout after how long; 3 s
 * @param loudest whether only the loudest are heard
 */
public record SpeechConfig(int recentSpeakers, boolean detectsSilence, Duration silenceTimeout, Loudest loudest) {
    private static final String SPEECH = "videobridge.speech-activity.";
    private static final String LOUDEST = "videobridge.loudest.";

    /** As documented. */
    static final SpeechConfig DEFAULT =
            new SpeechConfig(10, false, Duration.ofSeconds(3), new Loudest(false, 3, true, Duration.ofMillis(150), 50));

    public SpeechConfig {
        requireRange(SPEECH + "recent-speakers-count", recentSpeakers, 0, 10_000);
        requirePositive(SPEECH + "silence-detection-timeout", silenceTimeout);
    }

    /**
     * Audio of the loudest only.
     *
     * @param enabled whether others are left out; false: everybody is heard
     * @param count how many are heard; 3
     * @param alwaysDominant the dominant speaker is heard in any case; true
     * @param expiry who sent nothing for so long gives its place away; 150 ms
     * @param alphaPercent weight of the newest level; 50
     */
    public record Loudest(boolean enabled, int count, boolean alwaysDominant, Duration expiry, int alphaPercent) {
        public Loudest {
            requireRange(LOUDEST + "num-loudest", count, 1, 1000);
            requirePositive(LOUDEST + "energy-expire-time", expiry);
            requireRange(LOUDEST + "energy-alpha-pct", alphaPercent, 1, 100);
        }
    }

    static SpeechConfig read(ConfigReader in) {
        return new SpeechConfig(
                in.integer(SPEECH + "recent-speakers-count"),
                in.flag(SPEECH + "enable-silence-detection"),
                in.duration(SPEECH + "silence-detection-timeout"),
                new Loudest(
                        in.flag(LOUDEST + "route-loudest-only"),
                        in.integer(LOUDEST + "num-loudest"),
                        in.flag(LOUDEST + "always-route-dominant"),
                        in.duration(LOUDEST + "energy-expire-time"),
                        in.integer(LOUDEST + "energy-alpha-pct")));
    }
}
