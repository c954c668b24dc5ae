package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.IceConnectivityTest.areConnected;
import static org.starbridge.transport.ice.IceConnectivityTest.tuple;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever happens to the network, both sides are together again soon after it has healed. */
final class IceChaosTest {
    @ParameterizedTest
    @EnumSource(IceRole.class)
    void findsEachOtherAgain(IceRole bridgeRole) {
        for (long seed = 1; seed <= 60; seed++) {
            VirtualNetwork network = new VirtualNetwork(seed);
            IceRole clientRole = network.random.nextInt(4) == 0 ? bridgeRole : bridgeRole.opposite();
            VirtualNetwork.Node bridge = network.node("bridge", bridgeRole);
            VirtualNetwork.Node client = network.node("client", clientRole);
            InetSocketAddress bridgeAddress = bridge.bind("10.0.0.1:10000");
            InetSocketAddress local = client.bind("10.0.0.2:5000");
            bridge.meet(client.agent.localCredentials());
            client.told("10.0.0.1:10000");
            client.meet(bridge.agent.localCredentials());
            network.run(Duration.ofSeconds(network.random.nextInt(1, 10)));

            InetSocketAddress seenAt = local;
            for (int step = 0; step < 12; step++) {
                network.lossPercent = network.random.nextInt(80);
                network.duplicatePercent = network.random.nextInt(20);
                network.maxDelayNs = network.minDelayNs
                        + Duration.ofMillis(network.random.nextInt(400)).toNanos();
                switch (network.random.nextInt(4)) {
                    case 0 -> {
                        seenAt = address("203.0.113." + (1 + network.random.nextInt(250)) + ":700");
                        client.moveTo(local, seenAt);
                    }
                    case 1 -> network.dead.add(seenAt);
                    case 2 -> network.dead.add(bridgeAddress);
                    default -> network.dead.clear();
                }
                network.run(Duration.ofMillis(network.random.nextInt(40_000)));
            }
            network.lossPercent = 0;
            network.maxDelayNs = network.minDelayNs;
            network.dead.clear();
            network.run(Duration.ofSeconds(25));

            assertThat(areConnected(bridge, client))
                    .as("seed %d: %s %s", seed, bridge.states, client.states)
                    .isTrue();
            assertThat(bridge.agent.selectedTuple()).as("seed %d", seed).isEqualTo(new Tuple(bridgeAddress, seenAt));
            assertThat(bridge.agent.role()).as("seed %d", seed).isNotEqualTo(client.agent.role());
        }
    }

    @ParameterizedTest
    @EnumSource(IceRole.class)
    void changesToTheOtherInterfaceBeforeConsentExpires(IceRole bridgeRole) {
        VirtualNetwork network = new VirtualNetwork(1);
        VirtualNetwork.Node bridge = network.node("bridge", bridgeRole);
        VirtualNetwork.Node client = network.node("client", bridgeRole.opposite());
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        client.bind("10.0.0.3:5000");
        bridge.meet(client.agent.localCredentials());
        client.told("10.0.0.1:10000");
        client.meet(bridge.agent.localCredentials());
        network.run(Duration.ofMinutes(2));
        Tuple first = Objects.requireNonNull(bridge.agent.selectedTuple());
        InetSocketAddress lost = first.remote();
        String other = lost.equals(address("10.0.0.2:5000")) ? "10.0.0.3:5000" : "10.0.0.2:5000";
        network.dead.add(lost);
        network.run(Duration.ofSeconds(30));

        assertThat(bridge.agent.selectedTuple()).isEqualTo(tuple("10.0.0.1:10000", other));
        assertThat(client.agent.selectedTuple()).isEqualTo(tuple(other, "10.0.0.1:10000"));
        assertThat(bridge.states).doesNotContain(IceState.DISCONNECTED);
        assertThat(client.states).doesNotContain(IceState.DISCONNECTED);
        network.dead.clear();
        network.run(Duration.ofMinutes(5));
        assertThat(bridge.agent.counters().moves())
                .as("no way back without need")
                .isEqualTo(1);
    }

    @Test
    void isTheSameEveryTime() {
        assertThat(trace(42)).isEqualTo(trace(42)).isNotEqualTo(trace(43));
    }

    private static String trace(long seed) {
        VirtualNetwork network = IceConnectivityTest.lossy(seed);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLING);
        IceConnectivityTest.introduce(bridge, client);
        network.run(Duration.ofMinutes(1));
        StringBuilder trace = new StringBuilder();
        bridge.sent.forEach(each -> trace.append(TransactionId.of(each)));
        return trace.toString();
    }
}
