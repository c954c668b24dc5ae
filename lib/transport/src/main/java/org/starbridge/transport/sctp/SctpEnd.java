package org.starbridge.transport.sctp;

/** Reason why an association ended. */
public enum SctpEnd {
    /** Either side said so, and everything was delivered. */
    SHUTDOWN,
    /** We aborted it. */
    ABORTED,
    /** The peer aborted it. */
    ABORTED_BY_PEER,
    /** The peer broke the protocol, so we aborted it. */
    PROTOCOL_VIOLATION,
    /** The peer did not answer as often as the configuration says. */
    TIMED_OUT,
    /** The peer lost its end and began again: {@link SctpSink#onConnected} follows at once. */
    RESTARTED
}
