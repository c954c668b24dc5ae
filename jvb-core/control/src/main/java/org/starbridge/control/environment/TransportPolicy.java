package org.starbridge.control.environment;

import java.util.List;
import java.util.random.RandomGenerator;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.ice.IceCredentials;

/**
 * The bridge's side of its endpoints' transports.
 *
 * @param ufragPrefix what our user fragments begin with; may be empty ({@code videobridge.ice.ufrag-prefix})
 * @param restartsIce whether ICE is restarted in place when the focus asks for it; otherwise it invites the client
 *     again ({@code videobridge.ice.restart.enabled})
 * @param fingerprintHash the hash function of our certificate's fingerprint
 *     ({@code jmt.dtls.local-fingerprint-hash-function})
 * @param acceptedHashes hash functions that a peer's fingerprint may have
 *     ({@code jmt.dtls.accepted-fingerprint-hash-functions})
 */
public record TransportPolicy(
        String ufragPrefix, boolean restartsIce, String fingerprintHash, List<String> acceptedHashes) {
    /** The documented defaults. */
    public static final TransportPolicy DEFAULT =
            new TransportPolicy("", true, "sha-256", DtlsFingerprint.STRONG_HASHES);

    public TransportPolicy {
        acceptedHashes = List.copyOf(acceptedHashes);
    }

    public IceCredentials credentials(RandomGenerator random) {
        return IceCredentials.random(ufragPrefix, random);
    }
}
