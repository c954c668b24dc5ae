package org.starbridge.bridge.http;

/**
 * Share of a server that one client may have: a remote address, an IPv6 /64, or behind a trusted proxy the address that
 * it reports. The keys are those below {@code starbridge.http}.
 *
 * @param concurrentRequests complete requests that are not answered yet; more are answered with 429; 64: a quarter of
 *     all
 * @param arrivingRequests requests whose body has not arrived; more are answered with 429; 64: bodies take a second
 * @param connections at the same time, further ones are closed at once; 1000: an office or a school behind one address
 * @param streamsPerConnection requests at the same time of one HTTP/2 connection; further ones are reset; 32: a player
 *     has about six
 * @param bodyBytesPerSecond how fast a body has to arrive, on average, once it has been arriving for
 *     {@link #GRACE_SECONDS}; a slower one is answered with 408; 1024: an offer of 6 KiB takes a second at twice the
 *     bandwidth of a voice
 * @param proxies whose word about a client's address counts; none
 */
public record ClientShare(
        int concurrentRequests,
        int arrivingRequests,
        int connections,
        int streamsPerConnection,
        int bodyBytesPerSecond,
        TrustedProxies proxies) {
    /** Time in which a body may arrive at any rate: a lost packet or two. */
    public static final int GRACE_SECONDS = 5;

    /** The documented defaults. */
    public static final ClientShare DEFAULT = new ClientShare(64, 64, 1000, 32, 1024, TrustedProxies.NONE);

    /** @throws IllegalArgumentException unless all of them are positive */
    public ClientShare {
        requirePositive("concurrentRequests", concurrentRequests);
        requirePositive("arrivingRequests", arrivingRequests);
        requirePositive("connections", connections);
        requirePositive("streamsPerConnection", streamsPerConnection);
        requirePositive("bodyBytesPerSecond", bodyBytesPerSecond);
    }

    static void requirePositive(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " is " + value + ": expected 1 or more");
        }
    }
}
