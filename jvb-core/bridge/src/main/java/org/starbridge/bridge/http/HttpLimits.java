package org.starbridge.bridge.http;

import java.time.Duration;

/**
 * Limits on what one HTTP server takes from its clients. The keys are those below {@code starbridge.http}.
 *
 * @param maxBodyBytes the longest request body; a longer one is answered with 413; 4 MiB: 5000 endpoints at 800 bytes
 * @param requestsPerSecond of all clients together, over time; ten times as many may come at once, more are answered
 *     with 429; 2000: a third of a core
 * @param requestsPerSecondPerAddress the same for one remote address (an IPv6 /64); 1000, so that another one still
 *     gets through
 * @param maxConcurrentRequests complete requests that are not answered yet; more are answered with 503; 256: answers
 *     take a millisecond
 * @param maxArrivingBytes of all bodies that have not arrived as a whole; more are answered with 503; 64 MiB: sixteen
 *     of the longest
 * @param maxConnections at the same time; further ones wait unaccepted; 1000 to the private server; 20,000 to the
 *     public one: one per client, and a file descriptor each
 * @param requestTimeout for a body to arrive, after which it is answered with 408, and from a request's first byte to
 *     its answer, after which a client is cut off; 20 s: the largest body at 1.7 Mbit/s
 * @param idleTimeout of a connection on which nothing moves; 30 s
 * @param perClient what one client may have of all this
 */
public record HttpLimits(
        int maxBodyBytes,
        int requestsPerSecond,
        int requestsPerSecondPerAddress,
        int maxConcurrentRequests,
        int maxArrivingBytes,
        int maxConnections,
        Duration requestTimeout,
        Duration idleTimeout,
        ClientShare perClient) {
    private static final int DEFAULT_ARRIVING_BYTES = 64 << 20;

    /** The documented defaults of the private server. */
    public static final HttpLimits DEFAULT =
            new HttpLimits(4 << 20, 2000, 1000, 256, 1000, Duration.ofSeconds(20), Duration.ofSeconds(30));

    /** The documented defaults of the public server. */
    public static final HttpLimits PUBLIC_DEFAULT = DEFAULT.withMaxConnections(20_000);

    /** With the default limits of what one client may have, and of bodies that arrive. */
    public HttpLimits(
            int maxBodyBytes,
            int requestsPerSecond,
            int requestsPerSecondPerAddress,
            int maxConcurrentRequests,
            int maxConnections,
            Duration requestTimeout,
            Duration idleTimeout) {
        this(
                maxBodyBytes,
                requestsPerSecond,
                requestsPerSecondPerAddress,
                maxConcurrentRequests,
                DEFAULT_ARRIVING_BYTES,
                maxConnections,
                requestTimeout,
                idleTimeout,
                ClientShare.DEFAULT);
    }

    /** @throws IllegalArgumentException unless all of them are positive */
    public HttpLimits {
        ClientShare.requirePositive("maxBodyBytes", maxBodyBytes);
        ClientShare.requirePositive("requestsPerSecond", requestsPerSecond);
        ClientShare.requirePositive("requestsPerSecondPerAddress", requestsPerSecondPerAddress);
        ClientShare.requirePositive("maxConcurrentRequests", maxConcurrentRequests);
        ClientShare.requirePositive("maxArrivingBytes", maxArrivingBytes);
        ClientShare.requirePositive("maxConnections", maxConnections);
        ClientShare.requirePositive("requestTimeout in milliseconds", requestTimeout.toMillis());
        ClientShare.requirePositive("idleTimeout in milliseconds", idleTimeout.toMillis());
    }

    /** The same with another number of connections. */
    HttpLimits withMaxConnections(int connections) {
        return new HttpLimits(
                maxBodyBytes,
                requestsPerSecond,
                requestsPerSecondPerAddress,
                maxConcurrentRequests,
                maxArrivingBytes,
                connections,
                requestTimeout,
                idleTimeout,
                perClient);
    }

    /** The same with bodies of at most this length, or shorter ones. */
    public HttpLimits withBodiesUpTo(int bytes) {
        return new HttpLimits(
                Math.min(maxBodyBytes, bytes),
                requestsPerSecond,
                requestsPerSecondPerAddress,
                maxConcurrentRequests,
                maxArrivingBytes,
                maxConnections,
                requestTimeout,
                idleTimeout,
                perClient);
    }
}
