package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.send.CongestionControl;
import org.starbridge.transport.sctp.send.RoundTrip;

/** Retransmission, delayed acknowledgement, heartbeat, closed windows: RFC 9260 sections 6 to 8. */
final class TimersTest {
    @Test
    void anIdleAssociationWakesOnlyForItsHeartbeat() {
        VirtualLink link = VirtualLink.connected(1);
        link.run(Duration.ofSeconds(1));
        link.a.timeouts = 0;
        link.a.sent.clear();
        link.run(Duration.ofMinutes(10));
        assertThat(link.a.timeouts).isEqualTo(20);
        assertThat(Forger.chunks(link.a.sent, Chunk.Heartbeat.class)).hasSize(20);
        assertThat(Forger.chunks(link.a.sent, Chunk.HeartbeatAck.class)).hasSize(20);
        assertThat(link.a.sent).hasSize(40);
    }

    @Test
    void silentHeartbeatsEndAnAssociationOnlyIfConfigured() {
        VirtualLink forever = VirtualLink.connected(1);
        forever.b.isMute = true;
        forever.run(Duration.ofHours(1));
        assertThat(forever.a.ends).isEmpty();
        VirtualLink limited =
                VirtualLink.connected(new VirtualLink(1, SctpConfig.defaults().withMaxRetransmissions(5)));
        limited.b.isMute = true;
        limited.run(Duration.ofMinutes(5));
        assertThat(limited.a.ends).containsExactly(SctpEnd.TIMED_OUT);
    }

    @Test
    void dataGoAgainWithTheBackOffCapped() {
        VirtualLink link = VirtualLink.connected(1);
        link.run(Duration.ofSeconds(1));
        link.b.isMute = true;
        link.a.sent.clear();
        link.a.send(0, new byte[10]);
        link.run(Duration.ofSeconds(60));
        // After 0.5 (no round trip was measured), 1.5, 3.5, 6.5, ... s; then a heartbeat has to wait for them.
        assertThat(Forger.chunks(link.a.sent, Chunk.Data.class)).hasSizeBetween(21, 23);
        assertThat(Forger.chunks(link.a.sent, Chunk.Heartbeat.class)).isEmpty();
        link.b.isMute = false;
        link.run(Duration.ofSeconds(4));
        assertThat(link.a.association.bufferedBytes()).isZero();
        assertThat(link.b.received).hasSize(1);
    }

    @Test
    void dataAfterSilenceAreAcknowledgedAtOnceAndFurtherOnesAfterTheDelay() {
        VirtualLink link = VirtualLink.connected(1);
        for (int i = 0; i < 3; i++) {
            link.run(Duration.ofSeconds(1));
            link.b.sent.clear();
            link.a.send(0, new byte[10]);
            link.run(Duration.ofMillis(6));
            assertThat(Forger.chunks(link.b.sent, Chunk.Sack.class)).hasSize(1);
        }
        link.b.sent.clear();
        link.a.send(0, new byte[10]);
        link.run(Duration.ofMillis(154));
        assertThat(link.b.sent).isEmpty();
        link.run(Duration.ofMillis(2));
        assertThat(Forger.chunks(link.b.sent, Chunk.Sack.class)).hasSize(1);
    }

    @Test
    void aStreamIsAcknowledgedWithEverySecondPacket() {
        VirtualLink link = VirtualLink.connected(1);
        link.run(Duration.ofSeconds(1));
        link.b.sent.clear();
        for (int i = 0; i < 101; i++) {
            link.a.send(0, new byte[1000]);
            link.run(Duration.ofMillis(20));
        }
        assertThat(link.b.received).hasSize(101);
        assertThat(Forger.chunks(link.b.sent, Chunk.Sack.class))
                .as("the first alone, then pairs")
                .hasSize(51);
    }

    @Test
    void wherePeersAreToBeLikeBrowsersOnlyTheVeryFirstDataAreAcknowledgedAtOnce() {
        VirtualLink link =
                VirtualLink.connected(new VirtualLink(1, SctpConfig.defaults().withSacksDelayedAfterSilence()));
        link.a.send(0, new byte[10]);
        link.run(Duration.ofMillis(6));
        assertThat(Forger.chunks(link.b.sent, Chunk.Sack.class)).hasSize(1);
        link.run(Duration.ofHours(10));
        link.b.sent.clear();
        link.a.send(0, new byte[10]);
        link.run(Duration.ofMillis(154));
        assertThat(link.b.sent).isEmpty();
        link.run(Duration.ofMillis(2));
        assertThat(Forger.chunks(link.b.sent, Chunk.Sack.class)).hasSize(1);
    }

    @Test
    void anAcknowledgementTravelsWithData() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.send(0, new byte[10]);
        link.run(Duration.ofMillis(10));
        link.a.send(0, new byte[10]);
        link.run(Duration.ofMillis(6));
        link.b.sent.clear();
        link.b.send(0, new byte[10]);
        assertThat(link.b.sent).hasSize(1);
        assertThat(Forger.read(link.b.sent.getFirst()).chunks()).hasSize(2);
    }

    @Test
    void anAcknowledgementAfterSilenceWaitsForTheAnswerThatIsSentBeforeTimersRun() {
        VirtualLink link = VirtualLink.connected(1);
        link.run(Duration.ofSeconds(1));
        link.b.sent.clear();
        link.a.send(0, new byte[10]);
        link.dropFlights();
        link.b.receive(link.a.sent.getLast());
        assertThat(link.b.received).hasSize(1);
        assertThat(link.b.sent).isEmpty();
        assertThat(link.b.association.nextDeadlineNs()).isEqualTo(link.nowNs);
        link.b.send(0, new byte[10]);
        link.b.association.onTimeout(link.nowNs, link.b);
        assertThat(link.b.sent).hasSize(1);
        assertThat(Forger.read(link.b.sent.getFirst()).chunks())
                .hasExactlyElementsOfTypes(Chunk.Sack.class, Chunk.Data.class);
    }

    @Test
    void whatIsAmissIsAcknowledgedBeforeAnyAnswer() {
        VirtualLink link = VirtualLink.connected(1);
        link.run(Duration.ofSeconds(1));
        link.b.sent.clear();
        link.a.send(0, new byte[10]);
        link.a.send(0, new byte[10]);
        link.dropFlights();
        link.b.receive(link.a.sent.getLast());
        assertThat(Forger.chunks(link.b.sent, Chunk.Sack.class)).as("a gap").hasSize(1);
    }

    @Test
    void aHoleIsFilledWithoutWaitingForATimer() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.send(0, new byte[60_000]);
        link.run(Duration.ofSeconds(2));
        link.a.isMute = true;
        link.a.send(0, new byte[1000]);
        link.a.isMute = false;
        for (int i = 0; i < 4; i++) {
            link.a.send(0, new byte[1000]);
        }
        int timeouts = link.a.timeouts;
        link.run(Duration.ofMillis(40));
        assertThat(link.a.timeouts).isEqualTo(timeouts);
        assertThat(link.b.received).hasSize(6);
    }

    @Test
    void theWindowOpensWithAcknowledgementsAndShrinksWithLoss() {
        int mtu = 1132;
        CongestionControl congestion = new CongestionControl(mtu);
        assertThat(congestion.windowBytes()).isEqualTo(4404);
        congestion.onAcknowledged(2 * mtu, true, true);
        assertThat(congestion.windowBytes()).isEqualTo(4404 + mtu);
        congestion.onAcknowledged(2 * mtu, true, false);
        assertThat(congestion.windowBytes()).as("not used up").isEqualTo(4404 + mtu);
        for (int i = 0; i < 20; i++) {
            congestion.onAcknowledged(2 * mtu, true, true);
        }
        int before = congestion.windowBytes();
        congestion.onLoss(100);
        assertThat(congestion.windowBytes()).isEqualTo(before / 2);
        congestion.onLoss(101);
        assertThat(congestion.windowBytes()).as("once per recovery").isEqualTo(before / 2);
        congestion.onAcknowledged(5 * mtu, true, true);
        assertThat(congestion.windowBytes()).as("while recovering").isEqualTo(before / 2);
        congestion.onCumulative(100);
        congestion.onTimeout();
        assertThat(congestion.windowBytes()).isEqualTo(mtu);
    }

    @Test
    void theTimeoutFollowsTheRoundTrip() {
        RoundTrip roundTrip = new RoundTrip(SctpConfig.defaults());
        assertThat(roundTrip.timeoutNs()).isEqualTo(500_000_000);
        roundTrip.onMeasured(300_000_000);
        assertThat(roundTrip.timeoutNs()).isEqualTo(900_000_000);
        for (int i = 0; i < 100; i++) {
            roundTrip.onMeasured(10_000_000);
        }
        assertThat(roundTrip.timeoutNs()).isEqualTo(400_000_000);
        for (int i = 0; i < 5; i++) {
            roundTrip.backOff();
        }
        assertThat(roundTrip.timeoutNs()).isEqualTo(3_000_000_000L);
    }

    @Test
    void aClosedWindowIsProbedUntilItOpens() {
        SctpConfig tight = SctpConfig.defaults().withTotalReceiveBytes(0);
        VirtualLink link = VirtualLink.connected(new VirtualLink(1, tight));
        link.run(Duration.ofSeconds(1));
        int tag = Forger.tag(link.a.sent.getLast());
        // A stranger to order fills what b has: nothing of stream 9 can be delivered without its first message.
        long tsn = nextTsn(link);
        for (int i = 2; i < 20; i++) {
            link.b.receive(Forger.packet(tag, Forger.message(tsn + i, 9, i, 1000)));
        }
        assertThat(link.b.count(SctpDropReason.RECEIVE_MEMORY_FULL)).isPositive();
        int before = link.b.association.heldBytes();
        assertThat(before).isLessThanOrEqualTo(tight.buffers().guaranteedReceiveBytes());
        link.b.receive(Forger.packet(tag, Forger.message(tsn, 9, 0, 100)));
        link.b.receive(Forger.packet(tag, Forger.message(tsn + 1, 9, 1, 100)));
        assertThat(link.b.association.heldBytes()).isZero();
        assertThat(link.b.received).hasSizeGreaterThan(10);
    }

    @Test
    void aSenderProbesAClosedWindow() {
        VirtualLink link = VirtualLink.connected(1);
        int tag = Forger.tag(link.b.sent.getLast());
        link.b.isMute = true;
        link.a.receive(Forger.packet(tag, ChunkWriter.sack(nextTsn(link) - 1, 0, new int[0], new int[0])));
        link.a.sent.clear();
        link.a.send(0, new byte[100_000]);
        link.run(Duration.ofSeconds(20));
        assertThat(Forger.chunks(link.a.sent, Chunk.Data.class).stream()
                        .map(Chunk.Data::tsn)
                        .distinct())
                .hasSize(1);
        assertThat(link.a.sent).hasSizeBetween(6, 10);
        link.b.isMute = false;
        link.run(Duration.ofSeconds(10));
        assertThat(link.b.received).hasSize(1);
    }

    /** The first TSN of a. */
    private static long nextTsn(VirtualLink link) {
        return Forger.chunks(link.a.sent, Chunk.Init.class).getFirst().initialTsn() & 0xFFFF_FFFFL;
    }
}
