package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RtcpProtectionTest {
    static List<Combination> combinations() {
        return Combination.all();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void givesBackWhatWasProtected(Combination combination) {
        try (Session session = new Session(combination);
                Session inPlace = new Session(combination).receivingInPlace()) {
            for (int body = 0; body <= 1200; body += 24) {
                byte[] plain = Packets.rtcp(Packets.SSRC, body);
                byte[] sealed = session.protectRtcp(plain);
                assertThat(sealed).hasSize(plain.length + combination.profile().rtcpTagLengthBytes() + 4);
                assertThat(sealed).startsWith(Arrays.copyOf(plain, 8));
                for (Session receiving : List.of(session, inPlace)) {
                    assertThat(receiving.receiveRtcp(sealed)).isEqualTo(plain.length);
                    assertThat(receiving.received(plain.length)).isEqualTo(plain);
                    assertThat(SrtpStatus.of(receiving.receiveRtcp(sealed))).isEqualTo(SrtpStatus.REPLAYED);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void theIndexCountsFromZeroOverAllSendersOfTheSession(Combination combination) {
        try (Session session = new Session(combination)) {
            for (int i = 0; i < 4; i++) {
                byte[] sealed = session.protectRtcp(Packets.rtcp(i % 2, 4));
                int wordOffset = combination.profile().isAead() ? sealed.length - 4 : sealed.length - 14;
                assertThat(ByteBuffer.wrap(sealed).getInt(wordOffset)).isEqualTo(0x8000_0000 | i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aChangedByteAnywhereIsRefused(Combination combination) {
        try (Session session = new Session(combination)) {
            byte[] plain = Packets.rtcp(Packets.SSRC, 24);
            byte[] sealed = session.protectRtcp(plain);
            int eBitOffset = combination.profile().isAead() ? sealed.length - 4 : sealed.length - 14;
            for (int i = 0; i < sealed.length; i++) {
                for (int bit : new int[] {0x01, 0x80}) {
                    byte[] changed = sealed.clone();
                    changed[i] ^= (byte) bit;
                    SrtpStatus expected = bit != 0x80
                            ? SrtpStatus.AUTHENTICATION_FAILED
                            : i == 0
                                    ? SrtpStatus.MALFORMED_HEADER
                                    : i == eBitOffset ? SrtpStatus.NOT_ENCRYPTED : SrtpStatus.AUTHENTICATION_FAILED;
                    assertThat(SrtpStatus.of(session.receiveRtcp(changed)))
                            .as("byte %d bit %x", i, bit)
                            .isEqualTo(expected);
                }
            }
            for (int length = 8; length < sealed.length; length++) {
                assertThat(SrtpStatus.of(session.receiveRtcp(Arrays.copyOf(sealed, length))))
                        .as("length %d", length)
                        .isIn(SrtpStatus.TOO_SHORT, SrtpStatus.AUTHENTICATION_FAILED, SrtpStatus.NOT_ENCRYPTED);
            }
            assertThat(session.receiveRtcp(sealed)).isEqualTo(plain.length);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void everySenderHasAWindowOfItsOwnAndTheirNumberIsBounded(Combination combination) {
        try (Session session = new Session(combination);
                Session other = new Session(combination)) {
            // Two senders that count apart use the same index under different SSRCs, as libsrtp does.
            assertThat(session.receiveRtcp(session.protectRtcp(Packets.rtcp(1, 8))))
                    .isPositive();
            assertThat(session.receiveRtcp(other.protectRtcp(Packets.rtcp(2, 8))))
                    .isPositive();
            for (int ssrc = 3; ssrc <= 8; ssrc++) {
                assertThat(session.receiveRtcp(session.protectRtcp(Packets.rtcp(ssrc, 8))))
                        .isPositive();
            }
            assertThat(SrtpStatus.of(session.receiveRtcp(session.protectRtcp(Packets.rtcp(9, 8)))))
                    .isEqualTo(SrtpStatus.STREAM_TABLE_FULL);
            assertThat(session.receiveRtcp(session.protectRtcp(Packets.rtcp(1, 8))))
                    .isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void reorderedReportsAreAcceptedOnceAndOldOnesNot(Combination combination) {
        long seed = 11;
        try (Session session = new Session(combination)) {
            List<byte[]> sealed = new ArrayList<>();
            for (int i = 0; i < 1025; i++) {
                sealed.add(session.protectRtcp(Packets.rtcp(Packets.SSRC, 8)));
            }
            List<byte[]> window = new ArrayList<>(sealed.subList(1, 1025));
            Collections.shuffle(window, new Random(seed));
            for (byte[] packet : window) {
                assertThat(session.receiveRtcp(packet)).as("seed %d", seed).isPositive();
            }
            for (byte[] packet : window) {
                assertThat(SrtpStatus.of(session.receiveRtcp(packet))).isEqualTo(SrtpStatus.REPLAYED);
            }
            assertThat(SrtpStatus.of(session.receiveRtcp(sealed.getFirst()))).isEqualTo(SrtpStatus.TOO_OLD);
        }
    }
}
