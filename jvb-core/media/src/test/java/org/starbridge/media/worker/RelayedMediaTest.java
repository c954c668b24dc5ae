package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.transport.ice.IceState;

/** A conference of 24 over three bridges that are joined by relays. The ledger of nonces watches all keys. */
class RelayedMediaTest {
    private static final long MS = 1_000_000;
    private static final int CLIENTS = 24;
    private static final int BRIDGES = 3;
    private static final int AUDIO = 1000;
    private static final int VIDEO = 2000;
    private static final int RTX = 3000;

    private final List<SimulatedClient> clients = new ArrayList<>();
    private int tick;

    private SimulatedMesh conference(long seed, int workers) {
        SimulatedMesh mesh = new SimulatedMesh(seed, BRIDGES, workers);
        for (int i = 0; i < CLIENTS; i++) {
            SimulatedClient client = mesh.add(
                    i % BRIDGES,
                    "c" + i,
                    SimulatedBridge.audio(AUDIO + i),
                    SimulatedBridge.video(VIDEO + i),
                    SimulatedBridge.rtx(RTX + i, VIDEO + i));
            client.addStream(AUDIO + i, OPUS, 65_500 + i);
            client.addStream(VIDEO + i, VP8, 65_510 + i).rtxSsrc = RTX + i;
            clients.add(client);
            for (int j = 0; j < CLIENTS; j++) {
                client.mediaByRtxSsrc.put(RTX + j, VIDEO + j);
            }
        }
        mesh.publish();
        assertThat(mesh.connectAll()).isTrue();
        mesh.run(200 * MS);
        return mesh;
    }

    /** A frame of one packet; the first is a key frame. */
    private byte[] picture(int client) {
        byte kind = (byte) (tick == 1 ? 0x10 : 0x11);
        return ByteBuffer.allocate(200)
                .put(new byte[] {0x10, kind, 0x02, 0x00, (byte) 0x9D, 0x01, 0x2A, 0x40, 0x01, (byte) 0xB4, 0x00})
                .putInt(client)
                .putInt(tick)
                .array();
    }

    private byte[] sound(int client) {
        return ByteBuffer.allocate(80).putInt(client).putInt(tick).array();
    }

    private void talk(SimulatedMesh mesh, int ticks) {
        send(mesh, ticks);
        mesh.run(1500 * MS);
    }

    private void send(SimulatedMesh mesh, int ticks) {
        for (int i = 0; i < ticks; i++) {
            tick++;
            for (int c = 0; c < CLIENTS; c++) {
                SimulatedClient client = clients.get(c);
                if (mesh.clients.containsKey(client.name)) {
                    client.send(stream(client, AUDIO + c), sound(c), false);
                    client.send(stream(client, VIDEO + c), picture(c), true);
                }
            }
            mesh.run(20 * MS);
        }
    }

    private static SentStream stream(SimulatedClient client, int ssrc) {
        return Objects.requireNonNull(client.sent.get(ssrc));
    }

    private static Map<Integer, byte[]> payloads(SimulatedClient client, int ssrc) {
        return Objects.requireNonNullElse(client.payloads.get(ssrc), Map.of());
    }

    /** Each packet of each stream once, as it was sent. */
    private void assertWhole(SimulatedMesh mesh, int firstSsrc) {
        for (SimulatedClient receiver : mesh.clients.values()) {
            for (int c = 0; c < CLIENTS; c++) {
                SimulatedClient sender = clients.get(c);
                if (sender == receiver || !mesh.clients.containsKey(sender.name)) {
                    continue;
                }
                Map<Integer, byte[]> sent = stream(sender, firstSsrc + c).payloadByTimestamp;
                Map<Integer, byte[]> got = payloads(receiver, firstSsrc + c);
                assertThat(got.keySet())
                        .as("%s from %s", receiver.name, sender.name)
                        .containsExactlyInAnyOrderElementsOf(sent.keySet());
                sent.forEach(
                        (timestamp, payload) -> assertThat(got.get(timestamp)).isEqualTo(payload));
                assertThat(Objects.requireNonNull(receiver.got.get(firstSsrc + c)).duplicates)
                        .isZero();
            }
            assertThat(receiver.failures).isZero();
        }
    }

    @Test
    void everyCoupleIsWholeAndNothingComesTwice() {
        try (SimulatedMesh mesh = conference(7, 2)) {
            talk(mesh, 100);
            assertWhole(mesh, AUDIO);
            assertWhole(mesh, VIDEO);
        }
    }

    @Test
    void whatIsLostBetweenBridgesIsRepairedBetweenThem() {
        try (SimulatedMesh mesh = conference(8, 1)) {
            talk(mesh, 10);
            mesh.loseBetweenBridges(0.03);
            send(mesh, 100);
            mesh.loseBetweenBridges(0);
            talk(mesh, 5); // a loss shows by what comes after it
            assertThat(mesh.network.lost()).as("datagrams lost").isGreaterThan(200);
            assertWhole(mesh, VIDEO);
            int asked = clients.stream()
                    .flatMap(client -> client.askedBySsrc.values().stream())
                    .mapToInt(Integer::intValue)
                    .sum();
            assertThat(asked).as("requests to the clients themselves").isZero();
        }
    }

    @Test
    void aBridgeThatVanishesTakesOnlyItsOwnClientsAlong() {
        try (SimulatedMesh mesh = conference(9, 1)) {
            talk(mesh, 20);
            mesh.vanish(1);
            talk(mesh, 100); // the others do not know yet
            assertWhole(mesh, AUDIO);
            assertWhole(mesh, VIDEO);
            mesh.expireRelaysToGone();
            mesh.publish();
            talk(mesh, 50);
            assertWhole(mesh, AUDIO);
            assertWhole(mesh, VIDEO);
            for (SimulatedClient client : mesh.clients.values()) {
                for (SimulatedClient sender : mesh.clients.values()) {
                    if (sender != client) {
                        assertGapless(client, AUDIO + clients.indexOf(sender));
                    }
                }
            }
            assertThat(mesh.clients).hasSize(CLIENTS - CLIENTS / BRIDGES);
        }
    }

    private static void assertGapless(SimulatedClient client, int ssrc) {
        GotStream got = Objects.requireNonNull(client.got.get(ssrc));
        assertThat(got.order.getLast() - got.order.getFirst())
                .as("numbers without a gap")
                .isEqualTo(got.order.size() - 1);
    }

    @Test
    void relaysComeAndGoWithoutALeak() {
        try (SimulatedMesh mesh = conference(10, 2)) {
            SimulatedMesh.Node node = mesh.nodes.getFirst();
            mesh.run(2000 * MS);
            TableSizes before = node.workers.footprint();
            for (int i = 0; i < 1000; i++) {
                SimulatedMesh.Link link = new SimulatedMesh.Link(node, mesh.nodes.get(1), new Random(1_000_000 + i));
                mesh.run(MS);
                link.endpoint.expire();
                mesh.run(MS);
            }
            mesh.run(2000 * MS);
            assertThat(node.workers.footprint()).isEqualTo(before);
            talk(mesh, 10);
            assertWhole(mesh, AUDIO);
            assertThat(Objects.requireNonNull(node.links.get(1))
                            .endpoint
                            .stats()
                            .iceState())
                    .isEqualTo(IceState.CONNECTED);
        }
    }
}
