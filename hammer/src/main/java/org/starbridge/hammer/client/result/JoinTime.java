package org.starbridge.hammer.client.result;

/**
 * When an endpoint joined, by {@link System#nanoTime()}.
 *
 * @param number the endpoint's, from 0
 * @param beganNs its first request
 * @param connectedNs when it had keys; {@link #NEVER} if it failed
 */
public record JoinTime(int number, long beganNs, long connectedNs) {
    /** Not connected. */
    public static final long NEVER = Long.MIN_VALUE;
}
