package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ForeignPeerTest {
    @ParameterizedTest
    @EnumSource
    void aPeerExportsTheSameKeysWithAndWithoutExtendedMasterSecret(PlainClient.MasterSecret masterSecret)
            throws Exception {
        try (DtlsHandshakes pool = new DtlsHandshakes(1, 4, Duration.ofSeconds(20));
                PlainClient client = new PlainClient(pool, masterSecret, _ -> true)) {
            assertThat(client.awaitSameKeys().profileId()).isEqualTo(DtlsSrtpKeys.AEAD_AES_128_GCM);
        }
    }
}
