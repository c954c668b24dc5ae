package org.starbridge.bandwidth;

/** Kind of feedback that the receiver reports, as negotiated. */
public enum FeedbackKind {
    /** Transport-wide feedback: arrival times of all packets. Loss in receiver reports is ignored. */
    TRANSPORT_WIDE,
    /** Receiver reports, perhaps REMB. */
    RECEIVER_REPORTS
}
