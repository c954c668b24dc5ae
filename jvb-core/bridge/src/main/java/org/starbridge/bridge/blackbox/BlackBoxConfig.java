package org.starbridge.bridge.blackbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.media.blackbox.BlackBoxSettings;

/**
 * Logs of conferences ({@code starbridge.black-box}).
 *
 * @param limits of the logs in memory
 * @param directory where files are written
 * @param maxFiles the oldest is deleted when there are more
 * @param replayed settings of media workers by configuration key, those that are not the defaults: a replay needs them
 */
public record BlackBoxConfig(BlackBoxSettings limits, Path directory, int maxFiles, Map<String, String> replayed) {
    private static final String AT = "starbridge.black-box.";
    private static final List<String> REPLAYED = List.of(
            "jmt.bwe.estimator.initial-bw",
            "jmt.bwe.estimator.min-bw",
            "jmt.bwe.estimator.max-bw",
            "starbridge.downlink.estimation",
            "starbridge.downlink.probing",
            "starbridge.downlink.pacing",
            "starbridge.media.ingress-ring-size",
            "jmt.keyframe.min-interval",
            "jmt.keyframe.max-requests",
            "jmt.keyframe.max-request-interval",
            "jmt.keyframe.source-wide-min-interval",
            "jmt.keyframe.source-wide-max-requests",
            "jmt.keyframe.source-wide-max-request-interval",
            "jmt.audio.level.discard-silence",
            "jmt.audio.level.forwarded-silence-packets-limit",
            "jmt.audio.red.policy",
            "jmt.audio.red.distance",
            "jmt.audio.red.vad-only",
            "videobridge.ice.restart.transition-window",
            "videobridge.ice.restart.timeout",
            "videobridge.speech-activity.recent-speakers-count",
            "videobridge.speech-activity.enable-silence-detection",
            "videobridge.speech-activity.silence-detection-timeout",
            "videobridge.loudest.route-loudest-only",
            "videobridge.loudest.num-loudest",
            "videobridge.loudest.always-route-dominant",
            "videobridge.loudest.energy-expire-time",
            "videobridge.loudest.energy-alpha-pct");

    /** As documented: nothing is logged. */
    public static final BlackBoxConfig DEFAULT =
            new BlackBoxConfig(BlackBoxSettings.OFF, Path.of("/tmp"), 16, Map.of());

    public BlackBoxConfig {
        ConfigException.requireRange(AT + "max-files", maxFiles, 1, 10_000);
        replayed = Map.copyOf(replayed);
    }

    /** Reads it. */
    public static BlackBoxConfig read(ConfigReader in) {
        int memoryBytes = in.sizeBytes(AT + "memory");
        int totalBytes = in.sizeBytes(AT + "total-memory");
        Duration keep = in.duration(AT + "keep");
        ConfigException.requireRange(AT + "memory", memoryBytes, 1 << 20, 1 << 30);
        ConfigException.requireRange(AT + "total-memory", totalBytes, memoryBytes, Integer.MAX_VALUE);
        ConfigException.requireRange(AT + "keep in seconds", keep.toSeconds(), 5, 3600);
        Map<String, String> replayed = new TreeMap<>();
        REPLAYED.forEach(key -> in.changedText(key).ifPresent(text -> replayed.put(key, text)));
        return new BlackBoxConfig(
                new BlackBoxSettings(in.flag(AT + "enabled"), memoryBytes, totalBytes, keep.toNanos()),
                Path.of(in.text(AT + "directory")),
                in.integer(AT + "max-files"),
                replayed);
    }
}
