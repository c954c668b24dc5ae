package org.starbridge.media.forward;

/** Outcome of a request for one packet. */
public enum Retransmission {
    /** It was sent again. */
    SENT,
    /** It was never sent, or so long ago that it is forgotten or overwritten. */
    NOT_CACHED,
    /** Its header is longer than what is kept of one. */
    HEADER_TOO_LONG,
    /** It was just sent, too often, or the receiver asks for too much; or the socket takes nothing more. */
    REFUSED
}
