package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.worker.SimulatedMesh.Link;

/** Two bridges that have several conferences in common: a relay each, between the same two addresses. */
class UniquePortTest {
    private static final long MS = 1_000_000;
    private static final int AUDIO = 1000;

    private final List<SimulatedClient> clients = new ArrayList<>();

    private SimulatedMesh mesh(int workersEach) {
        SimulatedMesh mesh = new SimulatedMesh(12, 2, workersEach);
        for (int i = 0; i < 2; i++) {
            SimulatedClient client = mesh.add(i, "c" + i, SimulatedBridge.audio(AUDIO + i));
            client.addStream(AUDIO + i, SimulatedBridge.OPUS, 100);
            clients.add(client);
        }
        mesh.publish();
        assertThat(mesh.connectAll()).isTrue();
        return mesh;
    }

    /** How many of 100 packets each client gets of the other one. */
    private List<Integer> talk(SimulatedMesh mesh) {
        List<Integer> before = List.of(heard(0), heard(1));
        for (int packet = 0; packet < 100; packet++) {
            for (int i = 0; i < 2; i++) {
                clients.get(i).send(Objects.requireNonNull(clients.get(i).sent.get(AUDIO + i)), new byte[80], false);
            }
            mesh.run(20 * MS);
        }
        mesh.run(100 * MS);
        return List.of(heard(0) - before.get(0), heard(1) - before.get(1));
    }

    private int heard(int receiver) {
        return clients.get(receiver)
                .payloads
                .getOrDefault(AUDIO + 1 - receiver, Map.of())
                .size();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void eachRelayWithAPortForItselfCarriesItsOwnConference(int workersEach) {
        try (SimulatedMesh mesh = mesh(workersEach)) {
            List<Link> more = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                more.addAll(mesh.linkAgain("conference " + i, true));
            }
            mesh.run(2000 * MS);
            assertThat(more).allMatch(link -> link.isConnected);
            assertThat(more.stream()
                            .mapToInt(link -> link.endpoint.uniquePort())
                            .filter(port -> port != 0))
                    .hasSize(3)
                    .doesNotHaveDuplicates();
            assertThat(talk(mesh)).containsExactly(100, 100);

            more.forEach(link -> link.endpoint.expire());
            mesh.run(100 * MS);
            assertThat(talk(mesh)).containsExactly(100, 100);
            assertThat(mesh.linkAgain("conference 4", true)).hasSize(2);
            mesh.run(2000 * MS);
            assertThat(talk(mesh)).containsExactly(100, 100);
        }
    }

    /** Why it is asked for: what two addresses say is which of their relays it is. */
    @Test
    void onSharedPortsTheSecondRelayTakesTheFirstOnesPlace() {
        try (SimulatedMesh mesh = mesh(1)) {
            mesh.linkAgain("other", false);
            mesh.run(2000 * MS);
            assertThat(talk(mesh)).doesNotContain(100);
        }
    }
}
