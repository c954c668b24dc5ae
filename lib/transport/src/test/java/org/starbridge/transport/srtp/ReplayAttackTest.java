package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** What a receiver accepts, once, in whatever order it arrives, around every wrap. */
class ReplayAttackTest {
    static List<Combination> combinations() {
        return Combination.all();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void theSecondDeliveryIsAReplay(Combination combination) {
        try (Session session = new Session(combination)) {
            byte[] sealed = session.protect(5);
            assertThat(session.receive(sealed)).isEqualTo(SrtpStatus.OK);
            assertThat(session.receive(sealed)).isEqualTo(SrtpStatus.REPLAYED);
            assertThat(session.receive(session.protect(6))).isEqualTo(SrtpStatus.OK);
            assertThat(session.receive(sealed)).isEqualTo(SrtpStatus.REPLAYED);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void whatIsOlderThanTheWindowIsTooOld(Combination combination) {
        try (Session session = new Session(combination)) {
            assertThat(session.receive(session.protect(2000))).isEqualTo(SrtpStatus.OK);
            assertThat(session.receive(session.protect(2000 - 1024))).isEqualTo(SrtpStatus.TOO_OLD);
            assertThat(session.receive(session.protect(2000 - 1023))).isEqualTo(SrtpStatus.OK);
            assertThat(session.lastIndex()).isEqualTo(2000 - 1023);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aForgedPacketDoesNotMoveTheWindow(Combination combination) {
        try (Session session = new Session(combination)) {
            assertThat(session.receive(session.protect(100))).isEqualTo(SrtpStatus.OK);
            byte[] forged = session.protect(30_000);
            forged[20] ^= 1;
            assertThat(session.receive(forged)).isEqualTo(SrtpStatus.AUTHENTICATION_FAILED);
            assertThat(session.receive(session.protect(99))).isEqualTo(SrtpStatus.OK);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aJoinerThatStartsAt65530KeepsUpThroughTheWrap(Combination combination) {
        try (Session session = new Session(combination)) {
            for (long index = 65_530; index < 65_550; index++) {
                assertThat(session.receive(session.protect(index))).isEqualTo(SrtpStatus.OK);
                assertThat(session.lastIndex()).isEqualTo(index);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void theLossOf20000PacketsIsSurvivedAnywhere(Combination combination) {
        try (Session session = new Session(combination)) {
            for (long index = 3; index < 1_000_000; index += 20_001) {
                assertThat(session.receive(session.protect(index)))
                        .as("index %d", index)
                        .isEqualTo(SrtpStatus.OK);
                assertThat(session.lastIndex()).isEqualTo(index);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void packetsFromBeforeAWrapAreAcceptedBehindIt(Combination combination) {
        long wrap = 1 << 16;
        long[] order = {wrap - 3, wrap + 1, wrap - 1, wrap, wrap - 2, wrap + 500, wrap - 500, wrap - 501, 2 * wrap - 600
        };
        try (Session session = new Session(combination)) {
            for (long index : order) {
                assertThat(session.receive(session.protect(index)))
                        .as("index %d", index)
                        .isEqualTo(index == 2 * wrap - 600 ? SrtpStatus.TOO_OLD : SrtpStatus.OK);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void beforeTheFirstPacketThereIsNoEarlierWrap(Combination combination) {
        try (Session session = new Session(combination)) {
            assertThat(session.receive(session.protect(3))).isEqualTo(SrtpStatus.OK);
            assertThat(session.receive(session.protect(65_533))).isEqualTo(SrtpStatus.TOO_OLD);
        }
    }

    /**
     * One packet further the index has the 48 bits of the first again, and with them its IV: that packet would be
     * authentic.
     */
    @ParameterizedTest
    @MethodSource("combinations")
    void behindTheLastIndexNothingIsAcceptedAndTheFirstPacketLeastOfAll(Combination combination) {
        long last = (1L << 48) - 1;
        try (Session session = new Session(combination)) {
            byte[] first = session.protect(0);
            byte[] second = session.protect(1);
            Objects.requireNonNull(session.receiver.stream(Packets.SSRC)).accept(last - 1);
            assertThat(session.receive(session.protect(last))).isEqualTo(SrtpStatus.OK);
            assertThat(session.lastIndex()).isEqualTo(last);
            assertThat(session.receive(first)).isEqualTo(SrtpStatus.KEY_LIFETIME_OVER);
            assertThat(session.receive(second)).isEqualTo(SrtpStatus.KEY_LIFETIME_OVER);
            assertThat(session.lastIndex()).isEqualTo(last);
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void everyPacketIsAcceptedExactlyOnceInAnyOrderWithinTheWindow(Combination combination) {
        for (long seed = 1; seed <= 3; seed++) {
            Random random = new Random(seed);
            List<Long> order = shuffledWithin(1000, 65_536 - 2500 + random.nextInt(1000), 4000, random);
            int accepted = 0;
            try (Session session = new Session(combination)) {
                for (long index : order) {
                    byte[] sealed = session.protect(index);
                    assertThat(session.receive(sealed))
                            .as("seed %d index %d", seed, index)
                            .isEqualTo(SrtpStatus.OK);
                    assertThat(session.lastIndex()).isEqualTo(index);
                    accepted++;
                    long again = order.get(random.nextInt(accepted));
                    assertThat(session.receive(session.protect(again)))
                            .as("seed %d again %d", seed, again)
                            .isIn(SrtpStatus.REPLAYED, SrtpStatus.TOO_OLD);
                    assertThat(session.lastIndex()).isEqualTo(index);
                }
            }
        }
    }

    /** No index comes after one that is {@code window} or more above it; the first is the lowest. */
    private static List<Long> shuffledWithin(int window, long first, int count, Random random) {
        List<Long> pending = new ArrayList<>();
        List<Long> order = new ArrayList<>(List.of(first));
        long next = first + 1;
        while (order.size() < count) {
            long oldest = pending.stream().mapToLong(Long::longValue).min().orElse(next);
            while (next < first + count && next < oldest + window && pending.size() < window) {
                pending.add(next++);
            }
            order.add(pending.remove(random.nextInt(pending.size())));
        }
        return order;
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void inventedSsrcsDoNotTakeTheProvenOnesPlaces(Combination combination) {
        try (SrtpSender sender = new SrtpSender(combination.crypto(), combination.keys(), 2);
                SrtpReceiver receiver = new SrtpReceiver(
                        combination.crypto(), combination.keys().swapped(), 2);
                Slab slab = Slab.allocate(256)) {
            ReceiveStream proven = Objects.requireNonNull(receiver.stream(Packets.SSRC));
            assertThat(receive(sender, receiver, proven, 1, slab)).isEqualTo(SrtpStatus.OK);
            ReceiveStream unproven = Objects.requireNonNull(receiver.stream(1000));
            for (int invented = 1001; invented < 1100; invented++) {
                assertThat(receiver.stream(invented)).isNotNull();
            }
            assertThat(receiver.stream(Packets.SSRC)).isSameAs(proven);
            assertThat(receive(sender, receiver, proven, 1, slab)).isEqualTo(SrtpStatus.REPLAYED);

            assertThat(receive(sender, receiver, unproven, 1, slab)).isEqualTo(SrtpStatus.STREAM_RETIRED);
            ReceiveStream second = Objects.requireNonNull(receiver.stream(1000));
            assertThat(receive(sender, receiver, second, 2, slab)).isEqualTo(SrtpStatus.OK);
            assertThat(receiver.stream(2000)).as("both places are proven").isNull();
            assertThat(sender.stream(2000))
                    .as("the sender has two streams as well")
                    .isNull();
        }
    }

    private static SrtpStatus receive(
            SrtpSender sender, SrtpReceiver receiver, ReceiveStream stream, long index, Slab slab) {
        long slot = slab.address();
        byte[] plain = Packets.rtp(stream.ssrc(), index, 0, 0, 20, 0);
        Memory.copyIn(plain, 0, slot, plain.length);
        SendStream out = Objects.requireNonNull(sender.stream(stream.ssrc()));
        int length = sender.protectRtp(out, index, slot, 12, plain.length - 12, 0, 0);
        return SrtpStatus.of(receiver.unprotectRtp(stream, slot, length, 12, slot));
    }
}
