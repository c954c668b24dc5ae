package org.starbridge.media.endpoint;

import java.util.List;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.dtls.DtlsSession;
import org.starbridge.transport.dtls.DtlsSrtpKeys;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/** DTLS-SRTP, RFC 5764. */
public final class DtlsKeyAgreement implements KeyAgreement {
    private final DtlsSession session;
    private final ApplicationData data;

    private DtlsKeyAgreement(
            DtlsHandshakes pool,
            DtlsIdentity identity,
            List<Integer> profiles,
            ApplicationData data,
            Listener listener) {
        this.data = data;
        session = new DtlsSession(pool, identity, profiles, new Adapter(pool, data, listener));
    }

    /**
     * Endpoints of one process: one pool of handshakes.
     *
     * @param profiles SRTP protection profiles in order of preference
     */
    public static Factory factory(DtlsHandshakes pool, List<SrtpProfile> profiles) {
        List<Integer> ids = profiles.stream().map(SrtpProfile::id).toList();
        return new Factory() {
            @Override
            public KeyAgreement create(DtlsIdentity identity, Listener listener) {
                return create(identity, ApplicationData.IGNORED, listener);
            }

            @Override
            public KeyAgreement create(DtlsIdentity identity, ApplicationData data, Listener listener) {
                return new DtlsKeyAgreement(pool, identity, ids, data, listener);
            }
        };
    }

    @Override
    public void start(DtlsRole role) {
        session.start(role);
    }

    @Override
    public void remoteFingerprints(List<DtlsFingerprint> fingerprints) {
        session.remoteFingerprints(fingerprints);
    }

    @Override
    public void onDatagram(byte[] datagram) {
        session.onDatagram(datagram);
    }

    @Override
    public int dropped(DtlsDropReason reason) {
        return session.dropped(reason);
    }

    @Override
    public void state(State state) throws StateException {
        session.state(state);
        if (state.isReading() && session.isConnected()) {
            data.onConnected(session::sendApplicationData);
        }
    }

    @Override
    public void close() {
        session.close();
    }

    private final class Adapter implements DtlsSession.Listener {
        private final DtlsHandshakes pool;
        private final ApplicationData data;
        private final Listener listener;

        Adapter(DtlsHandshakes pool, ApplicationData data, Listener listener) {
            this.pool = pool;
            this.data = data;
            this.listener = listener;
        }

        @Override
        public void send(byte[] datagram) {
            listener.send(datagram);
            pool.executeLast(listener.wakeUp());
        }

        @Override
        public void onConnected(DtlsSrtpKeys keys) {
            SrtpProfile profile = SrtpProfile.byId(keys.profileId());
            if (profile == null) {
                listener.onFailed("the peer chose SRTP profile " + keys.profileId() + ", which was not offered");
                return;
            }
            listener.onKeys(
                    new SrtpKeys(profile, keys.localKey(), keys.localSalt(), keys.remoteKey(), keys.remoteSalt()));
            data.onConnected(session::sendApplicationData);
        }

        @Override
        public void onApplicationData(byte[] record) {
            data.onData(record);
        }

        @Override
        public void onFailed(String reason) {
            data.onEnded();
            listener.onFailed(reason);
        }

        @Override
        public void onClosed() {
            data.onEnded();
            listener.onClosed();
        }
    }
}
