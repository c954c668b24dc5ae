package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.IceConnectivityTest.areConnected;
import static org.starbridge.transport.ice.IceConnectivityTest.introduce;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class IceConsentTest {
    private VirtualNetwork network = new VirtualNetwork(1);
    private VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
    private VirtualNetwork.Node client = network.node("client", IceRole.CONTROLLED);

    @BeforeEach
    void connect() {
        introduce(bridge, client);
        network.run(Duration.ofSeconds(1));
        assertThat(areConnected(bridge, client)).isTrue();
    }

    @Test
    void asksEveryFiveSecondsOrSo() {
        long before = bridge.agent.counters().checksSent();
        network.run(Duration.ofMinutes(10));
        assertThat(bridge.agent.counters().checksSent() - before).isBetween(110L, 130L);
        assertThat(bridge.agent.counters().retransmissionsSent()).isZero();
        assertThat(network.nowNs - bridge.agent.consentConfirmedAtNs())
                .isLessThan(Duration.ofSeconds(7).toNanos());
    }

    @Test
    void stopsThirtySecondsAfterTheLastAnswerAndReturnsWithThePeer() {
        network.dead.add(address("10.0.0.2:5000"));
        long lastAnswerNs = bridge.agent.consentConfirmedAtNs();
        assertThat(network.runUntil(() -> bridge.agent.state() == IceState.DISCONNECTED, Duration.ofMinutes(1)))
                .isTrue();
        assertThat(network.nowNs - lastAnswerNs)
                .isEqualTo(Duration.ofSeconds(30).toNanos());
        assertThat(bridge.agent.selectedTuple()).as("kept, for when it returns").isNotNull();
        network.run(Duration.ofMinutes(5));
        assertThat(bridge.agent.state()).isEqualTo(IceState.DISCONNECTED);
        assertThat(client.agent.state()).isEqualTo(IceState.DISCONNECTED);

        network.dead.clear();
        assertThat(network.runUntil(() -> areConnected(bridge, client), Duration.ofSeconds(6)))
                .isTrue();
        assertThat(bridge.states)
                .containsExactly(IceState.CHECKING, IceState.CONNECTED, IceState.DISCONNECTED, IceState.CONNECTED);
    }

    @Test
    void aValidCheckOfThePeerIsEnoughToReturn() {
        network.dead.add(address("10.0.0.2:5000"));
        network.run(Duration.ofMinutes(2));
        network.dead.clear();
        int answered = (int) bridge.agent.counters().requestsAnswered();
        assertThat(network.runUntil(
                        () -> bridge.agent.counters().requestsAnswered() > answered, Duration.ofSeconds(10)))
                .isTrue();
        assertThat(network.runUntil(() -> bridge.agent.state() == IceState.CONNECTED, Duration.ofMillis(200)))
                .isTrue();
    }

    @Test
    void survivesHeavyLoss() {
        network.lossPercent = 40;
        network.run(Duration.ofMinutes(30));
        assertThat(areConnected(bridge, client)).isTrue();
        assertThat(bridge.states).doesNotContain(IceState.DISCONNECTED);
    }

    @Test
    void aDeadPeerCostsLittle() {
        network.dead.add(address("10.0.0.2:5000"));
        network.run(Duration.ofMinutes(1));
        int sent = bridge.sent.size();
        network.run(Duration.ofMinutes(10));
        assertThat((bridge.sent.size() - sent) / 600.0)
                .as("datagrams per second")
                .isLessThan(0.7);
    }
}
