package org.starbridge.hammer.hls;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for watching by HLS, as picocli fills them in. */
public final class HlsArguments {
    private static final int VIEWERS_DEFAULT = 10;
    private static final int MAX_VIEWERS = 20_000;
    private static final int USUAL_SEGMENT_SECONDS = 4;
    private static final int USUAL_PART_MS = 500;
    /**
     * A playlist and a piece, for picture and for sound: a bridge has a rendition of silence where no sound is sent.
     */
    private static final int REQUESTS_PER_PIECE = 4;

    private static final long BITS_PER_KBIT = 1000;
    private static final double RATE_DEFAULT = 1.5;
    private static final double MAX_RATE = 2;

    @Option(
            names = "--hls",
            paramLabel = "URL",
            description =
                    "Watch this HLS or low-latency HLS stream with viewers that behave like hls.js. Any server can be used. The "
                            + "report has throughput, delay, stalls, and violations of the HLS rules.")
    @Nullable
    URI hls;

    @Option(
            names = "--hls-publish",
            description =
                    "Start a bridge, publish to it, and watch that stream, unless --hls gives another one. --senders, "
                            + "--receivers, --kinds, --codec and --bitrate apply to the publisher (VP8 cannot be watched).")
    boolean publishes;

    @Option(
            names = "--hls-segment",
            paramLabel = "S",
            description = "With --hls-publish: duration of segments in seconds, 1 to 20 (default: the bridge's).")
    @Nullable
    Integer segmentSeconds;

    @Option(
            names = "--hls-part",
            paramLabel = "MS",
            description = "With --hls-publish: duration of parts in ms, 100 or more (default: the bridge's).")
    @Nullable
    Integer partMs;

    @Option(
            names = "--viewers",
            paramLabel = "N",
            description = "Number of viewers (default: 10). --join-rate sets how many start per second.")
    @Nullable
    Integer viewers;

    @Option(
            names = "--hls-token",
            paramLabel = "TOKEN",
            description = "Token that is added to every request, as token=TOKEN.")
    @Nullable
    String token;

    @Option(
            names = "--hls-max-bitrate",
            paramLabel = "KBPS",
            description = "Watch the best variant below this bitrate in kbit/s (default: the best).")
    @Nullable
    Long maxKbps;

    @Option(
            names = "--hls-no-hints",
            description =
                    "Request no parts before they exist (preload hints), like hls.js; Apple's player requests them.")
    boolean ignoresHints;

    @Option(
            names = "--hls-segments",
            description = "Play whole segments only, as hls.js does with lowLatencyMode false: no parts, no blocking "
                    + "reloads, three target durations behind the live edge.")
    boolean wholeSegments;

    @Option(
            names = "--hls-max-rate",
            paramLabel = "X",
            description = "Maximum playback rate of a viewer to catch up with the live edge, as in hls.js "
                    + "maxLiveSyncPlaybackRate; 1: no catching up (default: 1.5).")
    @Nullable
    Double maxRate;

    @Option(names = "--hls-no-check", description = "Do not check the first viewer's stream against the HLS rules.")
    boolean skipsCheck;

    @Option(names = "--hls-any-certificate", description = "Accept any TLS certificate.")
    boolean trustsAny;

    /** Returns whether viewers watch. */
    public boolean isMeant() {
        return hls != null || publishes;
    }

    /** Returns whether endpoints are given that publish, also if {@code --hls} names another stream. */
    public boolean publishes() {
        return publishes;
    }

    /** Returns whether what is watched has to be published first. */
    public boolean isPublishing() {
        return publishes && hls == null;
    }

    /** Returns the settings for a bridge that serves what is watched. */
    public Map<String, String> bridgeSettings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("starbridge.hls.enabled", "true");
        settings.put("starbridge.whip.open", "true");
        if (segmentSeconds != null) {
            settings.put("starbridge.hls.segment-duration", segmentSeconds + "s");
        }
        if (partMs != null) {
            settings.put("starbridge.hls.part-duration", partMs + "ms");
        }
        return settings;
    }

    /**
     * Returns the time that a new stream may take until a player can begin: 30 s for the first answer, three target
     * durations, and as much again for segments that wait for a key frame.
     */
    public Duration startsWithin() {
        return Duration.ofSeconds(30 + 2 * 3L * segmentSeconds());
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check() {
        if (segmentSeconds != null && (segmentSeconds < 1 || segmentSeconds > 20)) {
            return "--hls-segment " + segmentSeconds + ": expected 1 to 20";
        }
        if (partMs != null && (partMs < 100 || partMs > 5000)) {
            return "--hls-part " + partMs + ": expected 100 to 5000";
        }
        if (!isMeant()) {
            return segmentSeconds != null
                            || partMs != null
                            || viewers != null
                            || token != null
                            || maxKbps != null
                            || maxRate != null
                            || ignoresHints
                            || wholeSegments
                            || skipsCheck
                            || trustsAny
                    ? "viewers need --hls URL or --hls-publish"
                    : null;
        }
        if (hls != null
                && (hls.getHost() == null || !String.valueOf(hls.getScheme()).startsWith("http"))) {
            return "--hls " + hls + ": expected a URL like http://127.0.0.1:9090/hls/room/index.m3u8";
        }
        if (!publishes && (segmentSeconds != null || partMs != null)) {
            return (segmentSeconds != null ? "--hls-segment" : "--hls-part")
                    + " with --hls: the stream's server decides that; leave it out, or use --hls-publish"
                    + " instead of --hls";
        }
        if (number() < 1 || number() > MAX_VIEWERS) {
            return "--viewers " + viewers + ": expected 1 to " + MAX_VIEWERS;
        }
        if (maxRate != null && !(maxRate >= 1 && maxRate <= MAX_RATE)) {
            return "--hls-max-rate " + maxRate + ": expected 1 to 2";
        }
        return maxKbps != null && maxKbps < 1 ? "--hls-max-bitrate " + maxKbps + ": expected 1 or more" : null;
    }

    /** Returns the number of viewers. */
    public int number() {
        return viewers == null ? VIEWERS_DEFAULT : viewers;
    }

    /**
     * Returns the demand of viewers of a bridge.
     *
     * @param publishedKbps of the best variant with its sound, in kbit/s
     * @param scale of the number of viewers
     */
    public ViewerDemand demand(double publishedKbps, double scale) {
        double kbps = maxKbps == null ? publishedKbps : Math.min(maxKbps, publishedKbps);
        double partSeconds = (partMs == null ? USUAL_PART_MS : partMs) / 1000.0;
        double viewers = Math.max(1, Math.round(number() * scale));
        double pieceSeconds = wholeSegments ? segmentSeconds() : partSeconds;
        return new ViewerDemand(viewers * kbps / 1e6, viewers * REQUESTS_PER_PIECE / pieceSeconds);
    }

    private int segmentSeconds() {
        return segmentSeconds == null ? USUAL_SEGMENT_SECONDS : segmentSeconds;
    }

    /**
     * Returns the plan of the viewers.
     *
     * @param perSecond how many begin in a second
     * @param published the first playlist of what was published for them; null if nothing was
     * @throws IllegalStateException if there is nothing to watch
     */
    public HlsPlan plan(double perSecond, @Nullable URI published) {
        URI url = hls == null ? published : hls;
        if (url == null) {
            throw new IllegalStateException("there is no stream to watch");
        }
        long maxBps = maxKbps == null ? Long.MAX_VALUE : maxKbps * BITS_PER_KBIT;
        return new HlsPlan(
                new ViewerOptions(
                        url, token, !ignoresHints, wholeSegments, maxBps, maxRate == null ? RATE_DEFAULT : maxRate),
                number(),
                perSecond,
                !skipsCheck,
                trustsAny);
    }
}
