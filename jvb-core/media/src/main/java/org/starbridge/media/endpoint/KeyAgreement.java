package org.starbridge.media.endpoint;

import java.util.List;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * Agrees on SRTP keys with an endpoint: by DTLS in production, by keys from the test in a simulation. Methods are
 * called by the endpoint's worker and return at once.
 */
public interface KeyAgreement extends AutoCloseable {
    /** Begins, in the given role; datagrams may have come before. */
    void start(DtlsRole role);

    /** Adds fingerprints that the peer's certificate may have. */
    void remoteFingerprints(List<DtlsFingerprint> fingerprints);

    /** A DTLS datagram from the peer; the array is not used otherwise. */
    void onDatagram(byte[] datagram);

    /** Returns the number of datagrams that were refused for a reason. */
    default int dropped(DtlsDropReason reason) {
        return 0;
    }

    /** Its part of a snapshot: what it needs behind the handshake. What is read goes into one that did not start. */
    default void state(State state) throws StateException {}

    @Override
    void close();

    /** The results. Called from any thread; must return at once. */
    interface Listener {
        /** A datagram for the peer; it may wait until {@link #wakeUp} is run. */
        void send(byte[] datagram);

        /**
         * Wakes the sending thread. To be run after {@link #send}, once for many datagrams. The same object for all
         * whose datagrams the same thread sends.
         */
        Runnable wakeUp();

        /** The keys; {@code sendKey} is ours. */
        void onKeys(SrtpKeys keys);

        /** It failed for good; a sentence for people. */
        void onFailed(String reason);

        /** The peer ended the session. */
        void onClosed();
    }

    /** Makes one for each endpoint. */
    @FunctionalInterface
    interface Factory {
        /** With our certificate for this endpoint; its fingerprint is in the answer to the endpoint. */
        KeyAgreement create(DtlsIdentity identity, Listener listener);

        /** The same, where {@code data} takes what else comes over the session; ignored where there is no session. */
        default KeyAgreement create(DtlsIdentity identity, ApplicationData data, Listener listener) {
            return create(identity, listener);
        }
    }
}
