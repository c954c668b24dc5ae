package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class RtpProtectionTest {
    static List<Combination> combinations() {
        return Combination.all();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void givesBackWhatWasProtected(Combination combination) {
        try (Session session = new Session(combination);
                Session inPlace = new Session(combination).receivingInPlace()) {
            long index = 0;
            for (int csrcs = 0; csrcs <= 15; csrcs += 5) {
                for (int extensionWords = 0; extensionWords <= 2; extensionWords++) {
                    for (int padding = 0; padding <= 2; padding += 2) {
                        for (int payload : new int[] {0, 1, 15, 16, 17, 64, 1100}) {
                            byte[] plain = Packets.rtp(Packets.SSRC, index, csrcs, extensionWords, payload, padding);
                            int header = Packets.headerLengthBytes(csrcs, extensionWords);
                            byte[] sealed = session.protect(plain, header, 0, index);
                            assertThat(sealed)
                                    .hasSize(
                                            plain.length + combination.profile().rtpTagLengthBytes());
                            assertThat(sealed).startsWith(Arrays.copyOf(plain, header));
                            for (Session receiving : List.of(session, inPlace)) {
                                assertThat(receiving.receive(sealed, header)).isEqualTo(plain.length);
                                assertThat(receiving.received(plain.length)).isEqualTo(plain);
                                assertThat(receiving.lastIndex()).isEqualTo(index);
                            }
                            index++;
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void whereThePatchedPartEndsDoesNotMatter(Combination combination) {
        byte[] plain = Packets.rtp(Packets.SSRC, 7, 0, 1, 100, 0);
        int header = Packets.headerLengthBytes(0, 1);
        try (Session session = new Session(combination)) {
            byte[] whole = session.protect(plain, header, 0, 7);
            for (int patched = 0; patched <= 100; patched++) {
                assertThat(session.protect(plain, header, patched, 7))
                        .as("patched %d", patched)
                        .isEqualTo(whole);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void whereTheAppendedPartBeginsDoesNotMatter(Combination combination) {
        byte[] plain = Packets.rtp(Packets.SSRC, 7, 0, 1, 100, 0);
        int header = Packets.headerLengthBytes(0, 1);
        try (Session session = new Session(combination)) {
            byte[] whole = session.protect(plain, header, 0, 7);
            for (int patched : new int[] {0, 3, 16}) {
                for (int appended = 0; appended <= 100 - patched; appended++) {
                    assertThat(session.protect(plain, header, patched, appended, 7))
                            .as("patched %d, appended %d", patched, appended)
                            .isEqualTo(whole);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void theSharedRestIsNotWritten(Combination combination) {
        byte[] plain = Packets.rtp(1);
        try (SrtpSender sender = new SrtpSender(combination.crypto(), combination.keys(), 1);
                Slab slot = Slab.allocate(256);
                Slab rest = Slab.allocate(plain.length)) {
            Memory.copyIn(plain, 0, slot.address(), 20);
            Memory.copyIn(plain, 0, rest.address(), plain.length);
            SendStream stream = Objects.requireNonNull(sender.stream(Packets.SSRC));
            int length = sender.protectRtp(stream, 1, slot.address(), 12, 8, rest.address() + 20, plain.length - 20);
            assertThat(length).isPositive();
            assertThat(Memory.copyOf(rest.address(), plain.length)).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aChangedByteAnywhereFailsAuthentication(Combination combination) {
        byte[] plain = Packets.rtp(Packets.SSRC, 65_535, 1, 1, 50, 2);
        int header = Packets.headerLengthBytes(1, 1);
        try (Session session = new Session(combination)) {
            byte[] sealed = session.protect(plain, header, 3, 65_535);
            for (int i = 0; i < sealed.length; i++) {
                for (int bit : new int[] {0x01, 0x80}) {
                    byte[] changed = sealed.clone();
                    changed[i] ^= (byte) bit;
                    boolean versionBit = i == 0 && bit == 0x80;
                    boolean ssrc = i >= 8 && i < 12;
                    if (ssrc) {
                        continue; // another stream's packet: see aPacketOfAnotherStreamIsRefused
                    }
                    assertThat(SrtpStatus.of(session.receive(changed, header)))
                            .as("byte %d bit %x", i, bit)
                            .isEqualTo(versionBit ? SrtpStatus.MALFORMED_HEADER : SrtpStatus.AUTHENTICATION_FAILED);
                }
            }
            assertThat(session.lastIndex()).as("nothing forged was remembered").isEqualTo(-1);
            assertThat(session.receive(sealed, header)).isEqualTo(plain.length);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aPacketOfAnotherStreamIsRefused(Combination combination) {
        try (Session session = new Session(combination);
                Slab slab = Slab.allocate(256)) {
            byte[] sealed = session.protect(5);
            Memory.copyIn(sealed, 0, slab.address(), sealed.length);
            ReceiveStream other = Objects.requireNonNull(session.receiver.stream(1));
            int result = session.receiver.unprotectRtp(other, slab.address(), sealed.length, 12, slab.address());
            assertThat(SrtpStatus.of(result)).isEqualTo(SrtpStatus.MALFORMED_HEADER);

            Memory.put32(slab.address() + 8, 1);
            result = session.receiver.unprotectRtp(other, slab.address(), sealed.length, 12, slab.address());
            assertThat(SrtpStatus.of(result)).isEqualTo(SrtpStatus.AUTHENTICATION_FAILED);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void truncatedPacketsAreRefusedWhateverTheirLength(Combination combination) {
        try (Session session = new Session(combination)) {
            byte[] sealed = session.protect(5);
            int tag = combination.profile().rtpTagLengthBytes();
            for (int length = 12; length < sealed.length; length++) {
                assertThat(session.receive(Arrays.copyOf(sealed, length)))
                        .as("length %d", length)
                        .isEqualTo(length < 12 + tag ? SrtpStatus.TOO_SHORT : SrtpStatus.AUTHENTICATION_FAILED);
            }
            assertThat(session.receive(sealed)).isEqualTo(SrtpStatus.OK);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aRetransmissionAsSentIsBitIdenticalAndMovesNothing(Combination combination) {
        try (Session session = new Session(combination)) {
            byte[] first = session.protect(100);
            assertThat(session.protect(100)).isEqualTo(first);
            session.protect(101);
            assertThat(session.protect(100)).isEqualTo(first);
            assertThat(session.protect(100)).isEqualTo(first);
            assertThat(Objects.requireNonNull(session.sender.stream(Packets.SSRC))
                            .highestIndex())
                    .isEqualTo(101);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void indexAndHeaderMayNotContradictEachOther(Combination combination) {
        try (SrtpSender sender = new SrtpSender(combination.crypto(), combination.keys(), 2);
                Slab slot = Slab.allocate(256)) {
            Memory.copyIn(Packets.rtp(300), 0, slot.address(), 50);
            SendStream stream = Objects.requireNonNull(sender.stream(Packets.SSRC));
            SendStream other = Objects.requireNonNull(sender.stream(1));
            assertThatThrownBy(() -> sender.protectRtp(stream, 301, slot.address(), 12, 38, 0, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("301");
            assertThatThrownBy(() -> sender.protectRtp(other, 300, slot.address(), 12, 38, 0, 0))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(SrtpStatus.of(sender.protectRtp(stream, (1L << 48) + 300, slot.address(), 12, 38, 0, 0)))
                    .isEqualTo(SrtpStatus.KEY_LIFETIME_OVER);
            assertThat(stream.highestIndex()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void closingTwiceIsFineAndAPacketAfterwardsIsNot(Combination combination) {
        try (Slab slot = Slab.allocate(256)) {
            Session session = new Session(combination);
            SendStream out = Objects.requireNonNull(session.sender.stream(Packets.SSRC));
            ReceiveStream in = Objects.requireNonNull(session.receiver.stream(Packets.SSRC));
            session.close();
            session.close();
            Memory.copyIn(Packets.rtp(300), 0, slot.address(), 50);
            assertThatThrownBy(() -> session.sender.protectRtp(out, 300, slot.address(), 12, 38, 0, 0))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> session.receiver.unprotectRtp(in, slot.address(), 50, 12, slot.address()))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> session.sender.protectRtcp(slot.address(), 40))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void bothDirectionsOfASessionHaveTheirOwnKeys(Combination combination) {
        try (Session session = new Session(combination);
                SrtpReceiver own = new SrtpReceiver(combination.crypto(), combination.keys(), 1);
                Slab slab = Slab.allocate(256)) {
            byte[] sealed = session.protect(5);
            Memory.copyIn(sealed, 0, slab.address(), sealed.length);
            ReceiveStream stream = Objects.requireNonNull(own.stream(Packets.SSRC));
            assertThat(SrtpStatus.of(own.unprotectRtp(stream, slab.address(), sealed.length, 12, slab.address())))
                    .isEqualTo(SrtpStatus.AUTHENTICATION_FAILED);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aSlotWithoutRoomForTheTagFailsTheTest(Combination combination) {
        byte[] plain = Packets.rtp(1);
        try (SrtpSender sender = new SrtpSender(combination.crypto(), combination.keys(), 1);
                Slab slot = Slab.allocate(plain.length + SrtpProfile.MAX_RTP_OVERHEAD_BYTES - 1)) {
            Memory.copyIn(plain, 0, slot.address(), plain.length);
            SendStream stream = Objects.requireNonNull(sender.stream(Packets.SSRC));
            assertThatThrownBy(() -> sender.protectRtp(stream, 1, slot.address(), 12, plain.length - 12, 0, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }
}
