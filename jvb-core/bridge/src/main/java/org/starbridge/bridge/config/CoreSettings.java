package org.starbridge.bridge.config;

import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.source.AudioPolicy;

/**
 * Fills the settings of components that know nothing of configuration files. Units, defaults and reasons stand in the
 * records; keys and the ranges that an operator may choose from stand here.
 */
final class CoreSettings {
    private static final String AUDIO = "jmt.audio.";
    private static final String DOWNLINK = "starbridge.downlink.";
    private static final String ESTIMATOR = "jmt.bwe.estimator.";
    private static final String LIMITS = "starbridge.limits.";
    private static final String LOUDEST = "videobridge.loudest.";
    private static final String SPEECH = "videobridge.speech-activity.";

    /** As documented: the bitrates of Jitsi Videobridge. The estimator's own start rate is lower. */
    static final DownlinkSettings DEFAULT_DOWNLINK =
            DownlinkSettings.DEFAULT.with(BandwidthConfig.defaults().withBitrates(2_500_000, 30_000, 20_000_000));

    private CoreSettings() {}

    static DownlinkSettings downlink(ConfigReader in) {
        long initialBps = in.bitrateBps(ESTIMATOR + "initial-bw");
        long minBps = in.bitrateBps(ESTIMATOR + "min-bw");
        long maxBps = in.bitrateBps(ESTIMATOR + "max-bw");
        ConfigException.requireRange(ESTIMATOR + "min-bw", minBps, 1000, 1_000_000_000);
        ConfigException.requireRange(ESTIMATOR + "max-bw", maxBps, minBps, 10_000_000_000L);
        ConfigException.requireRange(ESTIMATOR + "initial-bw", initialBps, minBps, maxBps);
        return new DownlinkSettings(
                BandwidthConfig.defaults().withBitrates(initialBps, minBps, maxBps),
                in.flag(DOWNLINK + "estimation"),
                in.flag(DOWNLINK + "probing"),
                in.flag(DOWNLINK + "pacing"));
    }

    static ConferenceLimits limits(ConfigReader in) {
        return new ConferenceLimits(
                in.integer(LIMITS + "conferences", 1, 1_000_000),
                in.integer(LIMITS + "endpoints-per-conference", 1, 1_000_000),
                in.integer(LIMITS + "sources-per-endpoint", 1, 10_000),
                in.integer(LIMITS + "ssrcs-per-endpoint", 1, 10_000),
                in.integer(LIMITS + "payload-types-per-endpoint", 1, 128),
                in.integer(LIMITS + "header-extensions-per-endpoint", 1, 10_000),
                in.integer(LIMITS + "candidates-per-request", 1, 10_000),
                in.integer(LIMITS + "fingerprints-per-request", 1, 10_000),
                ConferenceLimits.DEFAULT.nameLength(),
                ConferenceLimits.DEFAULT.meetingIdLength(),
                ConferenceLimits.DEFAULT.roomNameLength(),
                in.integer(LIMITS + "source-names-per-message", 1, 10_000));
    }

    static SlotLimits slots(ConfigReader in) {
        return new SlotLimits(
                in.integer("videobridge.ssrc-limit.video", 1, SlotLimits.MAX),
                in.integer("videobridge.ssrc-limit.audio", 1, SlotLimits.MAX));
    }

    /** Value of {@code jmt.audio.red.policy}. */
    private enum RedPolicy {
        /** It goes on; a receiver that did not negotiate it gets each packet's own audio. */
        NOOP,
        /** Every receiver gets each packet's own audio. */
        STRIP,
        /** As {@link #NOOP}, and the bridge adds redundancy for receivers that lose packets. */
        PROTECT_ALL
    }

    /** Value of {@code jmt.audio.red.distance}: how many frames a packet repeats. */
    private enum RedDistance {
        ONE,
        TWO
    }

    static AudioPolicy audio(ConfigReader in) {
        boolean discardsSilence = in.flag(AUDIO + "level.discard-silence");
        int forwarded = in.integer(AUDIO + "level.forwarded-silence-packets-limit", 0, 1_000_000);
        RedPolicy policy = in.choice(AUDIO + "red.policy", RedPolicy.class);
        int frames = in.choice(AUDIO + "red.distance", RedDistance.class) == RedDistance.ONE ? 1 : 2;
        boolean isOnlyVoice = in.flag(AUDIO + "red.vad-only");
        return new AudioPolicy(
                discardsSilence ? forwarded : AudioPolicy.ALL,
                policy == RedPolicy.STRIP,
                policy == RedPolicy.PROTECT_ALL ? new AudioPolicy.Added(frames, isOnlyVoice) : AudioPolicy.Added.NONE);
    }

    static SpeechSettings speech(ConfigReader in) {
        int recentSpeakers = in.integer(SPEECH + "recent-speakers-count", 0, 10_000);
        boolean detectsSilence = in.flag(SPEECH + "enable-silence-detection");
        long silenceNs =
                in.positiveDuration(SPEECH + "silence-detection-timeout").toNanos();
        return new SpeechSettings(
                recentSpeakers, detectsSilence ? silenceNs : SpeechSettings.NO_SILENCE_DETECTION, loudest(in));
    }

    private static SpeechSettings.Loudest loudest(ConfigReader in) {
        boolean enabled = in.flag(LOUDEST + "route-loudest-only");
        SpeechSettings.Loudest loudest = new SpeechSettings.Loudest(
                in.integer(LOUDEST + "num-loudest", 1, 1000),
                in.flag(LOUDEST + "always-route-dominant"),
                in.positiveDuration(LOUDEST + "energy-expire-time").toNanos(),
                in.integer(LOUDEST + "energy-alpha-pct", 1, 100));
        return enabled ? loudest : SpeechSettings.Loudest.EVERYBODY;
    }
}
