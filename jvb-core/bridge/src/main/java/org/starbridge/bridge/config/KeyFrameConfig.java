package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.KeyFrameLimits;

/**
 * Limits on requests for key frames: they are large, so requests are merged.
 *
 * @param perReceiver requests that one receiver causes; 200 ms apart, 3 in 10 s
 * @param perSource requests that all receivers cause together; 200 ms apart
 */
public record KeyFrameConfig(RequestLimit perReceiver, RequestLimit perSource) {
    /** As documented. */
    static final KeyFrameConfig DEFAULT = new KeyFrameConfig(
            new RequestLimit(Duration.ofMillis(200), 3, Duration.ofSeconds(10)),
            new RequestLimit(Duration.ofMillis(200), 1, Duration.ofMillis(200)));

    /**
     * Limit on how often requests of one kind may go out: any two are at least {@code minInterval} apart, and
     * {@code maxRequests} at most fall into any {@code maxRequestInterval}.
     *
     * @param minInterval between two requests
     * @param maxRequests per {@code maxRequestInterval}
     * @param maxRequestInterval the window
     */
    public record RequestLimit(Duration minInterval, int maxRequests, Duration maxRequestInterval) {
        public RequestLimit {
            if (minInterval.isNegative()) {
                throw new ConfigException("jmt.keyframe min-interval", minInterval, "a duration, not negative");
            }
            requireRange("jmt.keyframe max-requests", maxRequests, 1, Integer.MAX_VALUE);
            requirePositive("jmt.keyframe max-request-interval", maxRequestInterval);
        }

        private KeyFrameLimit limit() {
            return new KeyFrameLimit(
                    minInterval.toNanos(),
                    Math.min(maxRequests, KeyFrameLimit.MOST_REQUESTS),
                    maxRequestInterval.toNanos());
        }
    }

    /** The same as media workers take it. */
    public KeyFrameLimits limits() {
        return new KeyFrameLimits(perReceiver.limit(), perSource.limit());
    }

    static KeyFrameConfig read(ConfigReader in) {
        return new KeyFrameConfig(
                new RequestLimit(
                        in.duration("jmt.keyframe.min-interval"),
                        in.integer("jmt.keyframe.max-requests"),
                        in.duration("jmt.keyframe.max-request-interval")),
                new RequestLimit(
                        in.duration("jmt.keyframe.source-wide-min-interval"),
                        in.integer("jmt.keyframe.source-wide-max-requests"),
                        in.duration("jmt.keyframe.source-wide-max-request-interval")));
    }
}
