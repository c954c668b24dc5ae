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
    private static final SrtpProfile PROFILE = SrtpProfile.AEAD_AES_128_GCM;
    private static final int KEY_BYTES = 16;
    private static final int SALT_BYTES = 12;

    private final Listener listener;
    private final Map<String, SrtpKeys> ofClients;
    private final RandomGenerator random;
    private String fingerprint = "";

    /** @param ofClients takes the keys of each client by its fingerprint */
    RehearsalKeys(Listener listener, Map<String, SrtpKeys> ofClients, RandomGenerator random) {
        this.listener = listener;
        this.ofClients = ofClients;
        this.random = random;
    }

    @Override
    public void remoteFingerprints(List<DtlsFingerprint> fingerprints) {
        fingerprint = fingerprints.getFirst().value();
    }

    @Override
    public void start(DtlsRole role) {
        SrtpKeys ours = new SrtpKeys(PROFILE, bytes(KEY_BYTES), bytes(SALT_BYTES), bytes(KEY_BYTES), bytes(SALT_BYTES));
        ofClients.put(fingerprint, copy(ours.swapped()));
        listener.onKeys(ours);
    }

    /** The session wipes its own. */
    private static SrtpKeys copy(SrtpKeys keys) {
        return new SrtpKeys(
                PROFILE,
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
