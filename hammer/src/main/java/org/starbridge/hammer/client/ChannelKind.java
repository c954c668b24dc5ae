package org.starbridge.hammer.client;

/** What carries an endpoint's bridge channel. */
public enum ChannelKind {
    /** The WebSocket whose URL the bridge gives; none if it gives none. */
    WS,
    /** A data channel, over SCTP. */
    SCTP,
    /** No channel at all: what the bridge forwards then is its default. */
    NONE
}
