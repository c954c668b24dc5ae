package org.starbridge.hammer.client.result;

/**
 * Times at which an endpoint joined and left, by {@link System#nanoTime()}.
 *
 * @param number the endpoint's, from 0
 * @param conference its number, from 0; {@link #GUEST} of a guest
 * @param beganNs its first request
 * @param connectedNs when it had keys; {@link #NEVER} if it failed
 * @param leftNs when it left; {@link #NEVER} if it stayed to the end
 */
public record JoinTime(int number, int conference, long beganNs, long connectedNs, long leftNs) {
    /** Not connected, or not left. */
    public static final long NEVER = Long.MIN_VALUE;

    /** In place of a conference. */
    public static final int GUEST = -1;

    /** Returns the same of an endpoint with another number, and of another conference. */
    public JoinTime renumbered(int otherNumber, int otherConference) {
        return new JoinTime(otherNumber, otherConference, beganNs, connectedNs, leftNs);
    }
}
