package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.DSAParameter;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.ECNamedCurveTable;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.SignatureAlgorithm;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A peer's certificate is refused for its size and its key before anything is computed with it, in both roles. */
@Timeout(60)
class MonstrousKeyTest {
    private static final DtlsHandshakes POOL = new DtlsHandshakes(1, 4, Duration.ofSeconds(20));

    @AfterAll
    static void closePool() {
        POOL.close();
    }

    static Stream<Arguments> refused() throws Exception {
        return Stream.of(
                row("modulus of 16384 bits", Presented.rsaNumbers(16_384, 17), "RSA modulus has 16384 bits"),
                row("modulus and exponent of 16384 bits", Presented.rsaNumbers(16_384, 16_384), "has 4"),
                row("modulus of 4097 bits", Presented.rsaNumbers(4097, 17), "RSA modulus has 4097 bits"),
                row("modulus of 2047 bits", Presented.rsaNumbers(2047, 17), "RSA modulus has 2047 bits"),
                row("exponent of 4096 bits", Presented.rsaNumbers(4096, 4096), "RSA exponent has 4096 bits"),
                row("exponent of 33 bits", Presented.rsaNumbers(2048, 33), "RSA exponent has 33 bits"),
                row("another curve", Presented.ecdsa("secp256k1"), "on curve 1.3.132.0.10"),
                row("a curve of its own", ownCurve(), "not on a named curve"),
                row("no curve", noCurve(), "not on a named curve"),
                row("DSA", dsa(), "key of algorithm 1.2.840.10040.4.1"),
                row("chain of 5", p256(5, "CN=chain"), "chain of 5 certificates"),
                row("chain of 11", p256(11, "CN=chain"), "chain of 11 certificates"),
                row("4 KiB of name", p256(1, "CN=" + "n".repeat(4096)), "expected 4096 at most"));
    }

    private static Arguments row(String name, Presented presented, String sentence) {
        return Arguments.of(Named.of(name, presented), sentence);
    }

    private static Presented ownCurve() throws Exception {
        AlgorithmIdentifier explicit =
                new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, ECNamedCurveTable.getByName("secp256r1"));
        return Presented.keyless(
                1, new SubjectPublicKeyInfo(explicit, new byte[65]), "CN=own", SignatureAlgorithm.ecdsa);
    }

    private static Presented noCurve() {
        AlgorithmIdentifier none = new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey);
        return Presented.keyless(1, new SubjectPublicKeyInfo(none, new byte[65]), "CN=none", SignatureAlgorithm.ecdsa);
    }

    private static Presented dsa() throws Exception {
        BigInteger large = BigInteger.ONE.shiftLeft(4096).setBit(0);
        AlgorithmIdentifier dsa =
                new AlgorithmIdentifier(X9ObjectIdentifiers.id_dsa, new DSAParameter(large, large, BigInteger.TWO));
        return Presented.keyless(
                1, new SubjectPublicKeyInfo(dsa, new ASN1Integer(large)), "CN=dsa", SignatureAlgorithm.ecdsa);
    }

    private static Presented p256(int chainLength, String subject) {
        AlgorithmIdentifier p256 =
                new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, SECObjectIdentifiers.secp256r1);
        return Presented.keyless(
                chainLength, new SubjectPublicKeyInfo(p256, new byte[65]), subject, SignatureAlgorithm.ecdsa);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aClientIsRefusedAtOnce(Presented presented, String sentence) throws Exception {
        int before = POOL.refusedCertificates();
        try (PlainClient client =
                new PlainClient(POOL, presented)) { // no fingerprint was signalled: it is not waited for
            assertThat(client.awaitAlert()).isEqualTo(AlertDescription.unsupported_certificate);
            assertThat(client.serverHears.awaitFailure()).contains(sentence);
            assertThat(POOL.refusedCertificates()).isEqualTo(before + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aServerIsRefusedAtOnce(Presented presented, String sentence) throws Exception {
        int before = POOL.refusedCertificates();
        try (PlainServer server = new PlainServer(POOL, presented)) {
            assertThat(server.awaitAlert()).isEqualTo(AlertDescription.unsupported_certificate);
            assertThat(server.clientHears.awaitFailure()).contains(sentence);
            assertThat(POOL.refusedCertificates()).isEqualTo(before + 1);
        }
    }

    static List<Named<Presented>> accepted() {
        return List.of(
                Named.of("RSA 2048", Presented.rsa(2048)),
                Named.of("RSA 4096", Presented.rsa(4096)),
                Named.of("P-224", Presented.ecdsa("secp224r1")),
                Named.of("P-256", Presented.ecdsa("secp256r1")),
                Named.of("P-384", Presented.ecdsa("secp384r1")),
                Named.of("P-521", Presented.ecdsa("secp521r1")));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void usualKeysConnectInBothRoles(Presented presented) throws Exception {
        int before = POOL.refusedCertificates();
        try (PlainClient client = new PlainClient(POOL, presented)) {
            client.server.remoteFingerprints(List.of(presented.fingerprint()));
            assertThat(client.awaitSameKeys()).isNotNull();
        }
        try (PlainServer server = new PlainServer(POOL, presented)) {
            server.client.remoteFingerprints(List.of(presented.fingerprint()));
            assertThat(server.clientHears.awaitKeys()).isNotNull();
        }
        assertThat(POOL.refusedCertificates()).isEqualTo(before);
    }
}
