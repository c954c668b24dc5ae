package org.starbridge.media.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/** Key agreements without a handshake: the log says when there are keys, which are all zero. */
public final class ReplayKeys implements KeyAgreement.Factory {
    private final Map<Integer, KeyAgreement.Listener> listeners = new HashMap<>();
    private int nextKey;

    /** The next one that is made is this endpoint's. */
    public void next(int endpointKey) {
        nextKey = endpointKey;
    }

    @Override
    public KeyAgreement create(DtlsIdentity identity, KeyAgreement.Listener listener) {
        listeners.put(nextKey, listener);
        return new Agreement();
    }

    /** The handshake is complete; without effect for an endpoint that is unknown. */
    public void complete(int endpointKey, @Nullable SrtpProfile profile) {
        KeyAgreement.Listener listener = listeners.get(endpointKey);
        if (listener != null && profile != null) {
            listener.onKeys(SrtpKeys.zeros(profile));
        }
    }

    /** It failed, or its session ended. */
    public void end(int endpointKey) {
        KeyAgreement.Listener listener = listeners.get(endpointKey);
        if (listener != null) {
            listener.onFailed("as in the log");
        }
    }

    private static final class Agreement implements KeyAgreement {
        @Override
        public void start(DtlsRole role) {
            // the log says when it is complete
        }

        @Override
        public void remoteFingerprints(List<DtlsFingerprint> fingerprints) {
            // none is checked
        }

        @Override
        public void onDatagram(byte[] datagram) {
            // there is no handshake
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
