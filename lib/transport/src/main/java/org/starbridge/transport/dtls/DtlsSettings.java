package org.starbridge.transport.dtls;

import java.time.Duration;
import java.util.List;

/**
 * Handshakes and certificates.
 *
 * @param handshakeTimeout a handshake that takes longer has failed; 30 s
 * @param computingThreads handshakes that compute at the same time; 0 = half the cores, at least one: the other half
 *     stays with media
 * @param maxHandshakes handshakes in progress; more wait for their turn, and their clients repeat; 128: about 20 MB of
 *     stacks
 * @param fingerprintHash hash function of our certificate's fingerprint; sha-256, which all clients know
 * @param acceptedHashes hash functions of clients' fingerprints, of those known; sha-512, sha-384 and sha-256, not
 *     sha-1: with two certificates of one SHA-1 hash an attacker could take a client's place
 */
public record DtlsSettings(
        Duration handshakeTimeout,
        int computingThreads,
        int maxHandshakes,
        String fingerprintHash,
        List<String> acceptedHashes) {
    /** As documented. */
    public static final DtlsSettings DEFAULT =
            new DtlsSettings(Duration.ofSeconds(30), 0, 128, "sha-256", DtlsFingerprint.STRONG_HASHES);

    /** @throws IllegalArgumentException if a value is out of its range */
    public DtlsSettings {
        acceptedHashes = List.copyOf(acceptedHashes);
        boolean isKnown = DtlsFingerprint.ACCEPTED_HASHES.contains(fingerprintHash)
                && DtlsFingerprint.ACCEPTED_HASHES.containsAll(acceptedHashes);
        if (!isKnown || !handshakeTimeout.isPositive() || computingThreads < 0 || maxHandshakes < 1) {
            throw new IllegalArgumentException("handshakeTimeout " + handshakeTimeout + ", computingThreads "
                    + computingThreads + ", maxHandshakes " + maxHandshakes + ", hashes " + fingerprintHash + " and "
                    + acceptedHashes + ": expected a time, 0 or more, 1 or more, and known hash functions");
        }
    }

    /** {@link #computingThreads()} with 0 replaced, for a machine with so many cores. */
    public int computingThreadsFor(int cores) {
        return computingThreads > 0 ? computingThreads : Math.max(1, cores / 2);
    }
}
