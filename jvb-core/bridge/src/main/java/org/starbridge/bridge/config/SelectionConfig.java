package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import java.util.OptionalLong;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * What a receiver gets before it asks, at most, and which layers.
 *
 * @param initialMaxHeightPx greatest height of a video before the receiver's first message; 0 = none, because a client
 *     with a bridge channel says at once what it wants; -1 = unlimited, in the embedded default
 * @param defaultMaxHeightPx the same afterwards, for sources that the receiver's message does not name; 180, a
 *     thumbnail
 * @param initialLastN sources for an endpoint before its first message; -1 = unlimited
 * @param bridgeLastN sources per receiver at most, bridge-wide; -1 = unlimited
 * @param onStage what is preferred for cameras, and what a screen on stage may exceed
 * @param bandwidth whether and how a receiver's bandwidth limits what it is sent
 * @param reviewInterval how often it is looked whether other layers are to be chosen; 500 ms: what matters most is
 *     reported by the workers within 100 ms
 */
public record SelectionConfig(
        int initialMaxHeightPx,
        int defaultMaxHeightPx,
        int initialLastN,
        int bridgeLastN,
        OnStage onStage,
        Bandwidth bandwidth,
        Duration reviewInterval) {
    private static final String CC = "videobridge.cc.";

    /** As documented. */
    static final SelectionConfig DEFAULT = new SelectionConfig(
            0,
            180,
            -1,
            -1,
            new OnStage(360, 30, true, 500_000),
            new Bandwidth(true, 0.15, Duration.ofSeconds(5), OptionalLong.empty(), Duration.ZERO, false, true),
            Duration.ofMillis(500));

    public SelectionConfig {
        requireRange(CC + "initial-max-height-px", initialMaxHeightPx, -1, 100_000);
        requireRange(CC + "default-max-height-px", defaultMaxHeightPx, -1, 100_000);
        requireRange(CC + "initial-last-n", initialLastN, -1, Integer.MAX_VALUE);
        requireRange(CC + "jvb-last-n", bridgeLastN, -1, Integer.MAX_VALUE);
        requirePositive("starbridge.selection.review-interval", reviewInterval);
    }

    /**
     * Preferences.
     *
     * @param preferredHeightPx a camera is brought to this height before it is smooth below it, and on stage before
     *     others get anything; 360
     * @param preferredFrameRate the frames a second that go with it; 30
     * @param allowOversend whether a shared screen on stage may exceed the bandwidth; true: a frozen screen is useless
     * @param maxOversendBps by how much; 500 kbit/s
     */
    public record OnStage(
            int preferredHeightPx, double preferredFrameRate, boolean allowOversend, long maxOversendBps) {
        public OnStage {
            requireRange(CC + "onstage-preferred-height-px", preferredHeightPx, 0, 100_000);
            requirePositive(CC + "onstage-preferred-framerate", preferredFrameRate);
            requireRange(CC + "max-oversend-bitrate", maxOversendBps, 0, Long.MAX_VALUE);
        }
    }

    /**
     * A receiver's bandwidth.
     *
     * @param isTrusted whether what is estimated limits what is sent; false in the embedded default
     * @param changeThreshold changes below this fraction are no news; 0.15: what the estimator falls by when a queue
     *     grows
     * @param maxInterval layers are chosen again at least this often; 5 s, because measured bitrates change
     * @param assumedLimitBps up to what a client may say itself what it can take; empty = it may not
     * @param ignoredAtFirst for how long after an endpoint came estimates count for nothing; 0
     * @param usesTargetBitrates a layer costs what its sender says that it is to cost, not what is measured; false:
     *     senders that have little to show stay far below
     * @param guardsAgainstOverload whether a receiver whose link is evidently overloaded is sent less video, also where
     *     estimates are not trusted; true: without, a link that is too small loses its audio
     */
    public record Bandwidth(
            boolean isTrusted,
            double changeThreshold,
            Duration maxInterval,
            OptionalLong assumedLimitBps,
            Duration ignoredAtFirst,
            boolean usesTargetBitrates,
            boolean guardsAgainstOverload) {
        public Bandwidth {
            requirePositive(CC + "bwe-change-threshold", changeThreshold);
            requirePositive(CC + "max-time-between-calculations", maxInterval);
            if (ignoredAtFirst.isNegative()) {
                throw new ConfigException(CC + "initial-ignore-bwe-period", ignoredAtFirst, "nothing or more");
            }
        }
    }

    static SelectionConfig read(ConfigReader in) {
        return new SelectionConfig(
                in.integer(CC + "initial-max-height-px"),
                in.integer(CC + "default-max-height-px"),
                in.integer(CC + "initial-last-n"),
                in.integer(CC + "jvb-last-n"),
                new OnStage(
                        in.integer(CC + "onstage-preferred-height-px"),
                        in.number(CC + "onstage-preferred-framerate"),
                        in.flag(CC + "allow-oversend-onstage"),
                        in.bitrateBps(CC + "max-oversend-bitrate")),
                new Bandwidth(
                        in.flag(CC + "trust-bwe"),
                        in.number(CC + "bwe-change-threshold"),
                        in.duration(CC + "max-time-between-calculations"),
                        in.optionalBitrateBps(CC + "assumed-bandwidth-limit"),
                        in.duration(CC + "initial-ignore-bwe-period"),
                        in.flag(CC + "use-vla-target-bitrate"),
                        in.flag("starbridge.selection.overload-guard")),
                in.duration("starbridge.selection.review-interval"));
    }
}
