package org.starbridge.transport.link;

/** Reason why a link dropped a datagram. */
public enum LinkDrop {
    /** Above the policer's rate, with an empty bucket. */
    POLICED,
    /** At random, alone or in a burst. */
    LOST,
    /** The queue was full. */
    QUEUE_FULL
}
