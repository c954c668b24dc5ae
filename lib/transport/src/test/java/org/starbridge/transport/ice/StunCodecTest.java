package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StunCodecTest {
    /** RFC 5769 section 2.1. */
    private static final byte[] SAMPLE_REQUEST = hex("""
            00 01 00 58 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae
            80 22 00 10 53 54 55 4e 20 74 65 73 74 20 63 6c 69 65 6e 74
            00 24 00 04 6e 00 01 ff
            80 29 00 08 93 2f f9 b1 51 26 3b 36
            00 06 00 09 65 76 74 6a 3a 68 36 76 59 20 20 20
            00 08 00 14 9a ea a7 0c bf d8 cb 56 78 1e f2 b5 b2 d3 f2 49 c1 b5 71 a2
            80 28 00 04 e5 7a 3b cf
            """);

    /** RFC 5769 section 2.2. */
    private static final byte[] SAMPLE_RESPONSE = hex("""
            01 01 00 3c 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae
            80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20
            00 20 00 08 00 01 a1 47 e1 12 a6 43
            00 08 00 14 2b 91 f5 99 fd 9e 90 c3 8c 74 89 f9 2a f9 ba 53 f0 6b e7 d7
            80 28 00 04 c0 7d 4c 96
            """);

    private static final StunKey SAMPLE_KEY = new StunKey("VOkJxbRl1RmTxUk/WvJxBt");

    @Test
    void readsTheRfcsSampleRequest() {
        StunMessage message = message(SAMPLE_REQUEST);
        assertThat(message.kind()).isEqualTo(StunMessage.Kind.REQUEST);
        assertThat(message.username()).isEqualTo("evtj:h6vY");
        assertThat(message.priority()).isEqualTo(0x6E0001FFL);
        assertThat(message.claimedRole()).isEqualTo(IceRole.CONTROLLED);
        assertThat(message.tieBreaker()).isEqualTo(0x932FF9B151263B36L);
        assertThat(message.unknownRequired()).isEmpty();
        assertThat(SAMPLE_KEY.hasSigned(SAMPLE_REQUEST, message.integrityOffset()))
                .isTrue();
        assertThat(new StunKey("VOkJxbRl1RmTxUk/WvJxBT").hasSigned(SAMPLE_REQUEST, message.integrityOffset()))
                .isFalse();
    }

    @Test
    void readsTheRfcsSampleResponse() {
        StunMessage message = message(SAMPLE_RESPONSE);
        assertThat(message.kind()).isEqualTo(StunMessage.Kind.SUCCESS);
        assertThat(message.mappedAddress(SAMPLE_RESPONSE)).isEqualTo(address("192.0.2.1:32853"));
        assertThat(message.id()).isEqualTo(new TransactionId(0xB7E7A701, 0xBC34D686FA87DFAEL));
        assertThat(SAMPLE_KEY.hasSigned(SAMPLE_RESPONSE, message.integrityOffset()))
                .isTrue();
    }

    @Test
    void readsWhatItWrites() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            IceCredentials to = IceCredentials.random(random);
            StunKey key = new StunKey(to.password());
            TransactionId id = TransactionId.random(random);
            long priority = random.nextLong(1L << 32);
            IceRole role = random.nextBoolean() ? IceRole.CONTROLLING : IceRole.CONTROLLED;
            long tieBreaker = random.nextLong();
            boolean useCandidate = random.nextBoolean();
            String username = to.ufrag() + ":" + "x".repeat(random.nextInt(250));
            byte[] bytes = StunWriter.request(id, username, priority, role, tieBreaker, useCandidate, key);
            StunMessage read = message(bytes);
            assertThat(read)
                    .as("seed %d", seed)
                    .isEqualTo(new StunMessage(
                            StunMessage.Kind.REQUEST,
                            id,
                            username,
                            priority,
                            useCandidate,
                            role,
                            tieBreaker,
                            -1,
                            0,
                            bytes.length - 32,
                            List.of()));
            assertThat(key.hasSigned(bytes, read.integrityOffset())).isTrue();
        }
    }

    @Test
    void roundTripsAddressesOfBothFamilies() {
        StunKey key = new StunKey("p");
        for (String literal : List.of("192.0.2.1:1", "[2001:db8::17]:65535", "[fe80::1]:3478", "0.0.0.0:0")) {
            byte[] bytes = StunWriter.success(new TransactionId(1, 2), address(literal), key);
            assertThat(message(bytes).mappedAddress(bytes)).isEqualTo(address(literal));
        }
    }

    @Test
    void everyFlippedBitUpToTheSignatureIsNoticed() {
        int signedBytes = SAMPLE_REQUEST.length - 8;
        for (int bit = 0; bit < signedBytes * 8; bit++) {
            byte[] flipped = SAMPLE_REQUEST.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            boolean isBelieved = StunReader.read(flipped) instanceof StunMessage message
                    && message.integrityOffset() >= 0
                    && SAMPLE_KEY.hasSigned(flipped, message.integrityOffset());
            assertThat(isBelieved).as("bit %d", bit).isFalse();
        }
    }

    @Test
    void whatFollowsTheSignatureDoesNotCount() {
        byte[] signed =
                StunWriter.request(new TransactionId(1, 2), "a:b", 1, IceRole.CONTROLLING, 3, false, new StunKey("p"));
        int endOfIntegrity = signed.length - 8;
        byte[] extended = new byte[endOfIntegrity + 4];
        System.arraycopy(signed, 0, extended, 0, endOfIntegrity);
        Stun.put16(extended, endOfIntegrity, Stun.USE_CANDIDATE);
        Stun.put16(extended, 2, extended.length - Stun.HEADER_BYTES);

        StunMessage message = message(extended);
        assertThat(new StunKey("p").hasSigned(extended, message.integrityOffset()))
                .isTrue();
        assertThat(message.useCandidate()).isFalse();
    }

    @Test
    void namesTheReasonForARefusal() {
        assertThat(StunReader.read(new byte[19])).isEqualTo(new StunReader.Refused(IceDrop.NOT_STUN));
        assertThat(StunReader.read(new byte[20])).isEqualTo(new StunReader.Refused(IceDrop.NOT_STUN));
        assertThat(StunReader.read(changed(1, 3))).isEqualTo(new StunReader.Refused(IceDrop.NOT_BINDING));
        assertThat(StunReader.read(changed(3, 0x54))).isEqualTo(new StunReader.Refused(IceDrop.MALFORMED));
        assertThat(StunReader.read(changed(23, 0xFF))).isEqualTo(new StunReader.Refused(IceDrop.MALFORMED));
        assertThat(StunReader.read(changed(30, 0))).isEqualTo(new StunReader.Refused(IceDrop.BAD_FINGERPRINT));
    }

    private static byte[] changed(int offset, int value) {
        byte[] bytes = SAMPLE_REQUEST.clone();
        bytes[offset] = (byte) value;
        return bytes;
    }

    static StunMessage message(byte[] bytes) {
        StunReader.Reading decoded = StunReader.read(bytes);
        assertThat(decoded).isInstanceOf(StunMessage.class);
        return (StunMessage) decoded;
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    }
}
