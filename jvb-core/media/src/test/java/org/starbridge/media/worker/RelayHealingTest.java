package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.link.LinkConditions;

/** Two bridges between which the network fails: their relay works again when the network does, without signalling. */
class RelayHealingTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final int AUDIO = 1000;
    private static final LinkConditions CUT = LinkConditions.PERFECT.withLoss(0.9999999, 1);

    private final List<SimulatedClient> clients = new ArrayList<>();

    private SimulatedMesh mesh() {
        SimulatedMesh mesh = new SimulatedMesh(12, 2, 1);
        for (int i = 0; i < 2; i++) {
            SimulatedClient client = mesh.add(i, "c" + i, SimulatedBridge.audio(AUDIO + i));
            client.addStream(AUDIO + i, SimulatedBridge.OPUS, 100);
            clients.add(client);
        }
        mesh.publish();
        return mesh;
    }

    private static IceState state(SimulatedMesh mesh, int bridge) {
        return Objects.requireNonNull(mesh.nodes.get(bridge).links.get(1 - bridge))
                .endpoint
                .stats()
                .iceState();
    }

    private void assertHeard(SimulatedMesh mesh) {
        for (int i = 0; i < 2; i++) {
            SimulatedClient receiver = clients.get(1 - i);
            int before = heard(receiver, AUDIO + i);
            for (int packet = 0; packet < 50; packet++) {
                clients.get(i).send(Objects.requireNonNull(clients.get(i).sent.get(AUDIO + i)), new byte[80], false);
                mesh.run(20 * MS);
            }
            assertThat(heard(receiver, AUDIO + i) - before).isEqualTo(50);
        }
    }

    private static int heard(SimulatedClient client, int ssrc) {
        return client.payloads.getOrDefault(ssrc, Map.of()).size();
    }

    @Test
    void aRelayWhoseNetworkWasCutForTwoMinutesWorksAgain() {
        try (SimulatedMesh mesh = mesh()) {
            assertThat(mesh.connectAll()).isTrue();
            assertHeard(mesh);
            mesh.betweenBridges(CUT);
            mesh.run(120 * SECOND);
            assertThat(state(mesh, 0)).isNotEqualTo(IceState.CONNECTED);
            mesh.betweenBridges(LinkConditions.PERFECT);
            mesh.run(15 * SECOND);
            assertThat(state(mesh, 0)).isEqualTo(IceState.CONNECTED);
            assertThat(state(mesh, 1)).isEqualTo(IceState.CONNECTED);
            assertHeard(mesh);
        }
    }

    /** Control describes the other bridge again from time to time. */
    @Test
    void aRelayThatCouldNotConnectAtFirstConnectsLater() {
        try (SimulatedMesh mesh = mesh()) {
            mesh.betweenBridges(CUT);
            mesh.run(120 * SECOND);
            assertThat(state(mesh, 0)).isNotEqualTo(IceState.CONNECTED);
            mesh.betweenBridges(LinkConditions.PERFECT);
            mesh.describeAgain();
            mesh.run(15 * SECOND);
            assertThat(mesh.connectAll()).isTrue();
            assertHeard(mesh);
        }
    }
}
