package org.starbridge.benchmarks.floor;

/** Order in which the packets of one pass leave. */
enum Grouping {
    /** Receiver after receiver, equal lengths together, so that the kernel gets runs. */
    GROUPED,
    /** Packet after packet, each to all its receivers: one datagram a message. */
    SINGLE
}
