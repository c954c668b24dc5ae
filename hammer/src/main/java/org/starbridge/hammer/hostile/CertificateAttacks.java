package org.starbridge.hammer.hostile;

import static org.starbridge.hammer.hostile.Attack.refused;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.ScriptedEndpoint;
import org.starbridge.hammer.media.Codec;
import org.starbridge.transport.dtls.DtlsIdentity;

/**
 * Endpoints whose certificates have RSA keys without an owner: verifying one signature with such a key takes the better
 * part of a second, or seconds. Signalling names them truly, so the bridge gets as far as the certificate.
 */
final class CertificateAttacks implements AutoCloseable {
    /** Lengths of modulus and exponent in bits. */
    private static final List<int[]> LENGTHS = List.of(new int[] {16_384, 17}, new int[] {8192, 8192});

    /**
     * In a run: each is four lines in the log of a bridge that says what happens to calls, and the log must not grow.
     */
    private static final int JOINS = 3;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final URI bridge;
    private final Codec video;
    private final Random random;
    private final DtlsIdentity owner = DtlsIdentity.create(new SecureRandom(), Instant.now());
    private final Semaphore ended = new Semaphore(0);
    private final AtomicInteger begun = new AtomicInteger();

    CertificateAttacks(URI bridge, Codec video, Random random) {
        this.bridge = bridge;
        this.video = video;
        this.random = random;
    }

    /** Some of the joins may fail earlier, where others flood the bridge's REST interface. */
    List<Attack> all() {
        return List.of(
                new Attack("DTLS with oversized keys", Set.of(refused("dtls_certificates")), 0.3, 1, this::begin));
    }

    private boolean begin() {
        if (begun.get() == JOINS) {
            return false;
        }
        int[] lengths = LENGTHS.get(begun.getAndIncrement() % LENGTHS.size());
        DtlsIdentity monster = owner.presenting(certificate(number(lengths[0]), number(lengths[1])));
        Thread.ofVirtual().name("monstrous-key").start(() -> join(monster));
        return true;
    }

    private void join(DtlsIdentity monster) {
        try (ScriptedEndpoint _ =
                ScriptedEndpoint.join(bridge, UUID.randomUUID().toString(), true, monster, video, TIMEOUT)) {
            // A bridge that lets it in counts nothing, which the report shows.
        } catch (LoadTestException _) {
            // As it should be.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            ended.release();
        }
    }

    private BigInteger number(int bits) {
        return new BigInteger(bits, random).setBit(bits - 1).setBit(0);
    }

    @SuppressWarnings("JavaUtilDate") // Bouncy Castle's signature.
    private static byte[] certificate(BigInteger modulus, BigInteger exponent) {
        X500Name name = new X500Name("CN=monster");
        Instant now = Instant.now();
        try {
            SubjectPublicKeyInfo key = new SubjectPublicKeyInfo(
                    new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption), new RSAPublicKey(modulus, exponent));
            return new X509v3CertificateBuilder(
                            name,
                            BigInteger.TWO,
                            Date.from(now.minus(Duration.ofDays(1))),
                            Date.from(now.plus(Duration.ofDays(1))),
                            name,
                            key)
                    .build(new Unsigned())
                    .getEncoded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for those that are under way. */
    @Override
    public void close() {
        ended.acquireUninterruptibly(begun.get());
    }

    /** The signature of a self-signed certificate is never verified. */
    private static final class Unsigned implements ContentSigner {
        @Override
        public AlgorithmIdentifier getAlgorithmIdentifier() {
            return new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption);
        }

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public byte[] getSignature() {
            return new byte[256];
        }
    }
}
