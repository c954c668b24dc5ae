package org.starbridge.media.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.UdpIo;
import org.starbridge.transport.udp.UdpPortGroup;
import org.starbridge.transport.udp.UdpSocket;

/**
 * A bridge's workers on real sockets of the loopback interface, without threads. Time is the test's: a datagram is
 * there when the sender's call returns, so seconds of timers pass in milliseconds.
 */
final class SocketBridge implements AutoCloseable {
    static final List<InetAddress> HOSTS = List.of(
            InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("::1"));
    static final int ALICE_SSRC = 1000;
    private static final long STEP_NS = 5_000_000;

    final UdpPortGroup group;
    final MediaWorkers workers;
    final SrtpCrypto crypto = SrtpCrypto.jce();
    final Random random = new Random(5);
    final IceCredentials ofBridge = IceCredentials.random(random);
    final IceCredentials ofAlice = IceCredentials.random(random);
    final SocketClient alice = new SocketClient("alice", ofAlice, crypto, random);
    final SocketClient bob = new SocketClient("bob", IceCredentials.random(random), crypto, random);
    final int port;
    private final IceCredentials ofBridgeToBob = IceCredentials.random(random);
    private final MediaEndpoint aliceEndpoint;
    long nowNs = System.nanoTime();

    SocketBridge(UdpIo io, int workerCount) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.ofLiteral("::"), 0);
        group = UdpPortGroup.open(io, any, HOSTS, workerCount, new UdpSocket.Buffers(1 << 20, 1 << 20));
        port = group.sockets().get(0).localAddress().getPort();
        workers = new MediaWorkers(
                new WorkerSettings(
                        crypto,
                        (_, listener) -> new SimulatedKeys(listener),
                        IceConfig.defaults(),
                        random,
                        () -> HOSTS.stream().map(this::at).toList(),
                        1 << 20,
                        1024,
                        KeyFrameLimits.DEFAULT,
                        RetransmissionLimits.DEFAULT,
                        DownlinkSettings.DEFAULT,
                        AudioPolicy.DEFAULT,
                        IceRestartTimes.DEFAULT,
                        () -> Long.MAX_VALUE,
                        fault -> {
                            throw new AssertionError("a bug on a worker", fault.cause());
                        },
                        DebugSettings.NONE),
                group.sockets());
        aliceEndpoint = add("alice", alice, ofBridge);
        MediaEndpoint bobEndpoint = add("bob", bob, ofBridgeToBob);
        workers.publish(new ForwardingTable(
                "conf",
                1,
                List.of(
                        transport(aliceEndpoint, List.of(SimulatedBridge.audio(ALICE_SSRC)), Set.of()),
                        transport(bobEndpoint, List.of(), Set.of(ALICE_SSRC)))));
    }

    private static Transport transport(
            MediaEndpoint endpoint, List<ForwardingTable.Stream> streams, Set<Integer> received) {
        PayloadType opus = new PayloadType(SimulatedBridge.OPUS, MediaKind.AUDIO, "opus", 48000, false, false);
        return new Transport(endpoint.key(), Map.of(SimulatedBridge.OPUS, opus), Map.of(), false, streams, received);
    }

    InetSocketAddress at(InetAddress host) {
        return new InetSocketAddress(host, port);
    }

    private MediaEndpoint add(String name, SocketClient client, IceCredentials ours) {
        MediaEndpoint endpoint = workers.addEndpoint(SimulatedBridge.spec("conf", name, ours), client);
        endpoint.remoteTransport(new RemoteTransport(
                client.ice.localCredentials(), List.of(), List.of(SimulatedKeys.fingerprint(name)), DtlsRole.SERVER));
        return endpoint;
    }

    /** Alice and Bob connect; Bob at {@code host}. */
    boolean connect(InetAddress host) {
        alice.start(nowNs, at(HOSTS.get(0)), ofBridge);
        bob.start(nowNs, at(host), ofBridgeToBob);
        return runUntil(() -> alice.isConnected() && bob.isConnected(), 20);
    }

    void endAlice() {
        aliceEndpoint.expire();
    }

    boolean runUntil(BooleanSupplier condition, int seconds) {
        long endNs = nowNs + seconds * 1_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (nowNs > endNs) {
                return false;
            }
            step();
        }
        return true;
    }

    void run(int seconds) {
        runUntil(() -> false, seconds);
    }

    private void step() {
        nowNs += STEP_NS;
        for (int i = 0; i < 3; i++) {
            workers.workers().forEach(worker -> worker.doWork(nowNs));
        }
        alice.doWork(nowNs);
        bob.doWork(nowNs);
    }

    long dropped(String reason) {
        return Objects.requireNonNull(workers.stats().droppedByReason().getOrDefault(reason, 0L));
    }

    /** Tuples that each worker knows, at most a second old. */
    List<Integer> tuples() {
        List<Integer> sizes = new ArrayList<>();
        workers.workers().forEach(worker -> sizes.add(worker.snapshot().tuples()));
        return sizes;
    }

    @Override
    public void close() throws IOException {
        workers.close();
        group.close();
        alice.close();
        bob.close();
    }
}
