package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.Sleeper;

/** A port at several local addresses answers from the one that was asked. Loopback has 127.0.0.1, 127.0.0.2 and ::1. */
@Timeout(60)
@ParameterizedClass
@EnumSource(UdpIo.class)
class SeveralAddressesTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 16, 1 << 16);
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.ofLiteral("::"), 0);
    private static final List<InetAddress> HOSTS = List.of(
            InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("::1"));

    private final UdpIo io;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final ReceiveBatch received = keep(new ReceiveBatch(8));
    private final SendBatch toSend = keep(new SendBatch(16));
    private final Slab destination = keep(Slab.allocate(SocketAddresses.SIZE_BYTES));

    SeveralAddressesTest(UdpIo io) {
        this.io = io;
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        open.add(closeable);
        return closeable;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private UdpSocket server() throws Exception {
        return keep(io.open(ANY, HOSTS, UdpSocket.Sharing.EXCLUSIVE, BUFFERS));
    }

    private UdpSocket client(String host) throws Exception {
        return keep(
                io.open(new InetSocketAddress(InetAddress.ofLiteral(host), 0), UdpSocket.Sharing.EXCLUSIVE, BUFFERS));
    }

    private void send(UdpSocket from, InetSocketAddress to, int content) {
        from.writeDestination(destination.address(), to);
        commit(content, destination.address());
        assertThat(from.send(toSend)).isEqualTo(1);
    }

    private void commit(int content, long to) {
        Memory.put8(toSend.slot(), content);
        toSend.commit(1, to);
    }

    /** Loopback delivers within the sender's call. */
    private int receiveAll(UdpSocket at) {
        return at.receive(received);
    }

    @Test
    void answersLeaveFromTheAddressThatWasAsked() throws Exception {
        UdpSocket server = server();
        int port = server.localAddress().getPort();
        UdpSocket v4 = client("127.0.0.1");
        UdpSocket v6 = client("::1");
        for (InetAddress host : HOSTS) {
            UdpSocket client = host.getAddress().length == 4 ? v4 : v6;
            InetSocketAddress asked = new InetSocketAddress(host, port);
            send(client, asked, 1);
            assertThat(receiveAll(server)).isEqualTo(1);
            assertThat(SocketAddresses.readLocal(received.remote(0))).isEqualTo(host);
            commit(2, received.remote(0));
            assertThat(server.send(toSend)).isEqualTo(1);
            assertThat(receiveAll(client)).isEqualTo(1);
            assertThat(SocketAddresses.read(received.remote(0))).isEqualTo(asked);
        }
    }

    @Test
    void oneBatchLeavesFromDifferentAddressesInOrder() throws Exception {
        UdpSocket server = server();
        int port = server.localAddress().getPort();
        UdpSocket client = client("127.0.0.1");
        InetAddress[] froms = {HOSTS.get(1), HOSTS.get(0), HOSTS.get(1), InetAddress.ofLiteral("::")};
        for (int i = 0; i < froms.length; i++) {
            server.writeDestination(destination.address(), froms[i], client.localAddress());
            commit(i, destination.address());
        }
        assertThat(server.send(toSend)).isEqualTo(froms.length);
        assertThat(receiveAll(client)).isEqualTo(froms.length);
        InetAddress[] expected = {HOSTS.get(1), HOSTS.get(0), HOSTS.get(1), HOSTS.get(0)
        }; // "::" is the kernel's choice
        for (int i = 0; i < froms.length; i++) {
            assertThat(Memory.u8(received.address(i))).isEqualTo(i);
            assertThat(SocketAddresses.read(received.remote(i))).isEqualTo(new InetSocketAddress(expected[i], port));
        }
    }

    @Test
    void busyAddressesDoNotStarveTheOthers() throws Exception {
        UdpSocket server = server();
        int port = server.localAddress().getPort();
        UdpSocket client = client("127.0.0.1");
        for (int i = 0; i < 24; i++) {
            send(client, new InetSocketAddress(HOSTS.get(0), port), 1);
        }
        send(client, new InetSocketAddress(HOSTS.get(1), port), 2);
        boolean heardBefore = false;
        for (int calls = 0; calls < 4 && !heardBefore; calls++) {
            int count = server.receive(received);
            for (int i = 0; i < count; i++) {
                heardBefore |= Memory.u8(received.address(i)) == 2;
            }
        }
        assertThat(heardBefore).isTrue();
    }

    @Test
    void aSleeperHearsEveryAddress() throws Exception {
        UdpSocket server = server();
        UdpSocket v4 = client("127.0.0.1");
        UdpSocket v6 = client("::1");
        try (Sleeper sleeper = server.sleeper()) {
            for (InetAddress host : HOSTS) {
                assertThat(sleeper.await(0)).isZero();
                UdpSocket client = host.getAddress().length == 4 ? v4 : v6;
                send(client, new InetSocketAddress(host, server.localAddress().getPort()), 1);
                assertThat(sleeper.await(30_000)).isEqualTo(1);
                assertThat(receiveAll(server)).isEqualTo(1);
            }
        }
    }

    /** Also what happens to a pair whose local address has left the machine. */
    @Test
    void anAddressThatIsNotOursIsAFaultOrNotUsed() throws Exception {
        UdpSocket server = server();
        UdpSocket client = client("127.0.0.1");
        server.writeDestination(destination.address(), InetAddress.ofLiteral("203.0.113.77"), client.localAddress());
        commit(1, destination.address());
        commit(2, destination.address());
        server.writeDestination(destination.address(), HOSTS.get(1), client.localAddress());
        commit(3, destination.address());
        int sent = server.send(toSend);
        if (io == UdpIo.NATIVE) {
            assertThat(sent).isEqualTo(1);
            assertThat(server.sendFaults().total()).isEqualTo(2);
            assertThat(server.sendFaults().of(SendFault.BAD_ADDRESS)
                            + server.sendFaults().of(SendFault.UNREACHABLE))
                    .isEqualTo(2);
        } else {
            assertThat(sent).isEqualTo(3); // the channel of another address of ours takes it
        }
        assertThat(toSend.size()).isZero();
    }

    @Test
    void aSocketAtOneAddressKnowsIt() throws Exception {
        UdpSocket server = client("127.0.0.2");
        UdpSocket client = client("127.0.0.1");
        send(client, server.localAddress(), 1);
        assertThat(receiveAll(server)).isEqualTo(1);
        assertThat(SocketAddresses.readLocal(received.remote(0))).isEqualTo(HOSTS.get(1));
    }

    @Test
    void failuresAreCountedByReason() throws Exception {
        UdpSocket server = client("127.0.0.1");
        UdpSocket client = client("127.0.0.1");
        server.writeDestination(destination.address(), new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
        commit(1, destination.address());
        assertThat(server.send(toSend)).isZero();
        assertThat(server.sendFaults().of(SendFault.BAD_ADDRESS)
                        + server.sendFaults().of(SendFault.OTHER))
                .isEqualTo(1);
        assertThat(server.sendFaults().copy()).doesNotContainKey(SendFault.FULL);
        send(server, client.localAddress(), 1);
        assertThat(server.sendFaults().total()).isEqualTo(1);
    }

    @Test
    void aLinuxErrorHasItsReason() {
        assertThat(SendFault.of(1)).isEqualTo(SendFault.FORBIDDEN);
        assertThat(SendFault.of(11)).isEqualTo(SendFault.FULL);
        assertThat(SendFault.of(22)).isEqualTo(SendFault.BAD_ADDRESS);
        assertThat(SendFault.of(90)).isEqualTo(SendFault.TOO_LONG);
        assertThat(SendFault.of(101)).isEqualTo(SendFault.UNREACHABLE);
        assertThat(SendFault.of(5)).isEqualTo(SendFault.OTHER);
    }

    @Test
    void aMachineWithoutIpv6AnswersFromTheAddressThatWasAskedToo() throws Exception {
        UdpSocket server = keep(
                io == UdpIo.NATIVE
                        ? NativeUdpSocket.openIpv4Only(
                                ANY, UdpSocket.Sharing.EXCLUSIVE, BUFFERS, GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS))
                        : io.open(ANY, HOSTS.subList(0, 2), UdpSocket.Sharing.EXCLUSIVE, BUFFERS));
        UdpSocket client = client("127.0.0.1");
        for (InetAddress host : HOSTS.subList(0, 2)) {
            InetSocketAddress asked =
                    new InetSocketAddress(host, server.localAddress().getPort());
            send(client, asked, 1);
            assertThat(receiveAll(server)).isEqualTo(1);
            assertThat(SocketAddresses.readLocal(received.remote(0))).isEqualTo(host);
            InetSocketAddress sender = SocketAddresses.read(received.remote(0));
            server.writeDestination(destination.address(), host, sender);
            commit(2, destination.address());
            assertThat(server.send(toSend)).isEqualTo(1);
            assertThat(receiveAll(client)).isEqualTo(1);
            assertThat(SocketAddresses.read(received.remote(0))).isEqualTo(asked);
        }
    }
}
