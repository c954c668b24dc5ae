package org.starbridge.transport.dtls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.bc.BcX509v3CertificateBuilder;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.generators.ECKeyPairGenerator;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ECKeyGenerationParameters;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.crypto.util.PrivateKeyInfoFactory;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.bc.BcECContentSignerBuilder;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.HashAlgorithm;
import org.bouncycastle.tls.SignatureAlgorithm;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsCredentialedSigner;
import org.bouncycastle.tls.crypto.TlsCertificate;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.impl.bc.BcDefaultTlsCredentialedSigner;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Our identity in a handshake: a key pair and its self-signed certificate (ECDSA P-256, SHA256withECDSA, a random
 * name).
 *
 * <p>Meant to be shared by all sessions of a process and replaced once a day; sessions keep the one they began with.
 * The certificate's dates do not matter to WebRTC peers, who trust its fingerprint only; a day back allows for their
 * clocks. Immutable and thread safe. The {@link SecureRandom} given at creation serves every handshake of this
 * identity.
 */
public final class DtlsIdentity {
    private static final Duration VALID_BEFORE = Duration.ofDays(1);
    private static final int MAX_STATE_BYTES = 4096;
    private static final Duration VALID_AFTER = Duration.ofDays(7);

    private final BcTlsCrypto crypto;
    private final AsymmetricKeyParameter privateKey;
    private final byte[] derCertificate;
    private final Certificate chain;
    private final DtlsFingerprint fingerprint;
    private final Instant createdAt;

    private DtlsIdentity(
            BcTlsCrypto crypto, AsymmetricKeyParameter privateKey, byte[] derCertificate, Instant createdAt)
            throws IOException {
        this.crypto = crypto;
        this.privateKey = privateKey;
        this.derCertificate = derCertificate;
        this.chain = new Certificate(new TlsCertificate[] {crypto.createCertificate(derCertificate)});
        this.fingerprint = DtlsFingerprint.of("sha-256", derCertificate);
        this.createdAt = createdAt;
    }

    /** A new key pair with a certificate that is valid from a day before {@code now} to seven days after. */
    public static DtlsIdentity create(SecureRandom random, Instant now) {
        ECNamedDomainParameters p256 =
                new ECNamedDomainParameters(SECObjectIdentifiers.secp256r1, CustomNamedCurves.getByName("secp256r1"));
        ECKeyPairGenerator generator = new ECKeyPairGenerator();
        generator.init(new ECKeyGenerationParameters(p256, random));
        AsymmetricCipherKeyPair keys = generator.generateKeyPair();
        try {
            byte[] der = selfSigned(keys, random, now);
            return new DtlsIdentity(new LenientTlsCrypto(random), keys.getPrivate(), der, now);
        } catch (IOException e) {
            throw new UncheckedIOException("the new certificate cannot be encoded", e);
        }
    }

    /**
     * The same key behind another certificate, in DER. Its key is another one, so no peer should complete a handshake
     * with it: for tests and for attacks on bridges of one's own.
     */
    public DtlsIdentity presenting(byte[] otherCertificate) {
        try {
            return new DtlsIdentity(crypto, privateKey, otherCertificate.clone(), createdAt);
        } catch (IOException e) {
            throw new IllegalArgumentException("the certificate cannot be read", e);
        }
    }

    @SuppressWarnings("JavaUtilDate") // Bouncy Castle's signature.
    private static byte[] selfSigned(AsymmetricCipherKeyPair keys, SecureRandom random, Instant now)
            throws IOException {
        byte[] name = new byte[8];
        random.nextBytes(name);
        X500Name subject = new X500Name("CN=" + HexFormat.of().formatHex(name));
        BigInteger serial = new BigInteger(63, random).setBit(0);
        BcX509v3CertificateBuilder builder = new BcX509v3CertificateBuilder(
                subject,
                serial,
                Date.from(now.minus(VALID_BEFORE)),
                Date.from(now.plus(VALID_AFTER)),
                subject,
                keys.getPublic());
        try {
            return builder.build(new BcECContentSignerBuilder(
                                    new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256),
                                    new AlgorithmIdentifier(NISTObjectIdentifiers.id_sha256))
                            .setSecureRandom(random)
                            .build(keys.getPrivate()))
                    .getEncoded();
        } catch (OperatorCreationException e) {
            throw new IllegalStateException("Bouncy Castle lacks SHA256withECDSA", e);
        }
    }

    /** The sha-256 fingerprint to put into signalling. */
    public DtlsFingerprint fingerprint() {
        return fingerprint;
    }

    /** The fingerprint under another of {@link DtlsFingerprint#ACCEPTED_HASHES}. */
    public DtlsFingerprint fingerprint(String hash) {
        return DtlsFingerprint.of(hash, derCertificate);
    }

    /** Returns the time at which this identity was made, so that it can be replaced in time. */
    public Instant createdAt() {
        return createdAt;
    }

    /** A copy of the certificate in DER. */
    public byte[] copyOfCertificate() {
        return derCertificate.clone();
    }

    BcTlsCrypto crypto() {
        return crypto;
    }

    TlsCredentialedSigner signer(TlsContext context) {
        return new BcDefaultTlsCredentialedSigner(
                new TlsCryptoParameters(context),
                crypto,
                privateKey,
                chain,
                SignatureAndHashAlgorithm.getInstance(HashAlgorithm.sha256, SignatureAlgorithm.ecdsa));
    }

    /**
     * Its part of a snapshot, with the private key.
     *
     * @param identity to be written; null when the record is read
     * @param random serves the handshakes of one that is read
     */
    public static DtlsIdentity state(State state, @Nullable DtlsIdentity identity, SecureRandom random)
            throws StateException {
        try {
            byte[] key = identity == null
                    ? new byte[0]
                    : PrivateKeyInfoFactory.createPrivateKeyInfo(identity.privateKey)
                            .getEncoded();
            key = state.bytes(key, MAX_STATE_BYTES);
            byte[] certificate = state.bytes(identity == null ? new byte[0] : identity.derCertificate, MAX_STATE_BYTES);
            long createdAtMs = state.i64(identity == null ? 0 : identity.createdAt.toEpochMilli());
            DtlsIdentity result = identity == null
                    ? new DtlsIdentity(
                            new LenientTlsCrypto(random),
                            PrivateKeyFactory.createKey(key),
                            certificate,
                            Instant.ofEpochMilli(createdAtMs))
                    : identity;
            Arrays.fill(key, (byte) 0);
            return result;
        } catch (IOException | RuntimeException e) { // Bouncy Castle's for what is no key
            throw new StateException("an identity that cannot be used");
        }
    }
}
