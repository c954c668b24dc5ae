package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.LibC;

/** Which datagrams become one run, seen by what the kernel would see. */
class RunGroupingTest {
    private final GsoLimits limits = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);
    private final SendBatch batch = new SendBatch(200, limits);
    private final Slab destinations = Slab.allocate(4L * SocketAddresses.SIZE_BYTES);
    private final StrictKernel kernel = new StrictKernel(_ -> 0);
    private final IoCounts counts = new IoCounts();
    private final BatchSender sender = new BatchSender(kernel, 3, limits, new SendFaults(), counts);

    RunGroupingTest() {
        for (int i = 0; i < 4; i++) {
            SocketAddresses.writeV6(destination(i), to(i));
        }
    }

    @AfterEach
    void close() {
        batch.close();
        destinations.close();
    }

    private long destination(int i) {
        return destinations.address() + (long) i * SocketAddresses.SIZE_BYTES;
    }

    private static InetSocketAddress to(int i) {
        return new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 1000 + i);
    }

    private void commit(int destination, int lengthBytes) {
        batch.commit(lengthBytes, destination(destination));
    }

    private List<Integer> sizes() {
        assertThat(sender.send(batch))
                .isEqualTo(kernel.sizes().stream().mapToInt(size -> size).sum());
        assertThat(batch.size()).isZero();
        return kernel.sizes();
    }

    @ParameterizedTest
    @CsvSource({
        // destination and length of each; datagrams of each message
        "a5,                                1",
        "a5 a5 a5,                          3",
        "a5 a5 a3,                          3",
        "a5 a5 a3 a3,                       3 1",
        "a5 a3 a5,                          2 1",
        "a3 a5 a5,                          1 2",
        "a5 b5 a5 b5,                       1 1 1 1",
        "a5 a5 b5 b5 b1 a5,                 2 3 1",
        "a1 a1 a1 b1,                       3 1",
        "a0 a0,                             1 1",
        "a5 a0 a5,                          1 1 1",
        "a5 a5 a0 a5,                       2 1 1",
        "a2048 a2048 a1,                    3"
    })
    void equalLengthsAndOneShorterForOneDestinationAreARun(String datagrams, String expected) {
        for (String each : datagrams.split(" ", -1)) {
            commit(each.charAt(0) - 'a', Integer.parseInt(each.substring(1)));
        }
        assertThat(sizes())
                .isEqualTo(Arrays.stream(expected.split(" ", -1))
                        .map(Integer::valueOf)
                        .toList());
    }

    @Test
    void aRunHasAtMost64Datagrams() {
        for (int i = 0; i < 130; i++) {
            commit(0, 100);
        }
        assertThat(sizes()).containsExactly(64, 64, 2);
    }

    @Test
    void aRunIsAtMostAsLongAsTheLongestDatagram() {
        for (int i = 0; i < 60; i++) {
            commit(0, 1200);
        }
        assertThat(sizes()).containsExactly(54, 6);
    }

    @Test
    void aRunEndsWhereTheLimitSaysSo() {
        GsoLimits four = GsoLimits.upTo(4);
        try (SendBatch small = new SendBatch(10, four)) {
            for (int i = 0; i < 6; i++) {
                small.commit(7, destination(0));
            }
            four.turnOff("a test");
            small.commit(7, destination(0));
            small.commit(7, destination(0));
            new BatchSender(kernel, 3, four, new SendFaults(), counts).send(small);
        }
        assertThat(kernel.sizes()).containsExactly(4, 2, 1, 1);
    }

    @Test
    void withoutLimitsToldAllGoSingly() {
        try (SendBatch plain = new SendBatch(10)) {
            plain.commit(7, destination(0));
            plain.commit(7, destination(0));
            sender.send(plain);
        }
        assertThat(kernel.sizes()).containsExactly(1, 1);
    }

    @Test
    void memoryThatHoldsAnotherDestinationByNowBeginsAnotherRun() {
        commit(0, 5);
        SocketAddresses.writeV6(destination(0), to(9));
        commit(0, 5);
        commit(0, 5);
        SocketAddresses.writeLocal(destination(0), InetAddress.ofLiteral("192.0.2.77"));
        commit(0, 5);
        SocketAddresses.writeV6(destination(0), to(8)); // what waits is not touched by it
        assertThat(sizes()).containsExactly(1, 2, 1);
        assertThat(kernel.sent.stream().map(StrictKernel.Message::to)).containsExactly(to(0), to(9), to(9));
        assertThat(kernel.sent.get(2).from()).contains(InetAddress.ofLiteral("192.0.2.77"));
    }

    @Test
    void aDestinationThatRefusedIsNotJoined() {
        limits.onRefused(destination(1), LibC.EINVAL);
        for (int i = 0; i < 3; i++) {
            commit(i, 5);
            commit(i, 5);
        }
        assertThat(sizes()).containsExactly(2, 1, 1, 2);
    }

    @Test
    void whoIteratesSeesDatagrams() {
        int[] lengths = {5, 5, 3, 9, 9};
        for (int i = 0; i < lengths.length; i++) {
            Memory.put8(batch.slot(), i);
            commit(i < 3 ? 0 : 1, lengths[i]);
        }
        assertThat(batch.size()).isEqualTo(5);
        int dropped = 0;
        for (int atOnce : new int[] {1, 3, 1}) { // from the middle of a run to the middle of another
            for (int i = 0; i < batch.size(); i++) {
                int at = batch.first() + i;
                assertThat(Memory.u8(batch.address(at))).isEqualTo(dropped + i);
                assertThat(batch.lengthBytes(at)).isEqualTo(lengths[dropped + i]);
                assertThat(SocketAddresses.read(batch.destination(at))).isEqualTo(to(dropped + i < 3 ? 0 : 1));
            }
            batch.drop(atOnce);
            dropped += atOnce;
        }
        assertThat(batch.size()).isZero();
        assertThat(batch.room()).isEqualTo(batch.capacity());
    }

    @Test
    void whatIsLeftOfADroppedRunStillGoesAndIsNotJoined() {
        for (int i = 0; i < 4; i++) {
            Memory.put8(batch.slot(), i);
            commit(0, 5);
        }
        batch.drop(2);
        Memory.put8(batch.slot(), 4);
        commit(0, 5);
        batch.drop(1);
        assertThat(sizes()).containsExactly(1, 1);
        assertThat(kernel.sent.get(0).datagrams().get(0)[0]).isEqualTo((byte) 3);
        assertThat(kernel.sent.get(1).datagrams().get(0)[0]).isEqualTo((byte) 4);
    }

    @Test
    void aFullBatchOfRunsIsEmptyAgainAfterwards() {
        for (int round = 0; round < 3; round++) {
            while (!batch.isFull()) {
                commit(0, 100);
            }
            assertThat(batch.size()).isEqualTo(batch.capacity());
            assertThat(sender.send(batch)).isEqualTo(batch.capacity());
        }
        assertThat(counts.datagramsSent()).isEqualTo(600);
        assertThat(counts.messagesSent()).isEqualTo(12);
        assertThat(counts.sendCalls()).isEqualTo(3);
        IoTotals totals = counts.copy();
        assertThat(totals.runsBySize()).isEqualTo(List.of(0L, 0L, 0L, 0L, 3L, 0L, 0L, 9L, 0L));
        assertThat(totals.plus(totals).runsBySize()).isEqualTo(List.of(0L, 0L, 0L, 0L, 6L, 0L, 0L, 18L, 0L));
        assertThat(totals.plus(IoTotals.none())).isEqualTo(totals);
        assertThat(IoTotals.none().receivesBySize()).isEqualTo(Collections.nCopies(IoTotals.SIZES.size(), 0L));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "2, 2",
        "3, 3",
        "4, 4",
        "5, 5-8",
        "8, 5-8",
        "9, 9-16",
        "16, 9-16",
        "17, 17-32",
        "32, 17-32",
        "33, 33-64",
        "64, 33-64",
        "65, 65+",
        "1024, 65+"
    })
    void sizesAreCountedInClasses(int datagrams, String label) {
        assertThat(IoTotals.SIZES.get(SizeHistogram.index(datagrams))).isEqualTo(label);
    }
}
