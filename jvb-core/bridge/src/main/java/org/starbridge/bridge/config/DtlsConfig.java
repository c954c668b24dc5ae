package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.transport.dtls.DtlsFingerprint;

/**
 * DTLS handshakes.
 *
 * @param handshakeTimeout a handshake that takes longer has failed; 30 s
 * @param computingThreads handshakes that compute at the same time; 0 = half the cores, at least one: the other half
 *     stays with media
 * @param maxHandshakes handshakes in progress; more wait for their turn, and their clients repeat; 128: about 20 MB of
 *     stacks
 * @param fingerprintHash hash function of our certificate's fingerprint; sha-256, which all clients know
 * @param acceptedHashes by which a client's certificate may be told, of those known; sha-512, sha-384 and sha-256, not
 *     sha-1: who can make two certificates with one SHA-1 hash could take the client's place
 */
public record DtlsConfig(
        Duration handshakeTimeout,
        int computingThreads,
        int maxHandshakes,
        String fingerprintHash,
        List<String> acceptedHashes) {
    private static final String AT = "jmt.dtls.";

    /** As documented. */
    static final DtlsConfig DEFAULT =
            new DtlsConfig(Duration.ofSeconds(30), 0, 128, "sha-256", DtlsFingerprint.STRONG_HASHES);

    public DtlsConfig {
        requirePositive("jmt.dtls.handshake-timeout", handshakeTimeout);
        requireRange("starbridge.dtls.computing-threads", computingThreads, 0, 1024);
        requireRange("starbridge.dtls.max-handshakes", maxHandshakes, 1, 100_000);
        requireKnown(AT + "local-fingerprint-hash-function", List.of(fingerprintHash));
        requireKnown(AT + "accepted-fingerprint-hash-functions", acceptedHashes);
        acceptedHashes = List.copyOf(acceptedHashes);
    }

    private static void requireKnown(String key, List<String> hashes) {
        for (String hash : hashes) {
            if (!DtlsFingerprint.ACCEPTED_HASHES.contains(hash)) {
                throw new ConfigException(key, hash, String.join(", ", DtlsFingerprint.ACCEPTED_HASHES));
            }
        }
    }

    /** {@link #computingThreads()} with 0 replaced, for a machine with so many cores. */
    public int computingThreadsFor(int cores) {
        return computingThreads > 0 ? computingThreads : Math.max(1, cores / 2);
    }

    static DtlsConfig read(ConfigReader in) {
        return new DtlsConfig(
                in.duration(AT + "handshake-timeout"),
                in.integer("starbridge.dtls.computing-threads"),
                in.integer("starbridge.dtls.max-handshakes"),
                in.text(AT + "local-fingerprint-hash-function").toLowerCase(Locale.ROOT),
                in.texts(AT + "accepted-fingerprint-hash-functions").stream()
                        .map(hash -> hash.toLowerCase(Locale.ROOT))
                        .toList());
    }
}
