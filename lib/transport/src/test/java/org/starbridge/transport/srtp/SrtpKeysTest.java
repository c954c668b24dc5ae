package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SrtpKeysTest {
    private static SrtpKeys keys(int saltLengthBytes) {
        byte[] key = new byte[16];
        Arrays.fill(key, (byte) 0x5A);
        return new SrtpKeys(
                SrtpProfile.AEAD_AES_128_GCM, key, new byte[saltLengthBytes], new byte[16], new byte[saltLengthBytes]);
    }

    @Test
    void showsNoKey() {
        assertThat(keys(12)).hasToString("SrtpKeys[AEAD_AES_128_GCM]");
        SessionKeys session =
                SessionKeys.derive(SrtpProfile.AEAD_AES_128_GCM, PacketKind.RTP, new byte[16], new byte[12]);
        assertThat(session).hasToString("SessionKeys[AEAD_AES_128_GCM RTP]");
    }

    @Test
    void refusesASaltOfAnotherProfile() {
        assertThatThrownBy(() -> keys(14)).hasMessage("send salt of 14 bytes: the profile expects 12");
    }

    @Test
    void wipingReachesThePeersView() {
        SrtpKeys keys = keys(12);
        SrtpKeys peer = keys.swapped();
        assertThat(peer.receiveKey()).startsWith(0x5A);
        keys.wipe();
        assertThat(peer.receiveKey()).containsOnly(0);
    }

    @Test
    void theSameKeysHaveTheSameIdentityAndOthersNot() {
        byte[] key = new byte[16];
        String first = SessionKeys.derive(SrtpProfile.AEAD_AES_128_GCM, PacketKind.RTP, key, new byte[12])
                .identity();
        assertThat(SessionKeys.derive(SrtpProfile.AEAD_AES_128_GCM, PacketKind.RTP, key, new byte[12])
                        .identity())
                .isEqualTo(first);
        assertThat(SessionKeys.derive(SrtpProfile.AEAD_AES_128_GCM, PacketKind.RTCP, key, new byte[12])
                        .identity())
                .isNotEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({
        "1, SRTP_AES128_CM_HMAC_SHA1_80",
        "7, SRTP_AEAD_AES_128_GCM",
        "8, SRTP_AEAD_AES_256_GCM",
    })
    void profilesAreKnownByIdAndName(int id, String dtlsName) {
        SrtpProfile profile = Objects.requireNonNull(SrtpProfile.byId(id));
        assertThat(profile.dtlsName()).isEqualTo(dtlsName);
        assertThat(profile.id()).isEqualTo(id);
        assertThat(SrtpProfile.byId(2)).isNull();
    }
}
