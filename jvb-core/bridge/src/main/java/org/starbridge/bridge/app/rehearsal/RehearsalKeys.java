package org.starbridge.bridge.app.rehearsal;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/** Random keys instead of a handshake. The client finds them by its fingerprint. */
final class RehearsalKeys implements KeyAgreement {
    private final Listener listener;
    private final SrtpProfile profile;
    private final Map<String, SrtpKeys> ofClients;
    private final RandomGenerator random;
    private String fingerprint = "";

    /** @param ofClients takes the keys of each client by its fingerprint */
    RehearsalKeys(Listener listener, SrtpProfile profile, Map<String, SrtpKeys> ofClients, RandomGenerator random) {
        this.listener = listener;
        this.profile = profile;
        this.ofClients = ofClients;
        this.random = random;
    }

    @Override
    public void remoteFingerprints(List<DtlsFingerprint> fingerprints) {
        fingerprint = fingerprints.getFirst().value();
    }

    @Override
    public void start(DtlsRole role) {
        int keyBytes = profile.keyLengthBytes();
        int saltBytes = profile.saltLengthBytes();
        SrtpKeys ours = new SrtpKeys(profile, bytes(keyBytes), bytes(saltBytes), bytes(keyBytes), bytes(saltBytes));
        ofClients.put(fingerprint, copy(ours.swapped()));
        listener.onKeys(ours);
    }

    /** The session wipes its own. */
    private static SrtpKeys copy(SrtpKeys keys) {
        return new SrtpKeys(
                keys.profile(),
                keys.sendKey().clone(),
                keys.sendSalt().clone(),
                keys.receiveKey().clone(),
                keys.receiveSalt().clone());
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @Override
    public void onDatagram(byte[] datagram) {}

    @Override
    public void close() {
        listener.onClosed();
    }
}
