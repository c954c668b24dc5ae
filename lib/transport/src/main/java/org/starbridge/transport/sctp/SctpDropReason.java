package org.starbridge.transport.sctp;

/** Reason why an association refused a packet, a chunk or a message of its peer. Counted, see {@link SctpCounts}. */
public enum SctpDropReason {
    /** No SCTP packet: too short, or a length in it is a lie. */
    MALFORMED,
    /** The CRC32c is not the packet's. */
    BAD_CHECKSUM,
    /** Not between the ports that signalling agreed on. */
    WRONG_PORT,
    /** The verification tag is not this association's. */
    WRONG_TAG,
    /** For an association that does not exist; answered with ABORT (RFC 9260 section 8.4). */
    OUT_OF_THE_BLUE,
    /** An INIT or INIT ACK that offers no stream, has no tag, or does not stand alone. */
    BAD_INIT,
    /** An INIT that came too soon after too many others; not answered. */
    TOO_MANY_INITS,
    /** A cookie that was not signed here: forged, or from before a restart of the process. */
    BAD_COOKIE,
    /** A cookie that was signed here, too long ago. */
    EXPIRED_COOKIE,
    /**
     * A good cookie whose tags belong to no present or possible association (RFC 9260 section 5.2.4, action C), or that
     * is from before the end of one.
     */
    STALE_COOKIE,
    /** A chunk that does not belong into the association's state. */
    UNEXPECTED_CHUNK,
    /** An unknown chunk type; skipped or reported as its high bits say. */
    UNKNOWN_CHUNK,
    /** An acknowledgement of what was never sent. */
    SACK_FOR_UNSENT,
    /** Data too far ahead of what is missing. */
    TSN_OUT_OF_WINDOW,
    /** Data that came before; told to the peer in the next SACK. */
    DUPLICATE_DATA,
    /** Data without a byte in it (RFC 9260 section 3.3.1): the association is aborted. */
    EMPTY_DATA,
    /** Data for a stream beyond the negotiated number. */
    NO_SUCH_STREAM,
    /** Fragments that overlap, or that belong to no message: the association is aborted if they contradict others. */
    FRAGMENT_CONFLICT,
    /** A message longer than the limit: acknowledged, not kept, not delivered. */
    MESSAGE_TOO_LARGE,
    /** An ordered message whose sequence number was there before. */
    STALE_SSN,
    /** The receive memory of the association, or of all, is used up; the peer will send it again. */
    RECEIVE_MEMORY_FULL,
    /** A message for whose next part there was no room for ten seconds: acknowledged, not delivered. */
    MESSAGE_STALLED,
    /** A FORWARD TSN that goes back, or further than the peer can have sent. */
    BAD_FORWARD_TSN,
    /** A stream reset request out of turn. */
    BAD_RECONFIG
}
