package org.starbridge.control.channel;

import java.net.URI;

/** Opens channels to other bridges (WebSocket). Any thread. */
@FunctionalInterface
public interface RelayConnector {
    /** Of a bridge that only waits to be connected to. */
    RelayConnector NONE = (_, _) -> Connection.NONE;

    /**
     * Connects, and again whenever the connection is lost, until it is closed. Returns at once.
     *
     * @param url where the other bridge waits
     * @param slot our end of the channel
     */
    Connection connect(URI url, ChannelSlot slot);

    /** A connection that is open, or is being opened. */
    @FunctionalInterface
    interface Connection {
        /** None. */
        Connection NONE = () -> {};

        /** Ends it; no attempt follows. A second call does nothing. */
        void close();
    }
}
