package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.transport.link.LinkConditions;

/** Two bridges: what a relay carries is estimated if the other bridge reports what arrives, and not if it does not. */
class RelayBandwidthTest {
    private static final long MS = 1_000_000;
    private static final int CLIENTS = 6;
    private static final int AUDIO = 1000;
    private static final int VIDEO = 2000;
    private static final int RTX = 3000;
    /** Three cameras from each bridge, 4 packets of 1,000 bytes in 20 ms. */
    private static final long VIDEO_BPS = 3 * 4 * 50 * 8_000;

    private final List<SimulatedClient> clients = new ArrayList<>();
    private int tick;

    private SimulatedMesh conference(Integer... numbering) {
        SimulatedMesh mesh = new SimulatedMesh(11, 2, 1);
        mesh.numbering.addAll(List.of(numbering));
        for (int i = 0; i < CLIENTS; i++) {
            SimulatedClient client = mesh.add(
                    i % 2,
                    "c" + i,
                    SimulatedBridge.audio(AUDIO + i),
                    SimulatedBridge.video(VIDEO + i),
                    SimulatedBridge.rtx(RTX + i, VIDEO + i));
            client.addStream(AUDIO + i, OPUS, 100);
            client.addStream(VIDEO + i, VP8, 100).rtxSsrc = RTX + i;
            clients.add(client);
        }
        mesh.publish();
        assertThat(mesh.connectAll()).isTrue();
        return mesh;
    }

    private void talk(SimulatedMesh mesh, int ticks) {
        for (int i = 0; i < ticks; i++) {
            tick++;
            for (int c = 0; c < CLIENTS; c++) {
                SimulatedClient client = clients.get(c);
                client.send(Objects.requireNonNull(client.sent.get(AUDIO + c)), new byte[80], false);
                for (int packet = 0; packet < 4; packet++) {
                    byte[] picture = new byte[1000];
                    picture[0] = (byte) (packet == 0 ? 0x10 : 0x00);
                    picture[1] = (byte) (tick == 1 && packet == 0 ? 0 : 1);
                    client.send(Objects.requireNonNull(client.sent.get(VIDEO + c)), picture, packet == 3);
                }
            }
            mesh.run(20 * MS);
        }
    }

    private static EndpointStats stats(SimulatedMesh mesh, int from, int to) {
        return Objects.requireNonNull(mesh.nodes.get(from).links.get(to))
                .endpoint
                .stats();
    }

    @Test
    void aBridgeThatReportsIsEstimatedAndANarrowLinkShows() {
        try (SimulatedMesh mesh = conference(0, 1)) {
            talk(mesh, 250);
            BandwidthEstimate wide = stats(mesh, 0, 1).bandwidth();
            assertThat(wide.isKnown()).isTrue();
            assertThat(wide.targetBps()).isGreaterThan(VIDEO_BPS);
            assertThat(wide.overloaded()).isFalse();

            mesh.betweenBridges(LinkConditions.PERFECT.withRate(VIDEO_BPS / 2.0).withQueueMs(200));
            talk(mesh, 250);
            BandwidthEstimate narrow = stats(mesh, 0, 1).bandwidth();
            assertThat(narrow.targetBps()).isLessThan(VIDEO_BPS * 6 / 10);
            assertThat(narrow.overloaded()).isTrue();
            assertThat(stats(mesh, 0, 1).limits().lossLimitBps())
                    .as("a limit for selection")
                    .isPositive();
        }
    }

    /** Bridges that start are late by seconds where processors are scarce; the network is as it was. */
    @Test
    void aBridgeThatDidNotRunForSecondsIsNotBehindANarrowLink() {
        try (SimulatedMesh mesh = conference(0, 1)) {
            talk(mesh, 100);
            for (int stalled = 0; stalled < 2; stalled++) {
                mesh.nodes.get(stalled).isStalled = true;
                talk(mesh, 100);
                assertUnlimited(mesh);
                mesh.nodes.get(stalled).isStalled = false;
                talk(mesh, 50);
                assertUnlimited(mesh);
            }
            assertThat(mesh.nodes.getFirst().workers.stats().count(MediaCounter.PACKETS_PACED))
                    .isZero();
        }
    }

    @Test
    void aBurstOfLossesIsNoNarrowLink() {
        try (SimulatedMesh mesh = conference(0, 1)) {
            talk(mesh, 100);
            mesh.loseBetweenBridges(0.6);
            talk(mesh, 20);
            mesh.loseBetweenBridges(0);
            talk(mesh, 100);
            assertUnlimited(mesh);
        }
    }

    /** As Jitsi Videobridge does on relays. What is too much for the link is lost, and said in report blocks. */
    @Test
    void lossesLimitALinkToABridgeThatSendsReceiverReportsOnly() {
        try (SimulatedMesh mesh = conference(0)) {
            talk(mesh, 250);
            assertThat(stats(mesh, 0, 1).limits().lossLimitBps()).isNegative();

            mesh.network.downlink(
                    mesh.nodes.get(1).backbone,
                    LinkConditions.PERFECT.withRate(VIDEO_BPS / 2.0).withQueueMs(200));
            talk(mesh, 300);
            EndpointStats narrow = stats(mesh, 0, 1);
            assertThat(narrow.bandwidth().isKnown()).isFalse();
            assertThat(narrow.limits().lossLimitBps()).isBetween(VIDEO_BPS / 10, VIDEO_BPS * 9 / 10);

            mesh.network.downlink(mesh.nodes.get(1).backbone, LinkConditions.PERFECT);
            talk(mesh, 100);
            long limitBps = stats(mesh, 0, 1).limits().lossLimitBps();
            talk(mesh, 800);
            assertThat(stats(mesh, 0, 1).limits().lossLimitBps())
                    .as("more is tried once nothing is lost")
                    .isGreaterThan(limitBps);
        }
    }

    @Test
    void onceTheOtherBridgeReportsWhatArrivesTheEstimateTakesThePlaceOfLosses() {
        try (SimulatedMesh mesh = conference(0)) {
            mesh.network.downlink(
                    mesh.nodes.get(1).backbone,
                    LinkConditions.PERFECT.withRate(VIDEO_BPS / 2.0).withQueueMs(200));
            talk(mesh, 300);
            assertThat(stats(mesh, 0, 1).limits().lossLimitBps()).isPositive();

            mesh.network.downlink(mesh.nodes.get(1).backbone, LinkConditions.PERFECT);
            talk(mesh, 100);
            mesh.numbering.add(1);
            mesh.publish();
            talk(mesh, 150);
            assertThat(stats(mesh, 0, 1).bandwidth().isKnown()).isTrue();
            assertThat(stats(mesh, 0, 1).limits().lossLimitBps()).isNegative();
        }
    }

    private static void assertUnlimited(SimulatedMesh mesh) {
        for (int from = 0; from < 2; from++) {
            EndpointStats stats = stats(mesh, from, 1 - from);
            assertThat(stats.bandwidth().overloaded()).as("%s", stats).isFalse();
            assertThat(stats.limits().lossLimitBps()).isNegative();
        }
    }

    @Test
    void aBridgeThatDoesNotReportLimitsNothing() {
        try (SimulatedMesh mesh = conference(0)) {
            talk(mesh, 400);
            EndpointStats stats = stats(mesh, 0, 1);
            assertThat(stats.bandwidth().isKnown()).isFalse();
            assertThat(stats.limits().lossLimitBps()).isNegative();
            assertThat(stats.traffic().packetsSent()).isGreaterThan(400 * 3 * 5);
        }
    }
}
