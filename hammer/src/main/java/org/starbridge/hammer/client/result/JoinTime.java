package org.starbridge.hammer.client.result;

/**
 * Times at which an endpoint joined and left, by {@link System#nanoTime()}.
 *
 * @param number the endpoint's, from 0
 * @param beganNs its first request
 * @param connectedNs when it had keys; {@link #NEVER} if it failed
 * @param leftNs when it left; {@link #NEVER} if it stayed to the end
 */
public record JoinTime(int number, long beganNs, long connectedNs, long leftNs) {
    /** Not connected, or not left. */
    public static final long NEVER = Long.MIN_VALUE;

    /** The same of an endpoint with another number. */
    public JoinTime withNumber(int other) {
        return new JoinTime(other, beganNs, connectedNs, leftNs);
    }
}
