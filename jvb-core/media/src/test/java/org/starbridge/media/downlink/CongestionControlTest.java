package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.downlink.CongestionControl.Feedback;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedbackWriter;
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

    private final CongestionControl congestion =
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
}
