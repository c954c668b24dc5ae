package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.Poller;

/** Several native sockets behind one sleeper, and the kernel's arrival times. */
@Timeout(20)
class PollerTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 16, 1 << 16);

    private static NativeUdpSocket open() throws Exception {
        return NativeUdpSocket.open(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
    }

    @Test
    void namesTheReadySocketWhoseDatagramKeepsTheTimeAtWhichTheKernelGotIt() throws Exception {
        try (NativeUdpSocket silent = open();
                NativeUdpSocket addressed = open();
                Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);
                SendBatch toSend = new SendBatch(1);
                ReceiveBatch received = new ReceiveBatch(1);
                Poller poller = NativeUdpSocket.poller(List.of(silent, addressed))) {
            silent.writeDestination(destination.address(), addressed.localAddress());
            // The kernel turns its timestamps on in the background, some time after a socket has asked for them; until
            // then
            // a datagram has the time at which it is read. So this goes on until one shows that it came before; the
            // clocks are not compared, only the order of events.
            boolean isStampedAtArrival = false;
            while (!isStampedAtArrival) {
                toSend.commit(1, destination.address());
                assertThat(silent.send(toSend)).isEqualTo(1);
                assertThat(poller.await(5000)).isEqualTo(1);
                assertThat(poller.readyIndex(0)).isEqualTo(1);
                long afterArrivalNs = System.nanoTime();
                assertThat(addressed.receive(received)).isEqualTo(1);
                isStampedAtArrival = received.arrivalNs(0) < afterArrivalNs;
            }
        }
    }

    @Test
    void wakesASleeperWithoutSockets() {
        try (Poller poller = new Poller()) {
            poller.wake();
            assertThat(poller.await(10_000)).isZero();
            assertThat(poller.await(0)).isZero();
        }
    }
}
