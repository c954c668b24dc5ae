package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DtlsIdentityTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), NOW);

    @Test
    void theCertificateIsSelfSignedEcdsaP256AndValidForAWeek() throws Exception {
        X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(IDENTITY.copyOfCertificate()));
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getSigAlgName()).isEqualTo("SHA256withECDSA");
        assertThat(((ECPublicKey) certificate.getPublicKey())
                        .getParams()
                        .getOrder()
                        .bitLength())
                .isEqualTo(256);
        assertThat(certificate.getNotBefore().toInstant()).isEqualTo(NOW.minus(Duration.ofDays(1)));
        assertThat(certificate.getNotAfter().toInstant()).isEqualTo(NOW.plus(Duration.ofDays(7)));
        assertThat(IDENTITY.createdAt()).isEqualTo(NOW);
        DtlsIdentity other = DtlsIdentity.create(new SecureRandom(), NOW);
        assertThat(other.fingerprint()).isNotEqualTo(IDENTITY.fingerprint());
    }

    @Test
    void theFingerprintIsTheDigestInUpperCaseHexWithColons() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(IDENTITY.copyOfCertificate());
        assertThat(IDENTITY.fingerprint().hash()).isEqualTo("sha-256");
        assertThat(IDENTITY.fingerprint().value())
                .isEqualTo(HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest));
    }

    @Test
    void fingerprintsAreEqualWhateverTheirCase() {
        DtlsFingerprint ours = IDENTITY.fingerprint();
        DtlsFingerprint other = new DtlsFingerprint("SHA-256", ours.value().toLowerCase(Locale.ROOT));
        assertThat(other).isEqualTo(ours).hasSameHashCodeAs(ours);
        assertThat(other.matches(IDENTITY.copyOfCertificate())).isTrue();
    }

    @Test
    void aFingerprintMatchesItsCertificateOnly() {
        byte[] changed = IDENTITY.copyOfCertificate();
        changed[changed.length - 1] ^= 1;
        for (String hash : DtlsFingerprint.ACCEPTED_HASHES) {
            DtlsFingerprint fingerprint = IDENTITY.fingerprint(hash);
            assertThat(fingerprint.matches(IDENTITY.copyOfCertificate())).isTrue();
            assertThat(fingerprint.matches(changed)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"md5, 00:11", "sha-1, 00:11", "sha-1, zz", "sha-256, ''", "'', 00"})
    void aFingerprintThatCanNotBeIsRefused(String hash, String value) {
        assertThat(DtlsFingerprint.parse(hash, value)).isEmpty();
        assertThatThrownBy(() -> new DtlsFingerprint(hash, value)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keysDoNotReachALog() {
        DtlsSrtpKeys keys = DtlsSrtpKeys.ofMaterial(7, DtlsRole.SERVER, new byte[56]);
        assertThat(keys).hasToString("DtlsSrtpKeys[profileId=0x0007, keys hidden]");
    }

    @Test
    void theMaterialIsCutInTheOrderOfRfc5764() {
        byte[] material = new byte[60];
        for (int i = 0; i < material.length; i++) {
            material[i] = (byte) i;
        }
        DtlsSrtpKeys server = DtlsSrtpKeys.ofMaterial(1, DtlsRole.SERVER, material);
        assertThat(server.remoteKey()).startsWith(0).hasSize(16);
        assertThat(server.localKey()).startsWith(16).hasSize(16);
        assertThat(server.remoteSalt()).startsWith(32).hasSize(14);
        assertThat(server.localSalt()).startsWith(46).endsWith(59).hasSize(14);
    }
}
