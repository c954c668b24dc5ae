package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** RFC 3711 appendix B and RFC 7714 sections 16 and 17, number by number. */
class RfcVectorTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] NONE = {};

    private static final String KEY_128 = "000102030405060708090a0b0c0d0e0f";
    private static final String KEY_256 = KEY_128 + "101112131415161718191a1b1c1d1e1f";
    private static final String QUID_PRO_QUO = "517569642070726f2071756f";
    private static final int RTP_SSRC = 0x5501a0b2;
    private static final long RTP_INDEX = 0xf17b;
    private static final String RTP_HEADER = "8040f17b8041f8d35501a0b2";
    private static final String RTP =
            RTP_HEADER + "47616c6c696120657374206f6d6e69732064697669736120696e207061727465732074726573";
    private static final int RTCP_SSRC = 0x4d617273;
    private static final long RTCP_INDEX = 0x5d4;
    private static final String RTCP_HEADER = "81c8000d4d617273";
    private static final String RTCP =
            RTCP_HEADER + "4e5450314e545032525450200000042a0000e9304c756e61deadbeefdeadbeefdeadbeefdeadbeefdeadbeef";

    record AeadVector(
            SrtpCrypto crypto, SrtpProfile profile, PacketKind kind, String key, String plain, String sealed) {
        int headerLengthBytes() {
            return kind == PacketKind.RTP ? 12 : 8;
        }

        int ssrc() {
            return kind == PacketKind.RTP ? RTP_SSRC : RTCP_SSRC;
        }

        long index() {
            return kind == PacketKind.RTP ? RTP_INDEX : RTCP_INDEX;
        }

        SessionKeys keys() {
            return new SessionKeys(profile, kind, HEX.parseHex(key), NONE, HEX.parseHex(QUID_PRO_QUO));
        }

        @Override
        public String toString() {
            return profile + " " + kind + " by " + crypto.name();
        }
    }

    static List<AeadVector> aeadVectors() {
        List<AeadVector> vectors = new ArrayList<>();
        for (SrtpCrypto crypto : Combination.providers()) {
            vectors.add(new AeadVector(
                    crypto,
                    SrtpProfile.AEAD_AES_128_GCM,
                    PacketKind.RTP,
                    KEY_128,
                    RTP,
                    RTP_HEADER
                            + "f24de3a3fb34de6cacba861c9d7e4bcabe633bd50d294e6f42a5f47a51c7d19b36de3adf8833"
                            + "899d7f27beb16a9152cf765ee4390cce"));
            vectors.add(new AeadVector(
                    crypto,
                    SrtpProfile.AEAD_AES_256_GCM,
                    PacketKind.RTP,
                    KEY_256,
                    RTP,
                    RTP_HEADER
                            + "32b1de78a822fe12ef9f78fa332e33aab18012389a58e2f3b50b2a0276ffae0f1ba63799b87b"
                            + "7aa3db36dfffd6b0f9bb7878d7a76c13"));
            vectors.add(new AeadVector(
                    crypto,
                    SrtpProfile.AEAD_AES_128_GCM,
                    PacketKind.RTCP,
                    KEY_128,
                    RTCP,
                    RTCP_HEADER
                            + "63e94885dcdab67ca727d7662f6b7e997ff5c0f76c06f32dc676a5f1730d6fda4ce09b4686303ded0bb9275b"
                            + "c84aa45896cf4d2fc5abf87245d9eade"
                            + "800005d4"));
            vectors.add(new AeadVector(
                    crypto,
                    SrtpProfile.AEAD_AES_256_GCM,
                    PacketKind.RTCP,
                    KEY_256,
                    RTCP,
                    RTCP_HEADER
                            + "d50ae4d1f5ce5d304ba297e47d470c282c3ece5dbffe0a50a2eaa5c1110555be8415f658c61de0476f1b6fad"
                            + "1d1eb30c4446839f57ff6f6cb26ac3be"
                            + "800005d4"));
        }
        return vectors;
    }

    @ParameterizedTest
    @MethodSource("aeadVectors")
    void sealsAsRfc7714(AeadVector vector) {
        byte[] plain = HEX.parseHex(vector.plain());
        try (Slab slab = Slab.allocate(256);
                PacketCipher cipher = vector.crypto().sealer(vector.keys())) {
            Memory.copyIn(plain, 0, slab.address(), plain.length);
            int header = vector.headerLengthBytes();
            int length =
                    cipher.seal(vector.ssrc(), vector.index(), slab.address(), header, plain.length - header, 0, 0, 0);
            assertThat(HEX.formatHex(Memory.copyOf(slab.address(), length))).isEqualTo(vector.sealed());
        }
    }

    @ParameterizedTest
    @MethodSource("aeadVectors")
    void opensAsRfc7714(AeadVector vector) {
        byte[] sealed = HEX.parseHex(vector.sealed());
        try (Slab slab = Slab.allocate(256);
                PacketCipher cipher = vector.crypto().opener(vector.keys())) {
            Memory.copyIn(sealed, 0, slab.address(), sealed.length);
            int length = cipher.open(
                    vector.ssrc(),
                    vector.index(),
                    slab.address(),
                    sealed.length,
                    vector.headerLengthBytes(),
                    slab.address());
            assertThat(HEX.formatHex(Memory.copyOf(slab.address(), length))).isEqualTo(vector.plain());
        }
    }

    static List<SrtpCrypto> providers() {
        return Combination.providers();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void counterModeKeystreamIsThatOfRfc3711B2(SrtpCrypto crypto) {
        SessionKeys keys = new SessionKeys(
                SrtpProfile.AES128_CM_HMAC_SHA1_80,
                PacketKind.RTP,
                HEX.parseHex("2b7e151628aed2a6abf7158809cf4f3c"),
                new byte[20],
                HEX.parseHex("f0f1f2f3f4f5f6f7f8f9fafbfcfd"));
        try (Slab slab = Slab.allocate(256);
                PacketCipher cipher = crypto.sealer(keys)) {
            int length = cipher.seal(0, 0, slab.address(), 12, 48, 0, 0, 0);
            assertThat(length).isEqualTo(12 + 48 + 10);
            assertThat(HEX.formatHex(Memory.copyOf(slab.address() + 12, 48)))
                    .isEqualTo("e03ead0935c95e80e166b16dd92b4eb4"
                            + "d23513162b02d0f72a43a2fe4a5f97ab"
                            + "41e95b3bb0a2e8dd477901e4fca894c0");
        }
    }

    @Test
    void derivesTheSessionKeysOfRfc3711B3() {
        SessionKeys keys = SessionKeys.derive(
                SrtpProfile.AES128_CM_HMAC_SHA1_80,
                PacketKind.RTP,
                HEX.parseHex("e1f97a0d3e018be0d64fa32c06de4139"),
                HEX.parseHex("0ec675ad498afeebb6960b3aabe6"));
        assertThat(HEX.formatHex(keys.encryptionKey())).isEqualTo("c61e7a93744f39ee10734afe3ff7a087");
        assertThat(HEX.formatHex(keys.salt())).isEqualTo("30cbbc08863d8c85d49db34a9ae1");
        assertThat(HEX.formatHex(keys.authenticationKey())).isEqualTo("cebe321f6ff7716b6fd4ab49af256a156d38baa4");
    }
}
