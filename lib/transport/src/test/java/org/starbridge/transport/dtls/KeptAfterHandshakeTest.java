package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.bouncycastle.tls.CertificateType;
import org.bouncycastle.tls.SignatureAlgorithm;
import org.junit.jupiter.api.Test;

/** What a session keeps of its handshake: a bridge has one for each endpoint. */
final class KeptAfterHandshakeTest {
    private static final byte[] NONCE = new byte[12];
    private static final byte[] HEADER = new byte[13];

    @Test
    void aSessionWithoutDataChannelsHasNoCipher() throws Exception {
        PlatformGcm seals = new PlatformGcm(true);
        PlatformGcm opens = new PlatformGcm(false);
        seals.setKey(new byte[16], 0, 16);
        opens.setKey(new byte[16], 0, 16);
        for (int record = 1; record <= 6; record++) {
            NONCE[0] = (byte) record;
            byte[] plain = {1, 2, (byte) record};
            byte[] sealed = new byte[plain.length + 16];
            byte[] opened = new byte[sealed.length];
            seals.init(NONCE, 16);
            opens.init(NONCE, 16);
            assertThat(seals.doFinal(HEADER, plain, 0, plain.length, sealed, 0)).isEqualTo(sealed.length);
            assertThat(opens.doFinal(HEADER, sealed, 0, sealed.length, opened, 0))
                    .isEqualTo(plain.length);
            assertThat(opened).startsWith(plain);
            boolean isOfADataChannel = record > 3;
            assertThat(seals.holdsCipher()).as("record %d", record).isEqualTo(isOfADataChannel);
            assertThat(opens.holdsCipher()).as("record %d", record).isEqualTo(isOfADataChannel);
        }
    }

    @Test
    void aCertificateIsKeptAsDerAndParsedAgain() throws Exception {
        byte[] der = SessionPair.ALICE.copyOfCertificate();
        EncodedCertificate certificate = (EncodedCertificate)
                new LenientTlsCrypto(new SecureRandom()).createCertificate(CertificateType.X509, der);
        for (int i = 0; i < 20 && certificate.isParsed(); i++) {
            System.gc();
        }
        assertThat(certificate.isParsed()).isFalse();
        assertThat(certificate.getEncoded()).isEqualTo(der);
        assertThat(certificate.createVerifier(SignatureAlgorithm.ecdsa)).isNotNull();
        assertThat(certificate.isParsed()).isTrue();
    }
}
