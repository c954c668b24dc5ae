package org.starbridge.transport.dtls;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The hash of a certificate as signalling carries it: {@code a=fingerprint:sha-256 AB:CD:...} (RFC 8122 section 5).
 * Immutable; two fingerprints that differ only in the case of their letters are equal.
 *
 * @param hash the hash's name in lower case: sha-512, sha-384, sha-256 or sha-1
 * @param value the digest as upper-case hexadecimal bytes with colons between them
 */
public record DtlsFingerprint(String hash, String value) {
    /** The hashes that are known, the strongest first. RFC 8122 forbids MD5 and MD2. */
    public static final List<String> ACCEPTED_HASHES = List.of("sha-512", "sha-384", "sha-256", "sha-1");

    /** Those without known collisions; for SHA-1 two files with one hash were made in 2017. */
    public static final List<String> STRONG_HASHES = List.of("sha-512", "sha-384", "sha-256");

    private static final HexFormat COLON_HEX = HexFormat.ofDelimiter(":").withUpperCase();

    /** Normalises the case of both parts; throws IllegalArgumentException for an unknown hash or a malformed value. */
    public DtlsFingerprint {
        hash = hash.strip().toLowerCase(Locale.ROOT);
        value = value.strip().toUpperCase(Locale.ROOT);
        if (!ACCEPTED_HASHES.contains(hash)) {
            throw new IllegalArgumentException(
                    "fingerprint hash \"%s\": expected one of %s".formatted(hash, ACCEPTED_HASHES));
        }
        int lengthBytes = COLON_HEX.parseHex(value).length;
        int expectedBytes = digest(hash).getDigestLength();
        if (lengthBytes != expectedBytes) {
            throw new IllegalArgumentException(
                    "%s fingerprint of %d bytes: expected %d".formatted(hash, lengthBytes, expectedBytes));
        }
    }

    /**
     * The fingerprint in these two strings from a peer, empty if the hash is not accepted or the value is malformed.
     */
    public static Optional<DtlsFingerprint> parse(String hash, String value) {
        try {
            return Optional.of(new DtlsFingerprint(hash, value));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The fingerprint of a DER-encoded certificate under one of {@link #ACCEPTED_HASHES}. */
    public static DtlsFingerprint of(String hash, byte[] derCertificate) {
        String name = hash.toLowerCase(Locale.ROOT);
        return new DtlsFingerprint(name, COLON_HEX.formatHex(digest(name).digest(derCertificate)));
    }

    /** Returns whether this is the fingerprint of that certificate. */
    public boolean matches(byte[] derCertificate) {
        return MessageDigest.isEqual(COLON_HEX.parseHex(value), digest(hash).digest(derCertificate));
    }

    private static MessageDigest digest(String hash) {
        try {
            return MessageDigest.getInstance(hash.toUpperCase(Locale.ROOT));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("fingerprint hash \"" + hash + "\" is not known to this JVM", e);
        }
    }
}
