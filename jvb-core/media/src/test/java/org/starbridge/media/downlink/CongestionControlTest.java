package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.downlink.CongestionControl.Feedback;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedbackWriter;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.rtp.state.StateWriter;
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.link.LinkConditions;

/**
 * A receiver that is sent all that it wants, whatever the estimate says: when its link counts as overloaded. The
 * sender's process may stand still between the time that a packet is stamped with and the network.
 */
class CongestionControlTest {
    private static final long MS = 1_000_000;
    private static final int PACKET_BYTES = 1000;
    private static final long TICK_NS = 250_000;

    private record Arrival(int number, long atNs) {}

    private CongestionControl congestion =
            new CongestionControl(DownlinkSettings.DEFAULT, new TransportFeedbackReader());
    private final TransportFeedbackWriter writer = new TransportFeedbackWriter();
    private final Slab memory = Slab.allocate(4096);
    private final ArrayDeque<Arrival> arrived = new ArrayDeque<>();
    private final Random random = new Random(7);
    private EmulatedLink link = new EmulatedLink(LinkConditions.PERFECT, new Random(1), 0);
    private long nowNs = 1000 * MS;
    private long lateUntilNs;
    private int feedbacks;
    private boolean wasOverloaded;

    @BeforeEach
    void begin() {
        congestion.negotiated(Feedback.PROMISED);
        congestion.onTimeout(true, nowNs);
    }

    @AfterEach
    void close() {
        memory.close();
    }

    private void limit(double bitsPerSecond, double queueMs) {
        link = new EmulatedLink(
                LinkConditions.PERFECT.withRate(bitsPerSecond).withQueueMs(queueMs), new Random(1), nowNs);
    }

    /**
     * Sends, and answers each 50 ms.
     *
     * @param intervalMs between two packets of 8000 bits
     * @param longestStallMs for how long the process may stand still, 5 times in a second at random
     */
    private void run(int durationMs, int intervalMs, int longestStallMs) {
        for (int i = 0; i < durationMs; i++) {
            nowNs += MS;
            if (longestStallMs > 0 && random.nextInt(200) == 0) {
                lateUntilNs = Math.max(lateUntilNs, nowNs + random.nextLong(longestStallMs * MS));
            }
            if (i % intervalMs == 0) {
                send();
            }
            if (i % 50 == 49) {
                answer();
            }
            congestion.onTimeout(true, nowNs);
            wasOverloaded |= Objects.requireNonNull(congestion.estimate()).overloaded();
        }
    }

    private void send() {
        int number = congestion.nextNumber();
        congestion.onSent(PACKET_BYTES, nowNs);
        long arrivesNs = link.send(Math.max(nowNs, lateUntilNs), PACKET_BYTES);
        if (arrivesNs != EmulatedLink.DROPPED) {
            arrived.add(new Arrival(number, arrivesNs + 10 * MS));
        }
    }

    private void answer() {
        Arrival first = arrived.peek();
        if (first == null || first.atNs > nowNs) {
            return;
        }
        long firstTicks = first.atNs / TICK_NS;
        int expected = first.number;
        writer.begin(memory.address(), 4096, 1, 2, first.number, (int) (firstTicks / 256), feedbacks++);
        long lastTicks = firstTicks / 256 * 256;
        for (Arrival next = arrived.peek(); next != null && next.atNs <= nowNs; next = arrived.peek()) {
            for (; expected != next.number; expected = expected + 1 & 0xFFFF) {
                writer.addMissing();
            }
            assertThat(writer.addReceived(next.atNs / TICK_NS - lastTicks)).isTrue();
            lastTicks = next.atNs / TICK_NS;
            expected = expected + 1 & 0xFFFF;
            arrived.poll();
        }
        RtcpView rtcp = new RtcpView();
        assertThat(rtcp.wrap(memory.address(), writer.end())).isNull();
        assertThat(rtcp.next()).isTrue();
        assertThat(congestion.onFeedback(rtcp, nowNs)).isTrue();
    }

    @Test
    void aProcessThatIsLateAgainAndAgainHasNoNarrowLink() {
        for (int round = 0; round < 5; round++) {
            run(5000, 8, 150);
            run(5000, 1, 150);
        }
        assertThat(wasOverloaded).isFalse();
    }

    @Test
    void aLinkThatIsTooSlowIsFoundByItsQueue() {
        run(3000, 1, 0);
        limit(3_000_000, 3000);
        run(2000, 1, 0);
        assertThat(wasOverloaded).isTrue();
    }

    @Test
    void aLinkWithoutRoomForAQueueIsFoundByItsLosses() {
        run(3000, 1, 0);
        limit(3_000_000, 100);
        run(2000, 1, 0);
        assertThat(wasOverloaded).isTrue();
    }

    /**
     * One that reports its estimate from the first on, because not even the lowest layer is as small as the first
     * bound.
     */
    private CongestionControl freshWithoutGate() {
        CongestionControl fresh = fresh(Feedback.PROMISED);
        assertThat(fresh.usableBps(targetBps(fresh)))
                .as("the lowest layers first")
                .isEqualTo(150_000);
        fresh.onAllocation(2_000_000, 0, nowNs);
        fresh.onAllocation(BandwidthEstimate.UNKNOWN, 0, nowNs);
        return fresh;
    }

    private CongestionControl fresh(Feedback feedback) {
        CongestionControl fresh = new CongestionControl(DownlinkSettings.DEFAULT, new TransportFeedbackReader());
        fresh.negotiated(feedback);
        fresh.onTimeout(true, nowNs);
        return fresh;
    }

    private static long targetBps(CongestionControl of) {
        return Objects.requireNonNull(of.estimate()).targetBps();
    }

    @Test
    void aChangeOfATwentiethIsNewsAndARiseAtMostFiveTimesASecond() {
        CongestionControl fresh = freshWithoutGate();
        assertThat(fresh.takeNews(nowNs)).as("the first").isTrue();
        assertThat(fresh.takeNews(nowNs)).as("known").isFalse();
        fresh.onRemb(950_000, nowNs);
        assertThat(fresh.takeNews(nowNs)).isFalse();
        fresh.onRemb(949_999, nowNs);
        assertThat(fresh.takeNews(nowNs)).as("a fall is news at once").isTrue();
        fresh.onRemb(1_000_000, nowNs);
        assertThat(fresh.takeNews(nowNs + 199 * MS)).isFalse();
        assertThat(fresh.takeNews(nowNs + 200 * MS)).isTrue();
        fresh.onRemb(400_000, nowNs);
        assertThat(fresh.takeNews(nowNs + 200 * MS)).isTrue();
        fresh.onRemb(420_000, nowNs);
        assertThat(fresh.takeNews(nowNs + 900 * MS))
                .as("a twentieth is not more")
                .isFalse();
        fresh.onRemb(420_001, nowNs);
        assertThat(fresh.takeNews(nowNs + 900 * MS)).isTrue();
    }

    @Test
    void moreThanIsWantedIsNoNews() {
        CongestionControl fresh = freshWithoutGate();
        fresh.onAllocation(500_000, 500_000, nowNs);
        assertThat(fresh.takeNews(nowNs)).isTrue();
        fresh.onRemb(600_000, nowNs);
        assertThat(fresh.takeNews(nowNs))
                .as("still a fifth above what is wanted")
                .isFalse();
        fresh.onRemb(560_000, nowNs);
        assertThat(fresh.takeNews(nowNs)).isTrue();
    }

    @Test
    void aReceiverThatNegotiatedNothingHasNoEstimate() {
        CongestionControl fresh = fresh(Feedback.NONE);
        assertThat(fresh.isEstimating()).isFalse();
        assertThat(fresh.estimate()).isNull();
        assertThat(fresh.takeNews(nowNs)).isFalse();
        assertThat(fresh.mayRepeat(1 << 20, nowNs)).isTrue();
        assertThat(fresh.mustWait(nowNs)).isFalse();
        assertThat(fresh.durationNs(1000)).isZero();
        assertThat(fresh.nextDeadlineNs(true)).isEqualTo(Long.MAX_VALUE);
        fresh.onSent(1000, nowNs);
        assertThat(fresh.nextNumber()).isEqualTo(1);
    }

    @Test
    void whatAnotherBridgeMaySendIsEstimatedWithTheFirstFeedback() {
        CongestionControl fresh = fresh(Feedback.POSSIBLE);
        assertThat(fresh.isEstimating()).isFalse();
        fresh.negotiated(Feedback.PROMISED);
        assertThat(fresh.isEstimating()).as("promised later").isTrue();
    }

    /** 1 Mbit/s estimated, nearly all of it wanted: 1.2 times of that may leave in 40 ms. */
    @Test
    void videoWaitsWhenABurstHasLeftAndMoreIsWantedThanTheLinkCarries() {
        CongestionControl fresh = fresh(Feedback.PROMISED);
        assertThat(fresh.mustWait(nowNs)).isFalse();
        fresh.onUnnumberedSent(1 << 20);
        assertThat(fresh.mustWait(nowNs))
                .as("nothing is limited by the estimate")
                .isFalse();
        fresh = fresh(Feedback.PROMISED);
        fresh.onAllocation(2_000_000, 900_000, nowNs);
        fresh.onUnnumberedSent(5999);
        assertThat(fresh.mustWait(nowNs)).isFalse();
        fresh.onUnnumberedSent(2);
        assertThat(fresh.mustWait(nowNs)).isTrue();
        assertThat(fresh.maySend(nowNs)).isFalse();
        assertThat(fresh.nextSendNs(nowNs)).isBetween(nowNs + 1, nowNs + MS);
        assertThat(fresh.mustWait(nowNs + MS)).isFalse();
        fresh.onWaiting(1);
        assertThat(fresh.mustWait(nowNs + MS))
                .as("not before what waits already")
                .isTrue();
    }

    @Test
    void retransmissionsAreLimitedWhereTheEstimateLimits() {
        CongestionControl fresh = fresh(Feedback.PROMISED);
        assertThat(fresh.mayRepeat(1 << 20, nowNs))
                .as("everything is sent, whatever the estimate says")
                .isTrue();
        fresh.onAllocation(2_000_000, 900_000, nowNs);
        assertThat(fresh.mayRepeat(8751, nowNs)).isFalse();
        assertThat(fresh.mayRepeat(8750, nowNs)).isTrue();
    }

    @Test
    void bytesTakeTheirTimeAtTheEstimate() {
        CongestionControl fresh = freshWithoutGate();
        assertThat(targetBps(fresh)).isEqualTo(1_000_000);
        assertThat(fresh.durationNs(1000)).isEqualTo(8 * MS);
    }

    @Test
    void nothingIsProbedForAReceiverThatGetsEverything() {
        CongestionControl fresh = fresh(Feedback.PROMISED);
        assertThat(fresh.isProbeDue(nowNs)).isTrue();
        fresh.onAllocation(-1, 0, nowNs);
        assertThat(fresh.isProbeDue(nowNs)).isFalse();
        fresh.onAllocation(3_000_000, 900_000, nowNs);
        assertThat(fresh.isProbeDue(nowNs)).isTrue();
        fresh.postponeProbe(nowNs + MS);
        assertThat(fresh.isProbeDue(nowNs)).isFalse();
        assertThat(fresh.isProbeDue(nowNs + MS)).isTrue();
        assertThat(fresh.probeBytesDue(nowNs + MS)).isPositive();
        fresh.onSent(1000, nowNs + MS);
        fresh.onExtraSent(1000);
        fresh.onSent(1000, nowNs + MS);
        assertThat(Objects.requireNonNull(fresh.estimate()).probesSent()).isEqualTo(1);
        assertThat(Objects.requireNonNull(fresh.estimate()).probeBytes()).isEqualTo(1000);
    }

    @Test
    void aRecordingEndsTenMinutesAfterItWasLastRead() {
        run(1000, 10, 0);
        congestion.record(true, nowNs);
        run(1000, 10, 0);
        assertThat(congestion.trace(nowNs)).isNotEmpty();
        long readNs = nowNs;
        congestion.onTimeout(true, readNs + 600_000 * MS);
        assertThat(congestion.trace(readNs)).isNotEmpty();
        congestion.onTimeout(true, readNs + 600_000 * MS + 1);
        assertThat(congestion.trace(readNs)).isEmpty();
        congestion.record(true, nowNs);
        congestion.record(false, nowNs);
        assertThat(congestion.trace(nowNs)).isEmpty();
    }

    @Test
    void aLinkThatCarriesWhatIsWantedAgainIsNoLongerOverloaded() {
        run(3000, 1, 0);
        limit(3_000_000, 100);
        run(2000, 1, 0);
        assertThat(wasOverloaded).isTrue();
        congestion.onAllocation(100_000, 100_000, nowNs);
        assertThat(Objects.requireNonNull(congestion.estimate()).overloaded()).isFalse();
    }

    private byte[] record() throws StateException {
        StateWriter state = new StateWriter(nowNs);
        state.part(1, 1, congestion::state);
        return state.record();
    }

    /** Goes on with another one, by a record. */
    private void readFrom(byte[] record) throws StateException {
        congestion = new CongestionControl(DownlinkSettings.DEFAULT, new TransportFeedbackReader());
        congestion.negotiated(Feedback.PROMISED);
        StateReader.of(record, nowNs).part(1, 1, congestion::state);
    }

    @Test
    void whatWasReadIsWrittenAgain() throws StateException {
        limit(800_000, 300);
        run(3000, 8, 0);
        byte[] record = record();
        readFrom(record);
        assertThat(record()).isEqualTo(record);
        assertThat(record.length).isBetween(4_000, 40_000);
    }

    @Test
    void damagedRecordsAreRefusedOrDoNoHarm() throws StateException {
        limit(800_000, 300);
        run(3000, 8, 0);
        byte[] record = record();
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            byte[] damaged = record.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                damaged[9 + random.nextInt(random.nextBoolean() ? 600 : record.length - 13)] = (byte) random.nextInt();
            }
            CRC32C checksum = new CRC32C();
            checksum.update(damaged, 0, damaged.length - 4);
            ByteBuffer.wrap(damaged).putInt(damaged.length - 4, (int) checksum.getValue());
            try {
                readFrom(damaged);
                arrived.clear();
                run(150, 8, 0);
            } catch (StateException _) {
                refused++;
            }
        }
        assertThat(refused).isBetween(10, 390);
    }
}
