package org.starbridge.media.source;

/** Relation of a packet to what came of its stream before. */
enum ArrivalStatus {
    /** It is beyond everything so far. */
    NEW,
    /** It was missing: reordered, or sent again. */
    LATE,
    /** It came before, by itself or as a retransmission. */
    DUPLICATE,
    /** So far back that it is unknown whether it came before. */
    TOO_OLD
}
