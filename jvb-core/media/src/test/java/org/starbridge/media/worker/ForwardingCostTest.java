package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.worker.SyntheticConference.Cost;
import org.starbridge.testkit.SimulatedNetwork.Conditions;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * What a forwarded packet costs, told in counts, which are the same on every machine, and not in time. Ten people, each
 * with 50 audio packets and some 73 video packets a second, in a full star on one worker.
 *
 * <p>The limits are what was measured, rounded up by a few percent; they may be lowered at any time. Who has to raise
 * one says in the same commit, here and in the change log, what is bought with it, and shows with {@code benchmarks}
 * that a packet has not become dearer in CPU time. A limit is never raised because a change happens to need it.
 */
class ForwardingCostTest {
    private static final int SIZE = 10;

    /** On the way of a packet, from the socket to the receivers' sockets: nothing, from the first second on. */
    private static final long ALLOCATED_BYTES_ON_A_PACKETS_WAY = 0;
    /**
     * In two seconds, of some 1500 turns in which a worker only forwards: a table grows for good. An allocation for one
     * packet in a hundred in a quarter of the time makes 19. Measured: 0 or 1, and 4 once on a machine with other load,
     * where the JIT compiler works later.
     */
    private static final long ALLOCATING_TURNS = 6;
    /**
     * What ICE (a check and an answer each few seconds, 1.3 kB), the figures of each endpoint and those of each worker
     * (some 3 kB, once a second) may leave for the collector. Measured: 0.5 to 2.6 kB.
     */
    private static final long HOUSEKEEPING_BYTES_PER_ENDPOINT_AND_SECOND = 3_000;
    /**
     * Five calls of libcrypto seal a packet (IV, header, payload, end, tag), one more the padding that makes it as long
     * as others of its run, five open one, which nine receivers share; RTCP is the rest. Measured: 5.89.
     */
    private static final double CRYPTO_CALLS = 5.95;
    /**
     * What waits when a worker has nothing more to receive goes with one call, whosever it is: in this conference about
     * 17 packets. Measured: 0.0585.
     */
    private static final double SEND_CALLS = 0.06;
    /**
     * A message is one datagram, or several of a frame that left together for one receiver. Measured: 0.552, and 0.673
     * without padding.
     */
    private static final double MESSAGES = 0.57;
    /**
     * One, and another one after each that found something, which is how the rest of a frame comes along with its first
     * packet. Measured: 1.22.
     */
    private static final double LOOKS_PER_TURN = 1.25;
    /**
     * The destination (48 bytes) with each message, the header into the retransmission cache for video. Measured: 1.72.
     */
    private static final double COPIES = 1.8;
    /** Headers and addresses, as above; never a payload. Measured: 14.3. */
    private static final double COPIED_BYTES = 15;
    /**
     * One duty cycle of 32 is measured, and the clock is read a few times for each datagram and each receiver's turn in
     * it. A read takes 20 to 30 ns, a packet more than 1000: 0.1 would be a quarter of a percent.
     */
    private static final double CLOCK_READS = 0.1;

    @BeforeEach
    void libcrypto() {
        assumeThat(SrtpCrypto.probe().name())
                .as("the JDK's own ciphers allocate: the portable path has no such limits")
                .startsWith("libcrypto");
    }

    @Test
    void aForwardedPacketCostsNoMoreThanItDid() {
        try (SyntheticConference conference = new SyntheticConference(SIZE, 1)) {
            conference.talk(2_500); // the retransmission caches have grown to their size
            Cost cost = conference.talk(3_000);
            assertThat(cost.packetsForwarded()).isGreaterThan(30_000);
            assertThat(cost.perForwarded(cost.cryptoCalls())).as("crypto calls").isBetween(5.0, CRYPTO_CALLS);
            assertThat(cost.perForwarded(cost.sendCalls())).as("send calls").isBetween(0.001, SEND_CALLS);
            assertThat(cost.perForwarded(cost.messages())).as("messages").isBetween(0.01, MESSAGES);
            assertThat(cost.perForwarded(cost.copies())).as("copies").isBetween(0.1, COPIES);
            assertThat(cost.perForwarded(cost.copiedBytes())).as("copied bytes").isBetween(1.0, COPIED_BYTES);
            assertThat(cost.perForwarded(cost.clockReads()))
                    .as("clock reads for what endpoints cost")
                    .isBetween(0.001, CLOCK_READS);
            assertThat(cost.idleTurns()).as("sleeps").isBetween(cost.turns() / 2, cost.turns());
            assertThat((double) cost.receiveCalls() / cost.turns())
                    .as("looks at the socket a turn")
                    .isBetween(1.1, LOOKS_PER_TURN);
            assertThat(cost.allocatedBytes())
                    .as("housekeeping")
                    .isBetween(1L, 3 * SIZE * HOUSEKEEPING_BYTES_PER_ENDPOINT_AND_SECOND);
        }
    }

    /** Everybody is another bridge: a relayed packet costs a tenth more than a forwarded one at the most. */
    @Test
    void aRelayedPacketCostsWhatAForwardedOneDoes() {
        try (SyntheticConference conference = new SyntheticConference(SIZE, 1)) {
            conference.bridge.takeEveryEncoding.addAll(conference.bridge.clients.keySet());
            conference.bridge.publish();
            conference.talk(2_500);
            Cost cost = conference.talk(3_000);
            assertThat(cost.packetsForwarded()).isGreaterThan(30_000);
            assertThat(cost.perForwarded(cost.cryptoCalls())).as("crypto calls").isBetween(5.0, 1.1 * CRYPTO_CALLS);
            assertThat(cost.perForwarded(cost.sendCalls())).as("send calls").isBetween(0.001, 1.1 * SEND_CALLS);
            assertThat(cost.perForwarded(cost.messages())).as("messages").isBetween(0.01, 1.1 * MESSAGES);
            assertThat(cost.perForwarded(cost.copies())).as("copies").isBetween(0.1, 1.1 * COPIES);
            assertThat(cost.perForwarded(cost.copiedBytes())).as("copied bytes").isBetween(1.0, 1.1 * COPIED_BYTES);
        }
    }

    @Test
    void nothingIsAllocatedOnARelayedPacketsWay() {
        try (SyntheticConference conference = new SyntheticConference(6, 1)) {
            conference.bridge.takeEveryEncoding.addAll(conference.bridge.clients.keySet());
            conference.bridge.publish();
            conference.talk(2_500);
            assertThat(typicalAllocation(conference)).isEqualTo(ALLOCATED_BYTES_ON_A_PACKETS_WAY);
        }
    }

    /** Numbers, estimators and pacing for everybody: feedback comes in, and no packet costs more calls or copies. */
    @Test
    void estimatedBandwidthCostsNoCallsAndNoCopies() {
        try (SyntheticConference conference = new SyntheticConference(SIZE, 1, 1, true)) {
            conference
                    .bridge
                    .clients
                    .values()
                    .forEach(client -> Objects.requireNonNull(client.endpoint).onAllocation(5_000_000, 5_000_000));
            conference.talk(10_000); // the probes of the start are over, and the histories have grown
            Cost cost = conference.talk(3_000);
            assertThat(cost.packetsForwarded()).isGreaterThan(30_000);
            assertThat(cost.perForwarded(cost.sendCalls())).as("send calls").isBetween(0.001, SEND_CALLS);
            assertThat(cost.perForwarded(cost.messages())).as("messages").isBetween(0.01, MESSAGES);
            assertThat(cost.perForwarded(cost.copies())).as("copies").isBetween(0.1, COPIES);
            assertThat(cost.perForwarded(cost.copiedBytes())).as("copied bytes").isBetween(1.0, COPIED_BYTES);
            assertThat(cost.allocatedBytes())
                    .as("housekeeping")
                    .isBetween(1L, 3 * SIZE * HOUSEKEEPING_BYTES_PER_ENDPOINT_AND_SECOND);
            conference
                    .bridge
                    .clients
                    .values()
                    .forEach(client -> assertThat(Objects.requireNonNull(client.endpoint)
                                    .stats()
                                    .bandwidth()
                                    .targetBps())
                            .isGreaterThan(5_000_000));
        }
    }

    @Test
    void nothingIsAllocatedForEstimates() {
        try (SyntheticConference conference = new SyntheticConference(6, 1, 1, true)) {
            conference
                    .bridge
                    .clients
                    .values()
                    .forEach(client -> Objects.requireNonNull(client.endpoint).onAllocation(3_000_000, 3_000_000));
            conference.talk(10_000);
            assertThat(typicalAllocation(conference)).isEqualTo(ALLOCATED_BYTES_ON_A_PACKETS_WAY);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void nothingIsAllocatedOnAPacketsWay(int workers) {
        try (SyntheticConference conference = new SyntheticConference(6, workers)) {
            conference.talk(1_500);
            assertThat(typicalAllocation(conference)).isEqualTo(ALLOCATED_BYTES_ON_A_PACKETS_WAY);
        }
    }

    @Test
    void nothingIsAllocatedForLayersThatAreChosen() {
        try (SyntheticConference conference = new SyntheticConference(6, 1, 3)) {
            conference.talk(1_500);
            assertThat(typicalAllocation(conference)).isEqualTo(ALLOCATED_BYTES_ON_A_PACKETS_WAY);
            Cost cost = conference.talk(2_000);
            assertThat(cost.perForwarded(cost.copies()))
                    .as("the descriptor, too")
                    .isBetween(1.3, COPIES + 0.8);
        }
    }

    @Test
    void nothingIsAllocatedForWhatIsLostAndSentAgain() {
        try (SyntheticConference conference = new SyntheticConference(6, 1)) {
            conference.recoverLosses();
            conference.talk(100); // everybody has the first key frame
            conference.bridge.network.conditions(new Conditions(0.02, 0.001, 5_000_000, 12_000_000));
            conference.talk(2_000);
            long recoveredBefore = conference.recovered();
            assertThat(typicalAllocation(conference)).isEqualTo(ALLOCATED_BYTES_ON_A_PACKETS_WAY);
            assertThat(conference.recovered() - recoveredBefore).isGreaterThan(20);
        }
    }

    /**
     * Of many short times in all of which packets were forwarded, the one in the middle: housekeeping falls into some
     * of them, a packet's own cost would be in all. What is allocated for one packet now and then would not, so the
     * turns in which a worker has nothing to do but forward are looked at, too, and all of them.
     */
    private static long typicalAllocation(SyntheticConference conference) {
        long turnsBefore = conference.packetTurns;
        long allocatingBefore = conference.allocatingPacketTurns;
        long[] allocated = new long[100];
        for (int i = 0; i < allocated.length; i++) {
            Cost cost = conference.talk(20);
            assertThat(cost.packetsForwarded()).isPositive();
            allocated[i] = cost.allocatedBytes();
        }
        assertThat(conference.packetTurns - turnsBefore).isGreaterThan(500);
        assertThat(conference.allocatingPacketTurns - allocatingBefore)
                .as("turns without housekeeping in which something was allocated")
                .isLessThanOrEqualTo(ALLOCATING_TURNS);
        Arrays.sort(allocated);
        return allocated[allocated.length / 2];
    }
}
