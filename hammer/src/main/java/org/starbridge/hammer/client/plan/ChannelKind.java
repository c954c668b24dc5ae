package org.starbridge.hammer.client.plan;

/** Carrier of an endpoint's bridge channel. */
public enum ChannelKind {
    /** The WebSocket whose URL the bridge gives; none if it gives none. */
    WS,
    /** A data channel, over SCTP. */
    SCTP,
    /** A data channel if one is offered, else the WebSocket if there is a URL. */
    OFFERED,
    /** No channel at all: what the bridge forwards then is its default. */
    NONE;

    /** Returns whether a data channel is asked for. */
    public boolean asksForData() {
        return this == SCTP || this == OFFERED;
    }
}
