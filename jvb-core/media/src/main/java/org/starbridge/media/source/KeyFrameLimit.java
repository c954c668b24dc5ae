package org.starbridge.media.source;

/**
 * Limit on how often key frames may be requested: any two requests are at least {@code minIntervalNs} apart, and at
 * most {@code maxRequests} fall into any {@code windowNs}.
 *
 * @param minIntervalNs 0 or more
 * @param maxRequests 1 to {@link #MOST_REQUESTS}
 * @param windowNs more than 0
 */
public record KeyFrameLimit(long minIntervalNs, int maxRequests, long windowNs) {
    /** Each request within the window is remembered. */
    public static final int MOST_REQUESTS = 100;

    public KeyFrameLimit {
        if (minIntervalNs < 0 || maxRequests < 1 || maxRequests > MOST_REQUESTS || windowNs <= 0) {
            throw new IllegalArgumentException(
                    "key frame limit of " + maxRequests + " in " + windowNs + " ns, " + minIntervalNs
                            + " ns apart: expected 1 to " + MOST_REQUESTS + " in more than 0 ns, 0 ns or more apart");
        }
    }
}
