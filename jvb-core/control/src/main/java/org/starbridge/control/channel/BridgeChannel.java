package org.starbridge.control.channel;

/**
 * An open bridge channel to one client, whatever carries it. Called under a conference's lock: both methods return at
 * once and do not call back.
 */
public interface BridgeChannel {
    /**
     * Sends one JSON message.
     *
     * @return whether it was taken; not when the channel is closed, or what waits for its client has reached a bound
     */
    boolean send(ChannelText text);

    /** Returns what carries it. */
    default Carrier carrier() {
        return Carrier.WEB_SOCKET;
    }

    /** A client may have one channel of each at a time. */
    enum Carrier {
        WEB_SOCKET,
        /** A data channel, over SCTP. */
        DATA_CHANNEL
    }

    /**
     * Closes it; a second call does nothing. A client for which messages wait does not get the reason: its connection
     * is cut and the messages are dropped.
     */
    void close(CloseReason reason);

    /** Reason for which the bridge closes a channel, as its client sees it (RFC 6455 section 7.4.1). */
    enum CloseReason {
        /** The client opened another one. */
        REPLACED(1000, "replaced"),
        /** The endpoint is gone. */
        ENDPOINT_CLOSED(1001, "endpoint closed"),
        /** The relay was expired: the other bridge is not to connect again. */
        RELAY_CLOSED(1001, "relay_closed"),
        /** The client sends more than it may, for too long. */
        TOO_MANY_MESSAGES(1008, "too many messages");

        private final int code;
        private final String text;

        CloseReason(int code, String text) {
            this.code = code;
            this.text = text;
        }

        public int code() {
            return code;
        }

        public String text() {
            return text;
        }
    }
}
