package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.IceConnectivityTest.areConnected;
import static org.starbridge.transport.ice.IceConnectivityTest.introduce;
import static org.starbridge.transport.ice.IceConnectivityTest.tuple;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class IceMobilityTest {
    private final VirtualNetwork network = new VirtualNetwork(1);

    @ParameterizedTest
    @EnumSource(IceRole.class)
    void followsAClientThatIsSeenAtANewAddress(IceRole bridgeRole) {
        VirtualNetwork.Node bridge = network.node("bridge", bridgeRole);
        VirtualNetwork.Node client = network.node("client", bridgeRole.opposite());
        introduce(bridge, client);
        network.run(Duration.ofSeconds(3));
        client.moveTo(address("10.0.0.2:5000"), address("203.0.113.9:777"));

        assertThat(network.runUntil(() -> bridge.selections.size() == 2, Duration.ofSeconds(8)))
                .isTrue();
        assertThat(bridge.agent.selectedTuple()).isEqualTo(tuple("10.0.0.1:10000", "203.0.113.9:777"));
        assertThat(bridge.states).doesNotContain(IceState.DISCONNECTED);
        assertThat(bridge.agent.counters().moves()).isEqualTo(1);
        network.run(Duration.ofMinutes(2));
        assertThat(areConnected(bridge, client)).isTrue();
        assertThat(client.selections).as("the client did not notice").hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(IceRole.class)
    void followsAClientThatWasAwayForLong(IceRole bridgeRole) {
        VirtualNetwork.Node bridge = network.node("bridge", bridgeRole);
        VirtualNetwork.Node client = network.node("client", bridgeRole.opposite());
        introduce(bridge, client);
        network.run(Duration.ofSeconds(3));
        network.dead.add(address("10.0.0.2:5000"));
        network.run(Duration.ofMinutes(3));
        assertThat(bridge.agent.state()).isEqualTo(IceState.DISCONNECTED);
        client.moveTo(address("10.0.0.2:5000"), address("203.0.113.9:777"));

        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofSeconds(8)))
                .isTrue();
        assertThat(bridge.agent.selectedTuple()).isEqualTo(tuple("10.0.0.1:10000", "203.0.113.9:777"));
    }

    @Test
    void doesNotMoveWhileTheOldAddressAnswers() {
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, client);
        network.run(Duration.ofSeconds(3));
        client.bind("10.0.0.3:6000");
        network.run(Duration.ofSeconds(1));
        sendCheck(client, "10.0.0.3:6000", "10.0.0.1:10000", false);
        network.run(Duration.ofMinutes(1));

        assertThat(bridge.agent.pairCount()).isEqualTo(2);
        assertThat(bridge.selections).hasSize(1);
        assertThat(bridge.agent.counters().checksAnswered()).isGreaterThan(3);
    }

    @Test
    void asksTheOldAddressAtOnceWhenANewOneHasAnswered() {
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, client);
        network.run(Duration.ofSeconds(3));
        network.dead.add(address("10.0.0.2:5000"));
        client.bind("10.0.0.3:6000");
        sendCheck(client, "10.0.0.3:6000", "10.0.0.1:10000", false);

        // The next consent check would not be due for another second, and its silence would take one more to be
        // noticed.
        assertThat(network.runUntil(() -> bridge.selections.size() == 2, Duration.ofMillis(1200)))
                .isTrue();
        assertThat(bridge.agent.selectedTuple()).isEqualTo(tuple("10.0.0.1:10000", "10.0.0.3:6000"));
    }

    @Test
    void aNominationWithoutAnAnswerGivesWayToAnAddressThatIsAlive() {
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, client);
        client.bind("10.0.0.3:6000");
        client.bind("10.0.0.4:6000");
        network.run(Duration.ofSeconds(1));
        sendCheck(client, "10.0.0.4:6000", "10.0.0.1:10000", false);
        network.run(Duration.ofSeconds(1));
        sendCheck(client, "10.0.0.3:6000", "10.0.0.1:10000", false);
        network.run(Duration.ofSeconds(1));
        String selected = literal(bridge);
        for (String lost : List.of("10.0.0.2:5000", "10.0.0.3:6000")) {
            network.dead.add(address(lost));
        }
        assertThat(selected).isNotEqualTo("10.0.0.4:6000");
        network.run(Duration.ofMillis(7500));
        assertThat(bridge.selections).as("nominated in vain by now").hasSize(1);
        sendCheck(client, "10.0.0.4:6000", "10.0.0.1:10000", false);

        assertThat(network.runUntil(() -> bridge.selections.size() == 2, Duration.ofSeconds(1)))
                .isTrue();
        assertThat(literal(bridge)).isEqualTo("10.0.0.4:6000");
    }

    @Test
    void movesAtOnceToAPairThatTheControllingPeerNominates() {
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLED);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLING);
        introduce(bridge, client);
        network.run(Duration.ofSeconds(3));
        client.bind("10.0.0.3:6000");
        sendCheck(client, "10.0.0.3:6000", "10.0.0.1:10000", true);

        assertThat(network.runUntil(() -> bridge.selections.size() == 2, Duration.ofMillis(40)))
                .isTrue();
        assertThat(bridge.agent.selectedTuple()).isEqualTo(tuple("10.0.0.1:10000", "10.0.0.3:6000"));
    }

    @ParameterizedTest
    @EnumSource(IceRole.class)
    void neverMovesToAnAddressThatDoesNotAnswer(IceRole bridgeRole) {
        VirtualNetwork.Node bridge = network.node("bridge", bridgeRole);
        VirtualNetwork.Node client = network.node("client", bridgeRole.opposite());
        introduce(bridge, client);
        network.run(Duration.ofSeconds(3));
        // An attacker on the path sends the client's authentic, nominating requests on from another address.
        for (int i = 0; i < 60; i++) {
            byte[] request = check(client, true);
            network.transmit(address("198.51.100.66:66"), address("10.0.0.1:10000"), request);
            network.run(Duration.ofSeconds(1));
        }
        assertThat(bridge.selections).hasSize(1);
        assertThat(areConnected(bridge, client)).isTrue();

        network.dead.add(address("10.0.0.2:5000"));
        for (int i = 0; i < 60; i++) {
            byte[] request = check(client, true);
            network.transmit(address("198.51.100.66:66"), address("10.0.0.1:10000"), request);
            network.run(Duration.ofSeconds(1));
        }
        assertThat(bridge.selections).hasSize(1);
        assertThat(bridge.agent.state()).isEqualTo(IceState.DISCONNECTED);
    }

    private void sendCheck(VirtualNetwork.Node client, String from, String to, boolean useCandidate) {
        network.transmit(address(from), address(to), check(client, useCandidate));
    }

    private static String literal(VirtualNetwork.Node bridge) {
        InetSocketAddress remote =
                Objects.requireNonNull(bridge.agent.selectedTuple()).remote();
        return remote.getAddress().getHostAddress() + ":" + remote.getPort();
    }

    /** An authentic request that the client could have sent. */
    private byte[] check(VirtualNetwork.Node client, boolean useCandidate) {
        VirtualNetwork.Node bridge = network.nodes().getFirst();
        IceCredentials remote = bridge.agent.localCredentials();
        return StunWriter.request(
                TransactionId.random(network.random),
                remote.ufrag() + ":" + client.agent.localCredentials().ufrag(),
                1234,
                client.agent.role(),
                7,
                useCandidate,
                new StunKey(remote.password()));
    }
}
