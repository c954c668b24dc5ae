package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.Sleeper;

/** The shared port and two unique ones of one worker, on the loopback interface. */
@Timeout(20)
@EnabledOnOs(OS.LINUX)
class MultiPortSocketTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 16, 1 << 16);

    private final ReceiveBatch received = new ReceiveBatch(4);
    private final SendBatch toSend = new SendBatch(16, GsoLimits.upTo(8));
    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);
    private UdpSocket shared;
    private UdpSocket peer;
    private Sleeper sleeper;
    private MultiPortSocket ports;
    private InetSocketAddress first;
    private InetSocketAddress second;

    @BeforeEach
    void open() throws Exception {
        shared = open("::");
        peer = open("127.0.0.1");
        sleeper = shared.sleeper();
        ports = new MultiPortSocket(shared);
        ports.wakes(sleeper);
        first = add();
        second = add();
    }

    @AfterEach
    void close() {
        ports.close();
        sleeper.close();
        shared.close();
        peer.close();
        received.close();
        toSend.close();
        destination.close();
    }

    private static UdpSocket open(String host) throws Exception {
        return UdpIo.NATIVE.open(
                new InetSocketAddress(InetAddress.ofLiteral(host), 0), UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
    }

    private InetSocketAddress add() {
        DatagramPort opened = ports.open().orElseThrow();
        ports.add(opened);
        return at(opened.localAddress().getPort());
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    private InetSocketAddress sharedAddress() {
        return at(shared.localAddress().getPort());
    }

    private void put(DatagramPort by, InetSocketAddress from, InetSocketAddress to, int content) {
        by.writeDestination(destination.address(), from, to);
        Memory.copyIn(new byte[] {(byte) content, 0, 0, 0}, 0, toSend.slot(), 4);
        toSend.commit(4, destination.address());
    }

    /** What came, as "content port": the unique one of ours, or 0. */
    private List<String> receive(int count) {
        List<String> all = new ArrayList<>();
        while (all.size() < count) {
            sleeper.await(5000);
            for (int n = ports.receive(received); n > 0; n = ports.receive(received)) {
                for (int i = 0; i < n; i++) {
                    all.add(Memory.u8(received.address(i)) + " " + SocketAddresses.uniquePort(received.remote(i)));
                }
            }
        }
        return all;
    }

    @Test
    void datagramsComeWithThePortThatTheyWereSentToAndWakeTheOwner() {
        for (int i = 0; i < 6; i++) {
            put(
                    peer,
                    peer.localAddress(),
                    List.of(first, second, sharedAddress()).get(i % 3),
                    i);
        }
        assertThat(peer.send(toSend)).isEqualTo(6);
        assertThat(receive(6))
                .containsExactlyInAnyOrder(
                        "0 " + first.getPort(),
                        "3 " + first.getPort(),
                        "1 " + second.getPort(),
                        "4 " + second.getPort(),
                        "2 0",
                        "5 0");
        assertThat(ports.receive(received)).isZero();
    }

    @Test
    void aFullSharedPortDoesNotKeepTheOthersWaiting() {
        for (int i = 0; i < 8; i++) {
            put(peer, peer.localAddress(), i < 7 ? sharedAddress() : first, i);
        }
        assertThat(peer.send(toSend)).isEqualTo(8);
        sleeper.await(5000);
        List<Integer> unique = new ArrayList<>();
        for (int turn = 0; turn < 2; turn++) {
            int n = ports.receive(received);
            for (int i = 0; i < n; i++) {
                unique.add(SocketAddresses.uniquePort(received.remote(i)));
            }
        }
        assertThat(unique).contains(first.getPort());
    }

    @Test
    void datagramsLeaveFromThePortOfTheirDestinationInTheirOrder() {
        List<InetSocketAddress> froms =
                List.of(sharedAddress(), first, first, second, sharedAddress(), sharedAddress(), second);
        for (int i = 0; i < froms.size(); i++) {
            put(ports, froms.get(i), peer.localAddress(), i);
        }
        assertThat(ports.send(toSend)).isEqualTo(froms.size());
        assertThat(toSend.size()).isZero();
        List<String> arrived = new ArrayList<>();
        try (Sleeper waiting = peer.sleeper()) {
            while (arrived.size() < froms.size()) {
                waiting.await(5000);
                int n = peer.receive(received);
                for (int i = 0; i < n; i++) {
                    arrived.add(Memory.u8(received.address(i)) + " "
                            + SocketAddresses.read(received.remote(i)).getPort());
                }
            }
        }
        for (int i = 0; i < froms.size(); i++) {
            assertThat(arrived.get(i)).isEqualTo(i + " " + froms.get(i).getPort());
        }
        assertThat(ports.counts().datagramsSent()).as("one count for all").isEqualTo(froms.size());
    }

    @Test
    void aPortThatIsClosedSendsNothingAndTakesNothingWithIt() {
        put(ports, first, peer.localAddress(), 1);
        put(ports, second, peer.localAddress(), 2);
        ports.closeUnique(first.getPort());
        ports.closeUnique(first.getPort());
        ports.closeUnique(0);
        assertThat(ports.uniquePorts()).isEqualTo(1);
        assertThat(ports.send(toSend)).isEqualTo(1);
        put(peer, peer.localAddress(), second, 3);
        peer.send(toSend);
        assertThat(receive(1)).containsExactly("3 " + second.getPort());
        ports.closeUnique(second.getPort());
        put(peer, peer.localAddress(), sharedAddress(), 4);
        peer.send(toSend);
        assertThat(receive(1)).containsExactly("4 0");
        assertThat(ports.kernelDrops()).isZero();
    }

    @Test
    void whatIsNotAddedIsClosedByTheOneThatOpenedIt() {
        DatagramPort opened = ports.open().orElseThrow();
        int port = opened.localAddress().getPort();
        ports.discard(opened);
        assertThat(ports.uniquePorts()).isEqualTo(2);
        assertThat(ports.uniquePort(at(port))).isEqualTo(port);
        assertThat(ports.uniquePort(sharedAddress())).isZero();
    }

    @Test
    void withNioThereIsNone() throws Exception {
        try (UdpSocket nio = UdpIo.NIO.open(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), UdpSocket.Sharing.EXCLUSIVE, BUFFERS)) {
            assertThat(new MultiPortSocket(nio).open()).isEmpty();
        }
    }
}
