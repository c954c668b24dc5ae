package org.starbridge.jvb.conference;

import org.starbridge.jvb.media.ApplicationData;

/** Makes a {@link DataLink} for each endpoint that is to have one. Thread safe. */
public interface DataLinks {
    /** Of a bridge that offers no data channels. */
    DataLinks NONE = new DataLinks() {
        @Override
        public boolean isOffered() {
            return false;
        }

        @Override
        public DataLink open() {
            return new Nothing();
        }
    };

    /** Whether endpoints may ask for one ({@code videobridge.sctp.enabled}). */
    boolean isOffered();

    /** For one endpoint; it waits for its peer, and ends with the DTLS session. */
    DataLink open();

    /** Carries nothing. */
    final class Nothing implements DataLink {
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
