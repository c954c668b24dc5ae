package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class IceConnectivityTest {
    static Stream<Arguments> rolesAndSeeds() {
        List<Arguments> rows = new ArrayList<>();
        for (IceRole bridge : IceRole.values()) {
            for (IceRole client : IceRole.values()) {
                for (long seed = 1; seed <= 25; seed++) {
                    rows.add(Arguments.of(bridge, client, seed));
                }
            }
        }
        return rows.stream();
    }

    @ParameterizedTest(name = "{0} meets {1}, seed {2}")
    @MethodSource("rolesAndSeeds")
    void connectsOverALossyNetworkWhateverTheRoles(IceRole bridgeRole, IceRole clientRole, long seed) {
        VirtualNetwork network = lossy(seed);
        VirtualNetwork.Node bridge = network.node("bridge", bridgeRole);
        VirtualNetwork.Node client = network.node("client", clientRole);
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        bridge.meet(client.agent.localCredentials());
        network.run(Duration.ofMillis(network.random.nextInt(300)));
        client.meet(bridge.agent.localCredentials());
        client.told("10.0.0.1:10000");

        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofSeconds(25)))
                .as("seed %d", seed)
                .isTrue();
        assertThat(bridge.agent.role()).isNotEqualTo(client.agent.role());
        assertThat(bridge.agent.selectedTuple()).isEqualTo(tuple("10.0.0.1:10000", "10.0.0.2:5000"));
        assertThat(client.agent.selectedTuple()).isEqualTo(tuple("10.0.0.2:5000", "10.0.0.1:10000"));
        network.lossPercent = 0;
        network.run(Duration.ofMinutes(5));
        assertThat(areConnected(bridge, client))
                .as("still connected, seed %d", seed)
                .isTrue();
    }

    @Test
    void connectsWithinThreeRoundTripsWhenNothingIsLost() {
        VirtualNetwork network = new VirtualNetwork(1);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, client);

        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofMillis(65)))
                .isTrue();
        assertThat(bridge.states).containsExactly(IceState.CHECKING, IceState.CONNECTED);
        assertThat(client.states).containsExactly(IceState.CHECKING, IceState.CONNECTED);
        assertThat(bridge.selections).hasSize(1);
        assertThat(client.selections).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(IceRole.class)
    void sendsFirstWhenItKnowsTheRemoteCandidate(IceRole bridgeRole) {
        VirtualNetwork network = new VirtualNetwork(2);
        VirtualNetwork.Node bridge = network.node("bridge", bridgeRole);
        VirtualNetwork.Node client = network.node("client", bridgeRole.opposite());
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        client.meet(bridge.agent.localCredentials());
        bridge.told("10.0.0.2:5000");
        bridge.meet(client.agent.localCredentials());

        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofMillis(200)))
                .isTrue();
    }

    @Test
    void answersBeforeItKnowsThePeerAndChecksBackAsSoonAsItDoes() {
        VirtualNetwork network = new VirtualNetwork(3);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLED);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLING);
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        client.told("10.0.0.1:10000");
        client.meet(bridge.agent.localCredentials());
        network.run(Duration.ofSeconds(2));

        assertThat(client.agent.state()).isEqualTo(IceState.CONNECTED);
        assertThat(bridge.agent.state()).isEqualTo(IceState.NEW);
        assertThat(bridge.agent.selectedTuple()).isNull();

        bridge.meet(client.agent.localCredentials());
        assertThat(network.runUntil(() -> bridge.agent.state() == IceState.CONNECTED, Duration.ofMillis(25)))
                .as("the nomination that came early counts")
                .isTrue();
    }

    @Test
    void prefersAFamilyThatWorksOverOneThatDoesNot() {
        VirtualNetwork network = new VirtualNetwork(4);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        bridge.bind("10.0.0.1:10000");
        bridge.bind("[2001:db8::1]:10000");
        client.bind("10.0.0.2:5000");
        client.bind("[2001:db8::2]:5000");
        network.dead.add(address("[2001:db8::2]:5000"));
        for (String remote : List.of("[2001:db8::1]:10000", "10.0.0.1:10000", "[fe80::1]:10000", "127.0.0.1:10000")) {
            client.told(remote);
        }
        bridge.meet(client.agent.localCredentials());
        client.meet(bridge.agent.localCredentials());

        assertThat(client.agent.pairCount()).as("one pair for each family").isEqualTo(2);
        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofSeconds(1)))
                .isTrue();
        assertThat(client.agent.selectedTuple()).isEqualTo(tuple("10.0.0.2:5000", "10.0.0.1:10000"));
    }

    @Test
    void waitsForADirectPairBeforeItNominatesARelayedOne() {
        VirtualNetwork network = new VirtualNetwork(5);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        IceCandidate relay =
                new IceCandidate("r", 1, "UDP", 5, address("10.0.0.2:5000"), IceCandidate.Type.RELAY, "r", 0);
        bridge.agent.addRemoteCandidate(network.nowNs, relay, bridge);
        client.meet(bridge.agent.localCredentials());
        bridge.meet(client.agent.localCredentials());

        network.run(Duration.ofMillis(450));
        assertThat(bridge.agent.counters().checksAnswered()).isPositive();
        assertThat(bridge.agent.selectedTuple()).isNull();
        assertThat(bridge.agent.isRelayed()).isFalse();
        network.run(Duration.ofMillis(200));
        assertThat(areConnected(bridge, client)).isTrue();
        assertThat(bridge.agent.isRelayed()).isTrue();
        assertThat(client.agent.isRelayed()).isFalse();
    }

    @Test
    void failsAfterHalfAMinuteAndIsRevivedByALateCheck() {
        VirtualNetwork network = new VirtualNetwork(6);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        bridge.meet(client.agent.localCredentials());
        network.run(Duration.ofMillis(29_900));
        assertThat(bridge.agent.state()).isEqualTo(IceState.CHECKING);
        network.run(Duration.ofMillis(200));
        assertThat(bridge.agent.state()).isEqualTo(IceState.FAILED);
        network.run(Duration.ofMinutes(10));
        assertThat(bridge.agent.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);

        client.told("10.0.0.1:10000");
        client.meet(bridge.agent.localCredentials());
        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofMillis(200)))
                .isTrue();
        assertThat(bridge.states)
                .containsExactly(IceState.CHECKING, IceState.FAILED, IceState.CHECKING, IceState.CONNECTED);
    }

    @Test
    void keepsCheckingACandidateThatOpensLate() {
        VirtualNetwork network = new VirtualNetwork(7);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, client);
        network.dead.add(address("10.0.0.2:5000"));
        network.run(Duration.ofSeconds(20));
        assertThat(client.agent.state()).isEqualTo(IceState.CHECKING);
        network.dead.clear();
        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofSeconds(6)))
                .isTrue();
    }

    @Test
    void ignoresCandidatesThatCannotBeUsed() {
        VirtualNetwork network = new VirtualNetwork(8);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        bridge.bind("10.0.0.1:10000");
        bridge.meet(IceCredentials.random(network.random));
        List<IceCandidate> useless = List.of(
                candidate(2, "udp", "10.0.0.2:1", 0),
                candidate(1, "tcp", "10.0.0.2:1", 0),
                candidate(1, "udp", "10.0.0.2:1", 1),
                candidate(1, "udp", "10.0.0.2:0", 0),
                candidate(1, "udp", "0.0.0.0:1", 0),
                candidate(1, "udp", "224.0.0.1:1", 0));
        useless.forEach(each -> bridge.agent.addRemoteCandidate(network.nowNs, each, bridge));

        network.run(Duration.ofSeconds(1));
        assertThat(bridge.sent).isEmpty();
        assertThat(bridge.agent.counters().dropped(IceDrop.UNUSABLE_CANDIDATE)).isEqualTo(useless.size());

        bridge.agent.addRemoteCandidate(network.nowNs, candidate(1, "udp", "10.0.0.2:1", 0), bridge);
        assertThat(bridge.sent).hasSize(1);
    }

    @Test
    void boundsTheChecklistAndPacesIt() {
        VirtualNetwork network = new VirtualNetwork(9);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        bridge.bind("10.0.0.1:10000");
        bridge.bind("10.0.0.1:10001");
        bridge.meet(IceCredentials.random(network.random));
        for (int port = 1; port <= 1000; port++) {
            bridge.agent.addRemoteCandidate(network.nowNs, candidate(1, "udp", "10.0.0.2:" + port, 0), bridge);
        }
        assertThat(bridge.agent.pairCount()).isEqualTo(100);
        assertThat(bridge.agent.counters().dropped(IceDrop.TABLE_FULL)).isEqualTo(900);
        network.run(Duration.ofSeconds(4));
        assertThat(bridge.agent.counters().checksSent()).isBetween(70L, 90L);
        network.run(Duration.ofSeconds(25));
        assertThat(bridge.agent.outstandingChecks()).isLessThanOrEqualTo(200);
    }

    @Test
    void takesNewRemoteCredentialsUntilAPairIsSelectedButNotLater() {
        VirtualNetwork network = new VirtualNetwork(10);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        client.told("10.0.0.1:10000");
        bridge.meet(IceCredentials.random(network.random));
        client.meet(bridge.agent.localCredentials());
        network.run(Duration.ofSeconds(1));
        assertThat(bridge.agent.state()).isEqualTo(IceState.CHECKING);

        bridge.meet(client.agent.localCredentials());
        network.run(Duration.ofSeconds(1));
        assertThat(areConnected(bridge, client)).isTrue();
        bridge.meet(IceCredentials.random(network.random));
        network.run(Duration.ofMinutes(1));
        assertThat(areConnected(bridge, client)).isTrue();
        assertThat(bridge.agent.counters().dropped(IceDrop.CREDENTIALS_FIXED)).isEqualTo(1);
    }

    @Test
    void closedAgentDoesNothing() {
        VirtualNetwork network = new VirtualNetwork(11);
        VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
        VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, client);
        network.run(Duration.ofSeconds(1));
        bridge.agent.close();
        int sent = bridge.sent.size();
        network.run(Duration.ofSeconds(40));
        assertThat(bridge.sent).hasSize(sent);
        assertThat(bridge.agent.state()).isEqualTo(IceState.CLOSED);
        assertThat(bridge.agent.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(client.agent.state()).isEqualTo(IceState.DISCONNECTED);
    }

    @Test
    void theLargerTieBreakerKeepsTheRole() {
        VirtualNetwork network = new VirtualNetwork(12);
        Random random = network.random;
        IceConfig config = IceConfig.defaults();
        VirtualNetwork.Node high = network.add(
                "high", new IceAgent(IceRole.CONTROLLING, IceCredentials.random(random), -1, random, config));
        VirtualNetwork.Node low =
                network.add("low", new IceAgent(IceRole.CONTROLLING, IceCredentials.random(random), 1, random, config));
        introduce(high, low);
        network.run(Duration.ofSeconds(1));
        assertThat(areConnected(high, low)).isTrue();
        assertThat(high.agent.role()).as("tie-breakers are unsigned").isEqualTo(IceRole.CONTROLLING);
        assertThat(high.agent.counters().dropped(IceDrop.ROLE_CONFLICT)).isPositive();
    }

    static VirtualNetwork lossy(long seed) {
        VirtualNetwork network = new VirtualNetwork(seed);
        network.lossPercent = 20;
        network.duplicatePercent = 10;
        network.minDelayNs = Duration.ofMillis(5).toNanos();
        network.maxDelayNs = Duration.ofMillis(150).toNanos();
        return network;
    }

    /** Both know the other's credentials; only the client gets an address. */
    static void introduce(VirtualNetwork.Node bridge, VirtualNetwork.Node client) {
        bridge.bind("10.0.0.1:10000");
        client.bind("10.0.0.2:5000");
        bridge.meet(client.agent.localCredentials());
        client.meet(bridge.agent.localCredentials());
        client.told("10.0.0.1:10000");
    }

    static boolean areConnected(VirtualNetwork.Node a, VirtualNetwork.Node b) {
        return a.agent.state() == IceState.CONNECTED && b.agent.state() == IceState.CONNECTED;
    }

    static Tuple tuple(String local, String remote) {
        return new Tuple(address(local), address(remote));
    }

    private static IceCandidate candidate(int component, String protocol, String address, int generation) {
        return new IceCandidate(
                "f", component, protocol, 1000, address(address), IceCandidate.Type.HOST, "x", generation);
    }
}
