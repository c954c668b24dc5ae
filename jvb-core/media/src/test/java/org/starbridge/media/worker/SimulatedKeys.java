package org.starbridge.media.worker;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * Keys without a handshake: both sides derive them from the client's name, which the bridge sees as the client's
 * fingerprint. Two bridges derive them from the name of their link.
 */
final class SimulatedKeys implements KeyAgreement {
    /** The first byte of a record with an alert, such as close_notify. */
    static final byte DTLS_ALERT = 21;

    private final Listener listener;
    private byte[] fingerprint = new byte[32];

    SimulatedKeys(Listener listener) {
        this.listener = listener;
    }

    static DtlsFingerprint fingerprint(String client) {
        return new DtlsFingerprint(
                "sha-256", HexFormat.ofDelimiter(":").formatHex(digest(client)).toUpperCase(Locale.ROOT));
    }

    static SrtpKeys ofClient(String client) {
        return keys(digest(client)).swapped();
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** The bridge's view. */
    private static SrtpKeys keys(byte[] seed) {
        byte[] send = digest("send" + HexFormat.of().formatHex(seed));
        byte[] receive = digest("receive" + HexFormat.of().formatHex(seed));
        return new SrtpKeys(
                SrtpProfile.AEAD_AES_128_GCM,
                Arrays.copyOf(send, 16),
                Arrays.copyOfRange(send, 16, 28),
                Arrays.copyOf(receive, 16),
                Arrays.copyOfRange(receive, 16, 28));
    }

    @Override
    public void remoteFingerprints(List<DtlsFingerprint> fingerprints) {
        fingerprint = HexFormat.ofDelimiter(":").parseHex(fingerprints.get(0).value());
    }

    @Override
    public void start(DtlsRole role) {
        SrtpKeys server = keys(fingerprint);
        listener.onKeys(role == DtlsRole.CLIENT ? server.swapped() : server);
    }

    @Override
    public void onDatagram(byte[] datagram) {}

    /** As DTLS does it, a little later than it is asked to. */
    @Override
    public void close() {
        listener.send(new byte[] {DTLS_ALERT, 1, 0});
        listener.onClosed();
    }
}
