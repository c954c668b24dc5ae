package org.starbridge.transport.dtls;

/** Reason why a session ignored what came from the network. Counted per session, see {@link DtlsSession#dropped}. */
public enum DtlsDropReason {
    /** Not DTLS records from end to end, longer than an Ethernet frame allows, or announcing an absurd message. */
    MALFORMED,
    /** Well formed, but not what the peer's role or the state of the handshake allows. */
    UNEXPECTED,
    /** A record that came before, or so long after others that it is unknown whether it did. */
    REPLAYED,
    /** A record that was not sealed with the session's keys, or was changed on its way. */
    NOT_AUTHENTIC,
    /** The peer sends faster than its datagrams are processed; a flight that is lost so will be retransmitted. */
    INBOX_FULL,
    /** The session failed or was closed. */
    ENDED
}
