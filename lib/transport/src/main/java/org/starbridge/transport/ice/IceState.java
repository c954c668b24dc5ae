package org.starbridge.transport.ice;

/** State that an {@link IceAgent} has reached. */
public enum IceState {
    /** The peer's credentials are not known yet; its checks are answered all the same. */
    NEW,
    /** Checks may go out; no pair is selected. */
    CHECKING,
    /** A pair is selected and the peer consents to receive on it. */
    CONNECTED,
    /**
     * A pair is selected but consent has expired (RFC 7675): media must stop. The agent returns by itself when the peer
     * answers again.
     */
    DISCONNECTED,
    /** No pair was selected in time. The agent still answers, and a later valid check of the peer revives it. */
    FAILED,
    /** Closed by the owner; for good. */
    CLOSED
}
