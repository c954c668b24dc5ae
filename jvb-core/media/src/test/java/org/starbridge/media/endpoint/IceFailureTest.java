package org.starbridge.media.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;

/** In which words an operator hears why ICE found no way. */
class IceFailureTest {
    private static final InetSocketAddress BRIDGE = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 10000);
    private static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.2"), 5000);
    private static final IceCredentials OURS = new IceCredentials("bridge01", "bridge-password-of-22-chars");
    private static final IceCredentials THEIRS = new IceCredentials("client01", "client-password-of-22-chars");

    private final IceAgent bridge = agent(IceRole.CONTROLLED, OURS, BRIDGE);
    private final IceAgent client = agent(IceRole.CONTROLLING, THEIRS, CLIENT);
    private final Outbox fromBridge = new Outbox();
    private final Outbox fromClient = new Outbox();

    private static final class Outbox implements IceSink {
        private final Deque<byte[]> datagrams = new ArrayDeque<>();

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            datagrams.add(datagram);
        }

        @Override
        public void onSelected(Tuple tuple) {}

        @Override
        public void onState(IceState state) {}
    }

    private static IceAgent agent(IceRole role, IceCredentials credentials, InetSocketAddress address) {
        IceAgent agent = new IceAgent(role, credentials, new Random(7), IceConfig.defaults());
        agent.addLocalCandidate(candidate(address));
        return agent;
    }

    private static IceCandidate candidate(InetSocketAddress address) {
        return new IceCandidate("1", 1, "udp", 2_130_706_431L, address, IceCandidate.Type.HOST, "1", 0);
    }

    private void waitForFailure(long nowNs) {
        bridge.onTimeout(nowNs + Duration.ofSeconds(31).toNanos(), fromBridge);
        assertThat(bridge.state()).isEqualTo(IceState.FAILED);
    }

    /** The client asks; what it hears back is lost. */
    private void ask(IceCredentials believed) {
        client.addRemoteCandidate(0, candidate(BRIDGE), fromClient);
        client.remoteCredentials(0, believed, fromClient);
        assertThat(fromClient.datagrams).isNotEmpty();
        bridge.onDatagram(0, new Tuple(BRIDGE, CLIENT), fromClient.datagrams.remove(), fromBridge);
    }

    @Test
    void nothingCame() {
        bridge.remoteCredentials(0, THEIRS, fromBridge);
        waitForFailure(0);
        assertThat(IceFailure.sentence(bridge.counters())).isEqualTo("no STUN message arrived from it");
    }

    @Test
    void nothingCameThoughItWasAsked() {
        bridge.remoteCredentials(0, THEIRS, fromBridge);
        bridge.addRemoteCandidate(0, candidate(CLIENT), fromBridge);
        waitForFailure(0);
        assertThat(IceFailure.sentence(bridge.counters()))
                .matches("no STUN message arrived from it, and none of the bridge's \\d+ checks was answered");
    }

    @Test
    void itHasAnotherPasswordThanTheOneItWasTold() {
        bridge.remoteCredentials(0, THEIRS, fromBridge);
        ask(new IceCredentials(OURS.ufrag(), "another-password-of-22-chars"));
        waitForFailure(0);
        assertThat(IceFailure.sentence(bridge.counters()))
                .isEqualTo(
                        "only unusable STUN messages arrived from it (MESSAGE-INTEGRITY does not match the password.)");
    }

    @Test
    void itHearsNothingOfUs() {
        bridge.remoteCredentials(0, THEIRS, fromBridge);
        ask(OURS);
        waitForFailure(0);
        assertThat(IceFailure.sentence(bridge.counters()))
                .matches(
                        "1 STUN requests arrived from it and were answered, and none of the bridge's \\d+ checks was answered");
    }
}
