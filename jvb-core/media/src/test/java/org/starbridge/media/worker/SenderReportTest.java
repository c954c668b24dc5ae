package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.audio;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.worker.SimulatedClient.GotReport;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/** Who gets a stream late, or another one in its place, hears at once what time it is there. */
class SenderReportTest {
    private static final long TICK_NS = 20_000_000;
    private static final long NTP = 0x1234_5678_9ABC_DEF0L;
    private static final int SLOT = 7000;

    private static SimulatedClient speaker(SimulatedBridge bridge, int ssrc) {
        SimulatedClient client = bridge.join("c" + ssrc, audio(ssrc));
        client.addStream(ssrc, OPUS, 100).nextTimestamp = ssrc * 1000;
        return client;
    }

    private static void talk(SimulatedBridge bridge, int ticks) {
        for (int i = 0; i < ticks; i++) {
            for (SimulatedClient client : bridge.clients.values()) {
                for (SentStream stream : client.sent.values()) {
                    client.send(stream, new byte[] {1, 2, 3}, false);
                }
            }
            bridge.run(TICK_NS);
        }
    }

    private static void report(SimulatedClient client, long ntp) {
        client.sent.values().forEach(stream -> client.sendSenderReport(stream, ntp));
    }

    private static long secondsX1000(long ntpFrom, long ntpTo) {
        return ((ntpTo - ntpFrom) * 1000) >> 32;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aReceiverThatComesLateHearsTheTimeWithItsFirstPacket(int workers) {
        try (SimulatedBridge bridge = new SimulatedBridge(4, workers)) {
            SimulatedClient speaker = speaker(bridge, 1000);
            assertThat(bridge.connectAll()).isTrue();
            talk(bridge, 10);
            SentStream stream = Objects.requireNonNull(speaker.sent.get(1000));
            int timestamp = stream.nextTimestamp;
            report(speaker, NTP);
            talk(bridge, 100);
            SimulatedClient late = bridge.join("late");
            assertThat(bridge.connectAll()).isTrue();
            long sent = stream.nextIndex;
            talk(bridge, 20);
            assertThat(late.senderReports).hasSize(1);
            GotReport report = late.senderReports.getFirst();
            assertThat(report.ssrc()).isEqualTo(1000);
            assertThat(report.packets()).isBetween(1L, 2L);
            assertThat(stream.nextIndex - sent).isEqualTo(20);
            long elapsedMs = secondsX1000(NTP, report.ntp());
            assertThat(elapsedMs).isBetween(2000L, 5000L);
            assertThat(report.rtpTimestamp() - timestamp).isBetween((int) elapsedMs * 48, (int) elapsedMs * 48 + 48);
            report(speaker, NTP + (5L << 32));
            talk(bridge, 2);
            assertThat(late.senderReports)
                    .as("what the source says is passed on")
                    .hasSize(2);
            assertThat(late.senderReports.getLast().ntp()).isEqualTo(NTP + (5L << 32));
        }
    }

    @Test
    void aReportOfLongAgoIsNotTold() {
        try (SimulatedBridge bridge = new SimulatedBridge(4, 1)) {
            SimulatedClient speaker = speaker(bridge, 1000);
            SimulatedClient early = bridge.join("early");
            assertThat(bridge.connectAll()).isTrue();
            talk(bridge, 10);
            report(speaker, NTP);
            talk(bridge, 10);
            assertThat(early.senderReports).hasSize(1);
            bridge.run(61_000_000_000L);
            SimulatedClient late = bridge.join("late");
            assertThat(bridge.connectAll()).isTrue();
            talk(bridge, 10);
            assertThat(late.senderReports).isEmpty();
            report(speaker, NTP);
            talk(bridge, 10);
            assertThat(late.senderReports).hasSize(1);
        }
    }

    @Test
    void afterASlotHasChangedItsSourceTheReceiverHearsTheTimeOfTheNewOne() {
        try (SimulatedBridge bridge = new SimulatedBridge(4, 2)) {
            SimulatedClient first = speaker(bridge, 1000);
            SimulatedClient second = speaker(bridge, 2000);
            SimulatedClient listener = bridge.join("listener");
            SourceSlot slot = new SourceSlot(SLOT, SLOT + 1, null);
            bridge.slots.put("listener", Map.of(1000, slot));
            bridge.publish();
            assertThat(bridge.connectAll()).isTrue();
            talk(bridge, 10);
            report(first, NTP);
            report(second, NTP + (100L << 32)); // another clock
            int timestamp = Objects.requireNonNull(second.sent.get(2000)).nextTimestamp;
            talk(bridge, 100);
            listener.senderReports.clear();
            bridge.slots.put("listener", Map.of(2000, slot));
            bridge.publish();
            talk(bridge, 3);
            assertThat(listener.senderReports).hasSize(1);
            GotReport report = listener.senderReports.getFirst();
            assertThat(report.ssrc()).isEqualTo(SLOT);
            long elapsedMs = secondsX1000(NTP + (100L << 32), report.ntp());
            assertThat(elapsedMs).isBetween(2000L, 2100L);
            var got = Objects.requireNonNull(listener.got.get(SLOT));
            int delta =
                    Objects.requireNonNull(got.timestampByExtSeq.lastEntry()).getValue()
                            - Objects.requireNonNull(second.sent.get(2000)).nextTimestamp;
            assertThat(report.rtpTimestamp() - delta - timestamp)
                    .isBetween((int) elapsedMs * 48, (int) elapsedMs * 48 + 48);
        }
    }
}
