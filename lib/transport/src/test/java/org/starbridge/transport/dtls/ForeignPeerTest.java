package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.DTLSTransport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ForeignPeerTest {
    private static final DtlsHandshakes POOL = new DtlsHandshakes(1, 4, Duration.ofSeconds(20));

    @AfterAll
    static void closePool() {
        POOL.close();
    }

    @ParameterizedTest
    @EnumSource
    void aPeerExportsTheSameKeysWithAndWithoutExtendedMasterSecret(PlainClient.MasterSecret masterSecret)
            throws Exception {
        try (PlainClient client = new PlainClient(POOL, masterSecret, _ -> true)) {
            assertThat(client.awaitSameKeys().profileId()).isEqualTo(DtlsSrtpKeys.AEAD_AES_128_GCM);
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
                CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
            })
    void recordsOfBouncyCastleAreUnderstoodBothWays(int cipherSuite) throws Exception {
        try (PlainClient client = new PlainClient(POOL, PlainClient.MasterSecret.EXTENDED, _ -> true, cipherSuite)) {
            client.awaitSameKeys();
            DTLSTransport plain = client.awaitConnection();
            byte[] buffer = new byte[2000];
            for (int i = 0; i < 10; i++) {
                byte[] data = new byte[1 + i * 100];
                Arrays.fill(data, (byte) i);
                plain.send(data, 0, data.length);
                assertThat(client.serverHears.awaitData()).isEqualTo(data);
                assertThat(client.server.sendApplicationData(data.clone())).isTrue();
                assertThat(plain.receive(buffer, 0, buffer.length, 10_000)).isEqualTo(data.length);
                assertThat(Arrays.copyOf(buffer, data.length)).isEqualTo(data);
            }
            plain.close();
            client.serverHears.awaitClosed();
            assertThat(client.server.droppedDatagrams()).isZero();
        }
    }

    @Test
    void bouncyCastleUnderstandsOurFarewell() throws Exception {
        try (PlainClient client = new PlainClient(POOL, PlainClient.MasterSecret.EXTENDED, _ -> true)) {
            client.awaitSameKeys();
            DTLSTransport plain = client.awaitConnection();
            client.server.close();
            client.serverHears.awaitClosed();
            AtomicInteger answers = client.sentByPlain();
            int before = answers.get();
            assertThat(plain.receive(new byte[100], 0, 100, 1)).isEqualTo(-1);
            assertThat(answers.get()).as("its own close_notify").isEqualTo(before + 1);
        }
    }
}
