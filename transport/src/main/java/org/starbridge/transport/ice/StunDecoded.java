package org.starbridge.transport.ice;

/** What became of a datagram: a message, or the reason why there is none. */
sealed interface StunDecoded permits StunMessage, StunDecoded.Refused {
    record Refused(IceDrop reason) implements StunDecoded {}
}
