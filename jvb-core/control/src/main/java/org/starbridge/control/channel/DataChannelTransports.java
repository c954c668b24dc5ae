package org.starbridge.control.channel;

import org.starbridge.colibri.Sctp;
import org.starbridge.media.api.ApplicationData;

/** Makes the {@link DataChannelTransport}s of endpoints and relays. Thread safe. */
public interface DataChannelTransports {
    /** Of a bridge that offers no data channels. */
    DataChannelTransports NONE = new DataChannelTransports() {
        @Override
        public boolean isOffered() {
            return false;
        }

        @Override
        public DataChannelTransport open(Sctp.Role role) {
            return new Nothing();
        }
    };

    /** Returns whether endpoints may ask for one ({@code videobridge.sctp.enabled}). */
    boolean isOffered();

    /**
     * For one DTLS session, with which it ends.
     *
     * @param role the bridge's. As server, which it is to every endpoint, it waits for its peer; as client it begins
     *     the association and opens the channel, as one of two relays has to
     */
    DataChannelTransport open(Sctp.Role role);

    /** Carries nothing. */
    final class Nothing implements DataChannelTransport {
        @Override
        public void serve(ChannelSlot slot) {}

        @Override
        public void onConnected(ApplicationData.Outlet outlet) {}

        @Override
        public void onData(byte[] record) {}

        @Override
        public void onEnded() {}
    }
}
