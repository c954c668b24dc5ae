package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Runs through a real kernel, on the loopback interface: each arrives as the datagrams that it was made of. */
@Timeout(60)
class RunsArriveTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 18, 1 << 18);
    private static final GsoLimits LIMITS = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);
    private static final int[] LENGTHS_BYTES = {100, 100, 100, 40, 100, 101, 101, 1200, 1200, 1200, 1200, 7, 8, 1};

    private static NativeUdpSocket open(String host) throws Exception {
        return NativeUdpSocket.open(
                new InetSocketAddress(InetAddress.ofLiteral(host), 0), UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
    }

    private static NativeUdpSocket openIpv4Only() throws Exception {
        return NativeUdpSocket.openIpv4Only(
                new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0),
                UdpSocket.Sharing.EXCLUSIVE,
                BUFFERS,
                LIMITS);
    }

    private record Arrival(int number, int lengthBytes, InetSocketAddress from) {}

    private static List<Arrival> receiveAll(UdpSocket socket) {
        List<Arrival> arrived = new ArrayList<>();
        try (ReceiveBatch received = new ReceiveBatch(16)) {
            while (socket.receive(received) > 0) {
                for (int i = 0; i < received.size(); i++) {
                    arrived.add(new Arrival(
                            Memory.u8(received.address(i)),
                            received.lengthBytes(i),
                            SocketAddresses.read(received.remote(i))));
                }
            }
        }
        return arrived;
    }

    @ParameterizedTest
    @CsvSource({
        // sender bound to, sends from (:: = the kernel's choice), receiver at
        "127.0.0.1, ::,        127.0.0.1",
        "127.0.0.1, 127.0.0.1, 127.0.0.1",
        "::,        ::,        127.0.0.1",
        "::,        127.0.0.2, 127.0.0.1",
        "::1,       ::,        ::1",
        "::1,       ::1,       ::1",
        "::,        ::1,       ::1",
        "v4 only,   0.0.0.0,   127.0.0.1",
        "v4 only,   127.0.0.2, 127.0.0.1"
    })
    void asTheDatagramsTheyWere(String bound, String from, String host) throws Exception {
        try (NativeUdpSocket sender = bound.equals("v4 only") ? openIpv4Only() : open(bound);
                NativeUdpSocket a = open(host);
                NativeUdpSocket b = open(host);
                Slab toA = Slab.allocate(SocketAddresses.SIZE_BYTES);
                Slab toB = Slab.allocate(SocketAddresses.SIZE_BYTES);
                SendBatch batch = new SendBatch(3 * LENGTHS_BYTES.length, LIMITS)) {
            sender.writeDestination(toA.address(), InetAddress.ofLiteral(from), a.localAddress());
            sender.writeDestination(toB.address(), InetAddress.ofLiteral(from), b.localAddress());
            List<Arrival> expected = new ArrayList<>();
            InetAddress seenFrom = InetAddress.ofLiteral(from).isAnyLocalAddress()
                    ? InetAddress.ofLiteral(host)
                    : InetAddress.ofLiteral(from);
            InetSocketAddress source =
                    new InetSocketAddress(seenFrom, sender.localAddress().getPort());
            for (int i = 0; i < LENGTHS_BYTES.length; i++) {
                Memory.put8(batch.slot(), i);
                batch.commit(LENGTHS_BYTES[i], toA.address());
                expected.add(new Arrival(i, LENGTHS_BYTES[i], source));
            }
            for (int i = 0; i < LENGTHS_BYTES.length; i++) {
                Memory.put8(batch.slot(), i);
                batch.commit(LENGTHS_BYTES[i], toB.address());
            }
            assertThat(sender.send(batch)).isEqualTo(2 * LENGTHS_BYTES.length);
            assertThat(receiveAll(a)).isEqualTo(expected);
            assertThat(receiveAll(b)).isEqualTo(expected);
            // 100 100 100 40 | 100 | 101 101 | 1200 1200 1200 1200 7 | 8 1, twice
            assertThat(sender.counts().messagesSent()).isEqualTo(10);
            assertThat(sender.counts().datagramsSent()).isEqualTo(2L * LENGTHS_BYTES.length);
            assertThat(sender.counts().sendCalls()).isEqualTo(1);
            assertThat(sender.counts().fallbacks()).isZero();
            assertThat(a.counts().datagramsReceived()).isEqualTo(LENGTHS_BYTES.length);
        }
    }

    @Test
    void theLongestRunOfMostDatagrams() throws Exception {
        try (NativeUdpSocket sender = open("::");
                NativeUdpSocket receiver = open("127.0.0.1");
                Slab to = Slab.allocate(SocketAddresses.SIZE_BYTES);
                SendBatch batch = new SendBatch(64, LIMITS)) {
            sender.writeDestination(to.address(), InetAddress.ofLiteral("127.0.0.2"), receiver.localAddress());
            for (int lengthBytes : new int[] {1023, 1}) { // 64 * 1023 is 35 under the limit
                for (int i = 0; i < 64; i++) {
                    Memory.put8(batch.slot(), i);
                    batch.commit(lengthBytes, to.address());
                }
                assertThat(sender.send(batch)).isEqualTo(64);
                List<Arrival> arrived = receiveAll(receiver);
                assertThat(arrived).extracting(Arrival::number).hasSize(64).isSorted();
                assertThat(arrived).extracting(Arrival::lengthBytes).containsOnly(lengthBytes);
            }
            assertThat(sender.counts().messagesSent()).isEqualTo(2);
        }
    }

    @Test
    void aSocketTellsWhetherItSendsRuns() throws Exception {
        try (NativeUdpSocket socket = open("127.0.0.1")) {
            assertThat(UdpIo.NATIVE.whyNoRuns()).isEmpty();
            assertThat(socket.runLimits().maxDatagrams()).isEqualTo(64);
            assertThat(socket.runLimits().whyNot()).isEmpty();
        }
        try (UdpSocket socket = UdpIo.NIO.open(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), UdpSocket.Sharing.EXCLUSIVE, BUFFERS)) {
            assertThat(socket.runLimits().maxDatagrams()).isEqualTo(1);
            assertThat(socket.runLimits().whyNot())
                    .isEqualTo(UdpIo.NIO.whyNoRuns())
                    .isPresent();
        }
    }
}
