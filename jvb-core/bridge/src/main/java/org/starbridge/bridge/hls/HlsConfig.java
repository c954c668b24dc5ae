package org.starbridge.bridge.hls;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.config.reader.NamePatterns;
import org.starbridge.bridge.transcode.TranscodeConfig;
import org.starbridge.recording.hls.HlsTiming;

/**
 * Low-latency HLS. The keys are those below {@code starbridge.hls}. Who may watch is said by {@code starbridge.whip}.
 *
 * @param enabled whether the public HTTP server serves {@code /hls}; false
 * @param rooms which rooms are served, as URLs name them; all
 * @param permanentRooms which rooms are served from their begin, also without viewers; none
 * @param segment how long segments are: after so long a key frame is requested; 4 s
 * @param part the longest part; viewers are three of them behind; 500 ms
 * @param window how much a playlist holds; 45 s: nine target durations, of which six are never skipped
 * @param maxMegabytes of media of one rendition, in units of 2^20 bytes; 32: 45 s at 6 Mbit/s
 * @param maxPrograms rooms and sources that are served at the same time; 20
 * @param maxWaiting requests that wait for media; 10,000: one or two of each viewer
 * @param idleTimeout a program without requests ends after so long; 30 s
 * @param transcode what is transcoded; nothing
 */
public record HlsConfig(
        boolean enabled,
        NamePatterns rooms,
        NamePatterns permanentRooms,
        Duration segment,
        Duration part,
        Duration window,
        int maxMegabytes,
        int maxPrograms,
        int maxWaiting,
        Duration idleTimeout,
        TranscodeConfig transcode) {
    private static final String AT = "starbridge.hls.";

    /** As documented. */
    public static final HlsConfig DEFAULT = new HlsConfig(
            false,
            NamePatterns.ALL,
            NamePatterns.NONE,
            Duration.ofSeconds(4),
            Duration.ofMillis(500),
            Duration.ofSeconds(45),
            32,
            20,
            10_000,
            Duration.ofSeconds(30),
            TranscodeConfig.DEFAULT);

    public HlsConfig {
        requireWithin("segment-duration", segment, Duration.ofSeconds(1), Duration.ofSeconds(20));
        requireWithin("part-duration", part, Duration.ofMillis(100), segment);
        requireWithin("window", window, Duration.ofNanos(3 * segment.toNanos()), Duration.ofMinutes(10));
        ConfigException.requireRange(AT + "max-megabytes", maxMegabytes, 1, 2000);
        ConfigException.requireRange(AT + "max-programs", maxPrograms, 1, 10_000);
        ConfigException.requireRange(AT + "max-waiting-requests", maxWaiting, 1, 1_000_000);
        requireWithin("idle-timeout", idleTimeout, Duration.ofSeconds(1), Duration.ofDays(1));
    }

    private static void requireWithin(String key, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new ConfigException(
                    AT + key, value.toMillis() + " ms", least.toMillis() + " ms to " + most.toMillis() + " ms");
        }
    }

    /** Reads it. */
    public static HlsConfig read(ConfigReader in) {
        return new HlsConfig(
                in.flag(AT + "enabled"),
                new NamePatterns(in.texts(AT + "rooms")),
                new NamePatterns(in.texts(AT + "permanent-rooms")),
                in.positiveDuration(AT + "segment-duration"),
                in.positiveDuration(AT + "part-duration"),
                in.positiveDuration(AT + "window"),
                in.integer(AT + "max-megabytes"),
                in.integer(AT + "max-programs"),
                in.integer(AT + "max-waiting-requests"),
                in.positiveDuration(AT + "idle-timeout"),
                TranscodeConfig.read(in));
    }

    HlsTiming timing() {
        return new HlsTiming(segment.toNanos(), part.toNanos(), window.toNanos(), (long) maxMegabytes << 20);
    }
}
