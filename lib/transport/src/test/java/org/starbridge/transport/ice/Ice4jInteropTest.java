package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.ice4j.Transport;
import org.ice4j.TransportAddress;
import org.ice4j.ice.Agent;
import org.ice4j.ice.CandidateType;
import org.ice4j.ice.Component;
import org.ice4j.ice.IceMediaStream;
import org.ice4j.ice.KeepAliveStrategy;
import org.ice4j.ice.NominationStrategy;
import org.ice4j.ice.RemoteCandidate;
import org.jitsi.config.JitsiConfig;
import org.jitsi.utils.logging2.LoggerImpl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our agent and ice4j's over real sockets. ice4j never uses loopback, so this takes an address of the machine. */
@Timeout(60)
final class Ice4jInteropTest {
    /** Kept, so that its level stays. */
    private static final Logger JITSI = Logger.getLogger("org.ice4j");

    @BeforeAll
    static void keepIce4jAtHome() {
        System.setProperty("ice4j.harvest.mapping.aws.enabled", "false");
        System.setProperty("ice4j.harvest.use-link-local-addresses", "false");
        System.setProperty("ice4j.harvest.use-ipv6", "false");
        JITSI.setLevel(Level.WARNING);
        // Another test may have made ice4j read its configuration already.
        JitsiConfig.Companion.reloadNewConfig();
    }

    @ParameterizedTest(name = "ours {0}, ice4j controlling {1}, we know its address {2}")
    @CsvSource({
        "CONTROLLING, false, false",
        "CONTROLLING, false, true",
        "CONTROLLED, true, false",
        "CONTROLLED, true, true",
        "CONTROLLING, true, false",
        "CONTROLLED, false, false"
    })
    void connects(IceRole ourRole, boolean theyControl, boolean weKnowThem) throws Exception {
        Optional<InetAddress> address = machineAddress();
        assumeThat(address).as("an IPv4 address other than loopback").isPresent();
        Agent peer = new Agent("peer", new LoggerImpl("org.ice4j"));
        try (OurSide ours = new OurSide(address.orElseThrow(), ourRole)) {
            peer.setUseDynamicPorts(true);
            peer.setControlling(theyControl);
            peer.setPerformConsentFreshness(true);
            peer.setNominationStrategy(NominationStrategy.NOMINATE_FIRST_HOST_OR_REFLEXIVE_VALID);
            IceMediaStream stream = peer.createMediaStream("stream");
            Component component = peer.createComponent(stream, KeepAliveStrategy.SELECTED_ONLY, true);
            stream.setRemoteUfrag(ours.agent.localCredentials().ufrag());
            stream.setRemotePassword(ours.agent.localCredentials().password());
            component.addRemoteCandidate(new RemoteCandidate(
                    new TransportAddress(ours.local.getAddress(), ours.local.getPort(), Transport.UDP),
                    component,
                    CandidateType.HOST_CANDIDATE,
                    "1",
                    IceCandidate.priority(IceCandidate.Type.HOST, 65535, 1),
                    null));
            ours.agent.remoteCredentials(
                    System.nanoTime(), new IceCredentials(peer.getLocalUfrag(), peer.getLocalPassword()), ours);
            if (weKnowThem) {
                component
                        .getLocalCandidates()
                        .forEach(candidate -> ours.agent.addRemoteCandidate(
                                System.nanoTime(),
                                IceCandidate.host(
                                        new InetSocketAddress(
                                                candidate.getTransportAddress().getAddress(),
                                                candidate.getTransportAddress().getPort()),
                                        60000),
                                ours));
            }
            peer.startConnectivityEstablishment();

            boolean connected = ours.pump(
                    () -> ours.agent.state() == IceState.CONNECTED
                            && peer.getState().isEstablished()
                            && component.getSelectedPair() != null,
                    TimeUnit.SECONDS.toNanos(20));
            assertThat(connected)
                    .as("ours %s %s, theirs %s", ours.agent.state(), ours.agent.role(), peer.getState())
                    .isTrue();
            assertThat(ours.agent.role() == IceRole.CONTROLLING).isNotEqualTo(peer.isControlling());
            Tuple selected = ours.selections.getLast();
            assertThat(component
                            .getSelectedPair()
                            .getRemoteCandidate()
                            .getTransportAddress()
                            .getPort())
                    .isEqualTo(selected.local().getPort());
            assertThat(component
                            .getSelectedPair()
                            .getLocalCandidate()
                            .getTransportAddress()
                            .getPort())
                    .isEqualTo(selected.remote().getPort());
            long answered = ours.agent.counters().checksAnswered();
            assertThat(ours.pump(() -> ours.agent.counters().checksAnswered() > answered, TimeUnit.SECONDS.toNanos(10)))
                    .as("ice4j answers consent checks")
                    .isTrue();
        } finally {
            peer.free();
        }
    }

    private static Optional<InetAddress> machineAddress() throws IOException {
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (each.isUp()
                        && address instanceof Inet4Address
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress()) {
                    return Optional.of(address);
                }
            }
        }
        return Optional.empty();
    }

    /** The agent with one socket, driven by the test's own thread. */
    private static final class OurSide implements IceSink, AutoCloseable {
        final DatagramChannel channel;
        final Selector selector;
        final InetSocketAddress local;
        final IceAgent agent;
        final List<Tuple> selections = new ArrayList<>();
        private final ByteBuffer buffer = ByteBuffer.allocate(2048);

        OurSide(InetAddress address, IceRole role) throws IOException {
            channel = DatagramChannel.open();
            channel.bind(new InetSocketAddress(address, 0)).configureBlocking(false);
            selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            local = (InetSocketAddress) channel.getLocalAddress();
            SecureRandom random = new SecureRandom();
            IceConfig config = IceConfig.defaults().withConsent(Duration.ofSeconds(1), Duration.ofSeconds(10));
            agent = new IceAgent(role, IceCredentials.random(random), random, config);
            agent.addLocalCandidate(IceCandidate.host(local, 65535));
        }

        boolean pump(BooleanSupplier until, long atMostNs) throws IOException {
            long endNs = System.nanoTime() + atMostNs;
            while (!until.getAsBoolean()) {
                long nowNs = System.nanoTime();
                if (nowNs >= endNs) {
                    return false;
                }
                // At least every 20 ms, since the peer's state changes without a datagram.
                long waitNs = Math.min(agent.nextDeadlineNs() - nowNs, 20_000_000L);
                selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(waitNs)));
                selector.selectedKeys().clear();
                receive();
                if (System.nanoTime() >= agent.nextDeadlineNs()) {
                    agent.onTimeout(System.nanoTime(), this);
                }
            }
            return true;
        }

        private void receive() throws IOException {
            buffer.clear();
            InetSocketAddress source = (InetSocketAddress) channel.receive(buffer);
            while (source != null) {
                byte[] datagram = new byte[buffer.flip().remaining()];
                buffer.get(datagram);
                agent.onDatagram(System.nanoTime(), new Tuple(local, source), datagram, this);
                buffer.clear();
                source = (InetSocketAddress) channel.receive(buffer);
            }
        }

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            try {
                channel.send(ByteBuffer.wrap(datagram), tuple.remote());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void onSelected(Tuple tuple) {
            selections.add(tuple);
        }

        @Override
        public void onState(IceState state) {}

        @Override
        public void close() throws IOException {
            selector.close();
            channel.close();
        }
    }
}
