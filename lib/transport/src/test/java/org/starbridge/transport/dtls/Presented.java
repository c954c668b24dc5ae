package org.starbridge.transport.dtls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.ECNamedCurveTable;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.generators.ECKeyPairGenerator;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ECKeyGenerationParameters;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.HashAlgorithm;
import org.bouncycastle.tls.SignatureAlgorithm;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsCredentialedSigner;
import org.bouncycastle.tls.crypto.TlsCertificate;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.TlsStreamSigner;
import org.bouncycastle.tls.crypto.impl.bc.BcDefaultTlsCredentialedSigner;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that a foreign peer presents, with its key, or without one: then its signatures are made up. No one
 * looks at the signature of the certificate itself, so it is made up, too.
 */
record Presented(
        Certificate chain,
        short signatureAlgorithm,
        @Nullable AsymmetricKeyParameter privateKey) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final BcTlsCrypto CRYPTO = new BcTlsCrypto(RANDOM);

    static Presented ecdsa(String curve) {
        ECKeyPairGenerator generator = new ECKeyPairGenerator();
        generator.init(new ECKeyGenerationParameters(
                new ECNamedDomainParameters(ECNamedCurveTable.getOID(curve), ECNamedCurveTable.getByName(curve)),
                RANDOM));
        return of(generator.generateKeyPair(), SignatureAlgorithm.ecdsa);
    }

    static Presented rsa(int modulusBits) {
        RSAKeyPairGenerator generator = new RSAKeyPairGenerator();
        generator.init(new RSAKeyGenerationParameters(BigInteger.valueOf(65537), RANDOM, modulusBits, 64));
        return of(generator.generateKeyPair(), SignatureAlgorithm.rsa);
    }

    private static Presented of(AsymmetricCipherKeyPair keys, short algorithm) {
        try {
            SubjectPublicKeyInfo key = SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(keys.getPublic());
            return new Presented(chain(1, key, "CN=real"), algorithm, keys.getPrivate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of an RSA key that need not exist: numbers of these lengths. */
    static Presented rsaNumbers(int modulusBits, int exponentBits) {
        RSAPublicKey key = new RSAPublicKey(number(modulusBits), number(exponentBits));
        try {
            return keyless(
                    1,
                    new SubjectPublicKeyInfo(new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption), key),
                    "CN=numbers",
                    SignatureAlgorithm.rsa);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BigInteger number(int bits) {
        return new BigInteger(bits, RANDOM).setBit(bits - 1).setBit(0);
    }

    static Presented keyless(int chainLength, SubjectPublicKeyInfo key, String subject, short algorithm) {
        return new Presented(chain(chainLength, key, subject), algorithm, null);
    }

    @SuppressWarnings("JavaUtilDate") // Bouncy Castle's signature.
    private static Certificate chain(int length, SubjectPublicKeyInfo key, String subject) {
        X500Name name = new X500Name(subject);
        Instant now = Instant.now();
        X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                name,
                BigInteger.TWO,
                Date.from(now.minus(Duration.ofDays(1))),
                Date.from(now.plus(Duration.ofDays(1))),
                name,
                key);
        try {
            TlsCertificate certificate =
                    CRYPTO.createCertificate(builder.build(new MadeUp()).getEncoded());
            TlsCertificate[] chain = new TlsCertificate[length];
            Arrays.fill(chain, certificate);
            return new Certificate(chain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    DtlsFingerprint fingerprint() {
        try {
            return DtlsFingerprint.of("sha-256", chain.getCertificateAt(0).getEncoded());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isRsa() {
        return signatureAlgorithm == SignatureAlgorithm.rsa;
    }

    TlsCredentialedSigner signer(TlsContext context) {
        SignatureAndHashAlgorithm algorithm =
                SignatureAndHashAlgorithm.getInstance(HashAlgorithm.sha256, signatureAlgorithm);
        return privateKey == null
                ? new Keyless(chain, algorithm)
                : new BcDefaultTlsCredentialedSigner(
                        new TlsCryptoParameters(context), CRYPTO, privateKey, chain, algorithm);
    }

    private record Keyless(Certificate chain, SignatureAndHashAlgorithm algorithm) implements TlsCredentialedSigner {
        @Override
        public Certificate getCertificate() {
            return chain;
        }

        @Override
        public byte[] generateRawSignature(byte[] hash) {
            return new byte[256];
        }

        @Override
        public SignatureAndHashAlgorithm getSignatureAndHashAlgorithm() {
            return algorithm;
        }

        @Override
        public @Nullable TlsStreamSigner getStreamSigner() {
            return null;
        }
    }

    private static final class MadeUp implements ContentSigner {
        @Override
        public AlgorithmIdentifier getAlgorithmIdentifier() {
            return new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption);
        }

        @Override
        public java.io.OutputStream getOutputStream() {
            return java.io.OutputStream.nullOutputStream();
        }

        @Override
        public byte[] getSignature() {
            return new byte[256];
        }
    }
}
