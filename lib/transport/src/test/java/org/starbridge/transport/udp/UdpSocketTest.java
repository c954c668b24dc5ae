package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.Sleeper;

/** What every kind of socket does: real ones, on the loopback interface. */
@Timeout(20)
@ParameterizedClass
@EnumSource(UdpIo.class)
class UdpSocketTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 16, 1 << 16);

    private final UdpIo io;

    private final ReceiveBatch received = new ReceiveBatch(8);
    private final SendBatch toSend = new SendBatch(16);
    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);

    UdpSocketTest(UdpIo io) {
        this.io = io;
    }

    private UdpSocket open(String host) throws Exception {
        return io.open(new InetSocketAddress(InetAddress.ofLiteral(host), 0), UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    private void send(UdpSocket from, InetSocketAddress to, byte[] datagram) {
        from.writeDestination(destination.address(), to);
        Memory.copyIn(datagram, 0, toSend.slot(), datagram.length);
        toSend.commit(datagram.length, destination.address());
    }

    @Test
    void deliversABatchInOrderWithSenderAndArrivalTime() throws Exception {
        try (UdpSocket a = open("127.0.0.1");
                UdpSocket b = open("127.0.0.1");
                Sleeper sleeper = b.sleeper()) {
            for (int i = 0; i < 5; i++) {
                send(a, b.localAddress(), new byte[] {(byte) i, 7});
            }
            assertThat(a.send(toSend)).isEqualTo(5);
            assertThat(sleeper.await(5000)).isEqualTo(1);
            assertThat(b.receive(received)).isEqualTo(5);
            for (int i = 0; i < 5; i++) {
                assertThat(Memory.copyOf(received.address(i), received.lengthBytes(i)))
                        .containsExactly(i, 7);
                assertThat(SocketAddresses.read(received.remote(i))).isEqualTo(a.localAddress());
                assertThat(received.arrivalNs(i)).isLessThanOrEqualTo(System.nanoTime());
            }
            assertThat(b.receive(received)).isZero();
            assertThat(received.size()).isZero();
            assertThat(sleeper.await(0)).isZero();
        }
    }

    @Test
    void takesAsMuchAsTheBatchHoldsAndLeavesTheRestForTheNextCall() throws Exception {
        try (UdpSocket a = open("127.0.0.1");
                UdpSocket b = open("127.0.0.1");
                UdpSocket c = open("127.0.0.1")) {
            for (int i = 0; i < 5; i++) { // two senders in turn
                send(a, b.localAddress(), new byte[] {(byte) (2 * i)});
                a.send(toSend);
                send(c, b.localAddress(), new byte[] {(byte) (2 * i + 1)});
                c.send(toSend);
            }
            assertThat(b.receive(received)).isEqualTo(8).isEqualTo(received.capacity());
            for (int i = 0; i < 8; i++) {
                assertThat(Memory.u8(received.address(i))).isEqualTo(i);
                assertThat(SocketAddresses.read(received.remote(i))).isEqualTo((i % 2 == 0 ? a : c).localAddress());
            }
            assertThat(b.receive(received)).isEqualTo(2);
            assertThat(Memory.u8(received.address(1))).isEqualTo(9);
        }
    }

    @Test
    void hearsIpv4AndIpv6OnAWildcardSocket() throws Exception {
        try (UdpSocket any = open("::");
                UdpSocket v4 = open("127.0.0.1")) {
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
    void answersTheAddressItHeard() throws Exception {
        try (UdpSocket any = open("::");
                UdpSocket v6 = open("::1")) {
            InetSocketAddress to = new InetSocketAddress(
                    InetAddress.ofLiteral("::1"), any.localAddress().getPort());
            send(v6, to, new byte[] {6});
            assertThat(v6.send(toSend)).isEqualTo(1);
            assertThat(any.receive(received)).isEqualTo(1);
            toSend.commit(1, received.remote(0));
            assertThat(any.send(toSend)).isEqualTo(1);
            assertThat(v6.receive(received)).isEqualTo(1);
            assertThat(SocketAddresses.read(received.remote(0))).isEqualTo(to);
        }
    }

    @Test
    void marksDatagramsThatWereCutAndTakesTheirNeighboursWhole() throws Exception {
        byte[] full = new byte[ReceiveBatch.SLOT_BYTES];
        Arrays.fill(full, (byte) 0x5A);
        try (UdpSocket a = open("127.0.0.1");
                java.net.DatagramSocket big = new java.net.DatagramSocket();
                ReceiveBatch three = new ReceiveBatch(3)) {
            big.send(new java.net.DatagramPacket(new byte[3000], 3000, a.localAddress()));
            big.send(new java.net.DatagramPacket(full, full.length, a.localAddress()));
            big.send(new java.net.DatagramPacket(new byte[2049], 2049, a.localAddress()));
            assertThat(a.receive(three)).isEqualTo(3);
            assertThat(three.lengthBytes(0)).isEqualTo(-1);
            assertThat(three.lengthBytes(1)).isEqualTo(2048);
            assertThat(Memory.copyOf(three.address(1), 2047)).containsOnly(0x5A);
            assertThat(three.lengthBytes(2)).isEqualTo(-1);
        }
    }

    @Test
    void skipsADestinationThatIsRefusedAndSendsTheRest() throws Exception {
        try (UdpSocket a = open("127.0.0.1");
                UdpSocket b = open("127.0.0.1")) {
            send(a, b.localAddress(), new byte[] {1});
            send(a, loopback(0), new byte[] {2}); // port 0 is refused
            send(a, b.localAddress(), new byte[] {3});
            assertThat(a.send(toSend)).isEqualTo(2);
            assertThat(a.sendFaults().total()).isEqualTo(1);
            assertThat(toSend.size()).isZero();
            assertThat(b.receive(received)).isEqualTo(2);
            assertThat(Memory.u8(received.address(1))).isEqualTo(3);
        }
    }

    @Test
    void countsWhatTheKernelDroppedOrSaysThatItCannot() throws Exception {
        try (UdpSocket a = open("127.0.0.1");
                UdpSocket b = io.open(loopback(0), UdpSocket.Sharing.EXCLUSIVE, new UdpSocket.Buffers(4096, 1 << 20))) {
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
            assertThat(b.kernelDrops()).isEqualTo(io == UdpIo.NATIVE ? sent - got : DatagramPort.UNKNOWN);
        }
    }

    @Test
    void tellsTheReceiveBufferThatItGot() throws Exception {
        try (UdpSocket a = open("127.0.0.1")) {
            assertThat(a.receiveBufferBytes()).isEqualTo(BUFFERS.receiveBytes());
        }
    }

    @Test
    void aWakeUpEndsTheSleepOrTheNextOne() throws Exception {
        try (UdpSocket a = open("127.0.0.1");
                Sleeper sleeper = a.sleeper()) {
            sleeper.wake();
            assertThat(sleeper.await(1_000_000)).isZero();
            assertThat(sleeper.await(0)).isZero();
            Thread waker = Thread.startVirtualThread(sleeper::wake);
            assertThat(sleeper.await(1_000_000)).isZero();
            waker.join();
        }
    }

    @Test
    void aSleepInNanosecondsEndsWithADatagramAWakeUpOrTime() throws Exception {
        try (UdpSocket a = open("127.0.0.1");
                Sleeper sleeper = a.sleeper()) {
            assertThat(sleeper.awaitNs(20_000)).isZero();
            assertThat(sleeper.awaitNs(0)).isZero();
            assertThat(sleeper.awaitNs(-1)).isZero();
            send(a, a.localAddress(), new byte[] {1});
            a.send(toSend);
            assertThat(sleeper.awaitNs(1_000_000_000_000L)).isEqualTo(1);
            assertThat(a.receive(received)).isEqualTo(1);
            sleeper.wake();
            assertThat(sleeper.awaitNs(1_000_000_000_000L)).isZero();
            assertThat(sleeper.awaitNs(0)).isZero();
        }
    }

    @Test
    void aTakenPortIsNamed() throws Exception {
        try (UdpSocket a = open("::")) {
            int port = a.localAddress().getPort();
            for (String host : new String[] {"::", "127.0.0.1"}) {
                InetSocketAddress same = new InetSocketAddress(InetAddress.ofLiteral(host), port);
                assertThatThrownBy(() -> io.open(same, UdpSocket.Sharing.EXCLUSIVE, BUFFERS))
                        .isInstanceOf(BindException.class)
                        .hasMessageContaining(Integer.toString(port));
            }
        }
    }

    @Test
    void groupSharesOnePortAndKeepsOthersOut() throws Exception {
        try (UdpPortGroup group = UdpPortGroup.open(io, loopback(0), List.of(), 2, BUFFERS)) {
            InetSocketAddress taken = group.sockets().get(0).localAddress();
            assertThat(group.sockets()).hasSize(2);
            assertThat(group.sockets().get(1).localAddress()).isEqualTo(taken);
            for (UdpIo other : UdpIo.values()) {
                assertThatThrownBy(() -> UdpPortGroup.open(other, taken, List.of(), 1, BUFFERS))
                        .isInstanceOf(BindException.class)
                        .hasMessageContaining(Integer.toString(taken.getPort()));
            }
        }
    }

    @Test
    void clientsAreSpreadOverAGroupThoughItsFirstSocketWasBoundAlone() throws Exception {
        int clients = 64;
        int[] heard = new int[2];
        try (UdpPortGroup group = UdpPortGroup.open(io, loopback(0), List.of(), 2, BUFFERS);
                Sleeper first = group.sockets().get(0).sleeper();
                Sleeper second = group.sockets().get(1).sleeper();
                ReceiveBatch batch = new ReceiveBatch(clients)) {
            InetSocketAddress port = group.sockets().get(0).localAddress();
            for (int i = 0; i < clients; i++) {
                try (DatagramSocket client = new DatagramSocket(loopback(0))) {
                    client.send(new DatagramPacket(new byte[] {1}, 1, port));
                }
            }
            Sleeper[] sleepers = {first, second};
            for (int i = 0; i < 2; i++) {
                while (sleepers[i].await(heard[0] + heard[1] < clients ? 200 : 0) > 0) {
                    heard[i] += group.sockets().get(i).receive(batch);
                }
            }
        }
        assertThat(heard[0] + heard[1]).isEqualTo(clients);
        assertThat(heard).doesNotContain(0);
    }

    @Test
    void aGroupOfOneLetsNobodyShareItsPort() throws Exception {
        try (UdpPortGroup group = UdpPortGroup.open(io, loopback(0), List.of(), 1, BUFFERS)) {
            InetSocketAddress taken = group.sockets().get(0).localAddress();
            assertThatThrownBy(() -> io.open(taken, UdpSocket.Sharing.REUSE_PORT, BUFFERS))
                    .isInstanceOf(BindException.class);
        }
    }

    @Test
    void aDatagramToItselfComesBack() throws Exception {
        try (UdpSocket a = open("127.0.0.1");
                Sleeper sleeper = a.sleeper()) {
            assertThatCode(() -> UdpIo.sendToItself(a, sleeper)).doesNotThrowAnyException();
        }
    }
}
