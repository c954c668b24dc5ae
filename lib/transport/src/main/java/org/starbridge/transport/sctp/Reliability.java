package org.starbridge.transport.sctp;

/**
 * Effort to deliver a message (RFC 3758, RFC 8831 section 6.1).
 *
 * @param isOrdered whether it is delivered in order with others of its stream
 * @param maxRetransmissions given up after so many; -1 for no limit
 * @param lifetimeNs given up after so long; {@link Long#MAX_VALUE} for no limit
 */
public record Reliability(boolean isOrdered, int maxRetransmissions, long lifetimeNs) {
    /** Once and in order, however long it takes. */
    public static final Reliability RELIABLE = new Reliability(true, -1, Long.MAX_VALUE);

    /** Once, as soon as it is there. */
    public static final Reliability UNORDERED = new Reliability(false, -1, Long.MAX_VALUE);

    public Reliability {
        if (maxRetransmissions < -1) {
            throw new IllegalArgumentException("maxRetransmissions " + maxRetransmissions + ": expected -1 or more");
        }
        if (lifetimeNs < 0) {
            throw new IllegalArgumentException("lifetimeNs " + lifetimeNs + ": expected 0 or more");
        }
    }
}
