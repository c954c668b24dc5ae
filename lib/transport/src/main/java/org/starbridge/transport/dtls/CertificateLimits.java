package org.starbridge.transport.dtls;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;

/**
 * Limits on the certificates of a peer that are looked at: those with a key on which a signature is verified in less
 * than a millisecond. The lengths in a key are the peer's choice and the time to compute with it grows with their third
 * power, so they are judged by the certificate's bytes, before anything is computed and before signalling is asked for
 * the fingerprint. Stateless.
 *
 * <p>Browsers make ECDSA P-256 and, if a page asks for it, RSA with 2048 bits and the exponent 65537 (W3C WebRTC,
 * section 4.10.2: the two that each must support); Firefox makes P-384 and P-521, too.
 */
final class CertificateLimits {
    /**
     * The least length of an RSA modulus: what W3C WebRTC names. Browsers and native clients that made 1024 bits are
     * ten years old, and NIST SP 800-131A has disallowed that length since 2014.
     */
    static final int MIN_RSA_MODULUS_BITS = 2048;

    /**
     * Twice the length that is in use: a signature is verified in 0.3 ms then, and on P-521, the slowest curve, in 0.6.
     */
    static final int MAX_RSA_MODULUS_BITS = 4096;

    /** Nearly every RSA key in the world has 65537, of 17 bits; time grows with this length. */
    static final int MAX_RSA_EXPONENT_BITS = 32;

    /** Self-signed certificates of browsers have 300 to 800 bytes, one with RSA 4096 has about 1300. */
    static final int MAX_CERTIFICATE_BYTES = 4096;

    /** Only the first certificate counts; a peer that presents the chain above it is tolerated. */
    static final int MAX_CHAIN_LENGTH = 4;

    /**
     * Named curves: with explicit parameters the peer could choose any field. P-224, which is as strong as RSA of 2048
     * bits (NIST SP 800-57 part 1, table 2), is the curve of FFmpeg's WHIP muxer when it is built with GnuTLS.
     */
    private static final Set<ASN1ObjectIdentifier> CURVES = Set.of(
            SECObjectIdentifiers.secp224r1,
            SECObjectIdentifiers.secp256r1,
            SECObjectIdentifiers.secp384r1,
            SECObjectIdentifiers.secp521r1);

    private static final String EXPECTED = "expected P-224, P-256, P-384 or P-521";

    private CertificateLimits() {}

    /** Throws a fatal alert whose detail says what is beyond which limit. */
    static void check(Certificate chain) throws HandshakeRefused {
        if (chain.getLength() > MAX_CHAIN_LENGTH) {
            throw refused("the peer presents a chain of %d certificates: expected %d at most"
                    .formatted(chain.getLength(), MAX_CHAIN_LENGTH));
        }
        try {
            byte[] der = chain.getCertificateAt(0).getEncoded();
            if (der.length > MAX_CERTIFICATE_BYTES) {
                throw refused("the peer's certificate has %d bytes: expected %d at most"
                        .formatted(der.length, MAX_CERTIFICATE_BYTES));
            }
            checkKey(org.bouncycastle.asn1.x509.Certificate.getInstance(der).getSubjectPublicKeyInfo());
        } catch (HandshakeRefused e) {
            throw e;
        } catch (IOException | RuntimeException e) { // Bouncy Castle's ASN.1 has both for what it can not read
            throw new HandshakeRefused(
                    AlertDescription.bad_certificate, "the peer's certificate cannot be read: " + e.getMessage());
        }
    }

    private static void checkKey(SubjectPublicKeyInfo key) throws IOException {
        ASN1ObjectIdentifier algorithm = key.getAlgorithm().getAlgorithm();
        if (algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            checkRsa(RSAPublicKey.getInstance(key.parsePublicKey()));
        } else if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            checkCurve(key.getAlgorithm().getParameters());
        } else {
            throw refused(
                    "the peer's certificate has a key of algorithm %s: expected ECDSA or RSA".formatted(algorithm));
        }
    }

    private static void checkRsa(RSAPublicKey key) throws HandshakeRefused {
        BigInteger modulus = key.getModulus();
        BigInteger exponent = key.getPublicExponent();
        if (modulus.signum() <= 0
                || modulus.bitLength() < MIN_RSA_MODULUS_BITS
                || modulus.bitLength() > MAX_RSA_MODULUS_BITS) {
            throw refused("the peer's RSA modulus has %d bits: expected %d to %d"
                    .formatted(modulus.bitLength(), MIN_RSA_MODULUS_BITS, MAX_RSA_MODULUS_BITS));
        }
        if (exponent.signum() <= 0 || exponent.bitLength() > MAX_RSA_EXPONENT_BITS) {
            throw refused("the peer's RSA exponent has %d bits: expected %d at most"
                    .formatted(exponent.bitLength(), MAX_RSA_EXPONENT_BITS));
        }
    }

    private static void checkCurve(ASN1Encodable parameters) throws HandshakeRefused {
        if (!(parameters instanceof ASN1ObjectIdentifier curve)) {
            throw refused("the peer's ECDSA key is not on a named curve: " + EXPECTED);
        }
        if (!CURVES.contains(curve)) {
            throw refused("the peer's ECDSA key is on curve %s: %s".formatted(curve, EXPECTED));
        }
    }

    private static HandshakeRefused refused(String sentence) {
        return new HandshakeRefused(AlertDescription.unsupported_certificate, sentence);
    }
}
