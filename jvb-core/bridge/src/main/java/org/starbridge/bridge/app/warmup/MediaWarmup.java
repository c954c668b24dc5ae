package org.starbridge.bridge.app.warmup;

import java.time.Duration;
import java.util.List;
import org.starbridge.media.endpoint.DtlsKeyAgreement;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * Runs what a media thread does when an endpoint joins before the first one joins: handshakes of two peers in memory,
 * with ciphers from their keys. Without it Java loads classes and makes forms of its own for native calls (at their
 * 127th call from code that is not compiled) on the media thread while a hundred join, and the others' packets wait.
 */
public final class MediaWarmup {
    /** Each makes eight cipher contexts: more than 127 calls of each function. */
    private static final int HANDSHAKES = 20;

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private MediaWarmup() {}

    /**
     * Runs the handshakes. Nothing of them is left afterwards.
     *
     * @param profiles those that endpoints are offered
     * @return whether what was sealed by one peer was read by the other, each time and in time
     */
    public static boolean run(List<SrtpProfile> profiles, DtlsIdentity identity, SrtpCrypto crypto) {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        try (DtlsHandshakes threads = new DtlsHandshakes(1, 2, LIMIT);
                PacketRoundTrip packets = new PacketRoundTrip(crypto)) {
            KeyAgreement.Factory factory = DtlsKeyAgreement.factory(threads, profiles);
            for (int i = 0; i < HANDSHAKES; i++) {
                HandshakePair pair = HandshakePair.connect(factory, identity, endNs);
                if (pair == null
                        || !packets.passes(pair.server(), pair.client())
                        || !packets.passes(pair.client(), pair.server())) {
                    return false;
                }
            }
        }
        return true;
    }
}
