package org.starbridge.bandwidth;

/** Reason for the bound on the estimate. */
public enum Reason {
    /** Nothing is known yet: the start rate. */
    START,
    /** Queues in front of the receiver: the rate was lowered at overuse, and grows carefully. */
    DELAY,
    /** Packets are lost. */
    LOSS,
    /** A probe measured it, and nothing has changed since. */
    PROBE,
    /** It would grow if more were sent: it is at the limit above the acknowledged bitrate. */
    ACKNOWLEDGED,
    /** The receiver asked for no more (REMB). */
    REMB,
    /** The configured minimum or maximum. */
    CONFIGURED,
    /** The receiver does not answer. */
    NO_FEEDBACK
}
