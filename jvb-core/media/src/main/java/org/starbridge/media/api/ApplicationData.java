package org.starbridge.media.api;

/**
 * Takes the application data of an endpoint's DTLS session: SCTP packets. Called on threads of the DTLS sessions, one
 * at a time; must return at once.
 */
public interface ApplicationData {
    /** For endpoints that were not offered any: what comes is ignored. */
    ApplicationData IGNORED = new ApplicationData() {
        @Override
        public void onConnected(Outlet outlet) {}

        @Override
        public void onData(byte[] record) {}

        @Override
        public void onEnded() {}
    };

    /** The way to the peer. Any thread, returns at once. */
    @FunctionalInterface
    interface Outlet {
        /** Sends one record, whose array is its own afterwards; false if it was dropped. */
        boolean send(byte[] record);
    }

    /** The session is up. */
    void onConnected(Outlet outlet);

    /** One record came; the array is the taker's. */
    void onData(byte[] record);

    /** The session is over; nothing follows. */
    void onEnded();
}
