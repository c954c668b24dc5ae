package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Real sockets on the loopback interface. */
@Timeout(20)
class NativeUdpSocketTest {
    private static final NativeUdpSocket.Buffers BUFFERS = new NativeUdpSocket.Buffers(1 << 20, 1 << 20);

    private final ReceiveBatch received = new ReceiveBatch(8);
    private final SendBatch toSend = new SendBatch(16);
    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);

    private static NativeUdpSocket open(String host) throws Exception {
        return NativeUdpSocket.open(
                new InetSocketAddress(InetAddress.ofLiteral(host), 0), NativeUdpSocket.Sharing.EXCLUSIVE, BUFFERS);
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    private void send(NativeUdpSocket from, InetSocketAddress to, byte[] datagram) {
        from.writeDestination(destination.address(), to);
        Memory.copyIn(datagram, 0, toSend.slot(), datagram.length);
        toSend.commit(datagram.length, destination.address());
    }

    @Test
    void deliversABatchInOrderWithSenderAndKernelTime() throws Exception {
        try (NativeUdpSocket a = open("127.0.0.1");
                NativeUdpSocket b = open("127.0.0.1");
                Poller poller = new Poller(List.of(b))) {
            for (int i = 0; i < 5; i++) {
                send(a, b.localAddress(), new byte[] {(byte) i, 7});
            }
            long beforeNs = System.nanoTime();
            assertThat(a.send(toSend)).isEqualTo(5);
            assertThat(poller.await(5000)).isEqualTo(1);
            assertThat(poller.readyIndex(0)).isZero();
            assertThat(b.receive(received)).isEqualTo(5);
            for (int i = 0; i < 5; i++) {
                assertThat(Memory.copyOf(received.address(i), received.lengthBytes(i)))
                        .containsExactly(i, 7);
                assertThat(SocketAddresses.read(received.remote(i))).isEqualTo(a.localAddress());
                assertThat(received.arrivalNs(i)).isBetween(beforeNs - 5_000_000, System.nanoTime() + 5_000_000);
            }
            assertThat(b.receive(received)).isZero();
        }
    }

    @Test
    void hearsIpv4AndIpv6OnAWildcardSocket() throws Exception {
        try (NativeUdpSocket any = open("::");
                NativeUdpSocket v4 = open("127.0.0.1")) {
            int port = any.localAddress().getPort();
            send(v4, loopback(port), new byte[] {4});
            assertThat(v4.send(toSend)).isEqualTo(1);
            assertThat(any.receive(received)).isEqualTo(1);
            assertThat(SocketAddresses.read(received.remote(0))).isEqualTo(v4.localAddress());
            assertThat(SocketAddresses.high(received.remote(0))).isZero();
            assertThat(SocketAddresses.low(received.remote(0))).isEqualTo(0xFFFF_7F00_0001L);
            send(any, v4.localAddress(), new byte[] {9});
            assertThat(any.send(toSend)).isEqualTo(1);
            assertThat(v4.receive(received)).isEqualTo(1);
        }
    }

    @Test
    void marksADatagramThatWasCut() throws Exception {
        try (NativeUdpSocket a = open("127.0.0.1");
                java.net.DatagramSocket big = new java.net.DatagramSocket()) {
            big.send(new java.net.DatagramPacket(new byte[3000], 3000, a.localAddress()));
            assertThat(a.receive(received)).isEqualTo(1);
            assertThat(received.lengthBytes(0)).isEqualTo(-1);
        }
    }

    @Test
    void skipsADestinationThatIsRefusedAndSendsTheRest() throws Exception {
        try (NativeUdpSocket a = open("127.0.0.1");
                NativeUdpSocket b = open("127.0.0.1")) {
            send(a, b.localAddress(), new byte[] {1});
            send(a, loopback(0), new byte[] {2}); // port 0 is refused
            send(a, b.localAddress(), new byte[] {3});
            assertThat(a.send(toSend)).isEqualTo(2);
            assertThat(a.sendFailures()).isEqualTo(1);
            assertThat(toSend.size()).isZero();
            assertThat(b.receive(received)).isEqualTo(2);
            assertThat(Memory.u8(received.address(1))).isEqualTo(3);
        }
    }

    @Test
    void countsWhatTheKernelDropped() throws Exception {
        try (NativeUdpSocket a = open("127.0.0.1");
                NativeUdpSocket b = NativeUdpSocket.open(
                        loopback(0), NativeUdpSocket.Sharing.EXCLUSIVE, new NativeUdpSocket.Buffers(4096, 1 << 20))) {
            int sent = 0;
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < 10; i++) {
                    send(a, b.localAddress(), new byte[1000]);
                }
                sent += a.send(toSend);
            }
            int got = 0;
            while (b.receive(received) > 0) {
                got += received.size();
            }
            assertThat(got).isLessThan(sent);
            assertThat(b.kernelDrops()).isEqualTo(sent - got);
        }
    }

    @Test
    void wakesASleeper() throws Exception {
        try (Poller poller = new Poller(List.of())) {
            poller.wake();
            assertThat(poller.await(10_000)).isZero();
            assertThat(poller.await(0)).isZero();
        }
    }

    @Test
    void groupSharesOnePortAndKeepsOthersOut() throws Exception {
        InetSocketAddress anyPort = loopback(0);
        try (UdpPortGroup group = UdpPortGroup.open(anyPort, 2, BUFFERS)) {
            InetSocketAddress taken = group.sockets().get(0).localAddress();
            assertThat(group.sockets().get(1).localAddress()).isEqualTo(taken);
            assertThatThrownBy(() -> UdpPortGroup.open(taken, 1, BUFFERS))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining(Integer.toString(taken.getPort()));
        }
    }
}
