package org.starbridge.bridge.http;

import java.time.Duration;

/**
 * What one HTTP server takes from its clients. The keys are those below {@code starbridge.http}.
 *
 * @param maxBodyBytes the longest request body; a longer one is answered with 413; 4 MiB: 5000 endpoints at 800 bytes
 * @param requestsPerSecond of all clients together, over time; ten times as many may come at once, more are answered
 *     with 429; 2000: a third of a core
 * @param requestsPerSecondPerAddress the same for one remote address (an IPv6 /64); 1000, so that another one still
 *     gets through
 * @param maxConcurrentRequests requests between their first line and the end of their answer; more are answered with
 *     503; 256: answers take a millisecond
 * @param maxConnections at the same time; further ones wait unaccepted; 1000 to the private server; 20,000 to the
 *     public one: one per client, and a file descriptor each
 * @param requestTimeout from a request's first byte to its answer; a client that takes longer is cut off; 20 s: the
 *     largest body at 1.7 Mbit/s
 * @param idleTimeout of a connection on which nothing moves; 30 s
 */
public record HttpLimits(
        int maxBodyBytes,
        int requestsPerSecond,
        int requestsPerSecondPerAddress,
        int maxConcurrentRequests,
        int maxConnections,
        Duration requestTimeout,
        Duration idleTimeout) {
    /** The documented defaults of the private server. */
    public static final HttpLimits DEFAULT =
            new HttpLimits(4 << 20, 2000, 1000, 256, 1000, Duration.ofSeconds(20), Duration.ofSeconds(30));

    /** The documented defaults of the public server. */
    public static final HttpLimits PUBLIC_DEFAULT = DEFAULT.withMaxConnections(20_000);

    /** @throws IllegalArgumentException unless all of them are positive */
    public HttpLimits {
        requirePositive("maxBodyBytes", maxBodyBytes);
        requirePositive("requestsPerSecond", requestsPerSecond);
        requirePositive("requestsPerSecondPerAddress", requestsPerSecondPerAddress);
        requirePositive("maxConcurrentRequests", maxConcurrentRequests);
        requirePositive("maxConnections", maxConnections);
        requirePositive("requestTimeout in milliseconds", requestTimeout.toMillis());
        requirePositive("idleTimeout in milliseconds", idleTimeout.toMillis());
    }

    /** The same with another number of connections. */
    HttpLimits withMaxConnections(int connections) {
        return new HttpLimits(
                maxBodyBytes,
                requestsPerSecond,
                requestsPerSecondPerAddress,
                maxConcurrentRequests,
                connections,
                requestTimeout,
                idleTimeout);
    }

    private static void requirePositive(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " is " + value + ": expected 1 or more");
        }
    }
}
