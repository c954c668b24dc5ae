package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.Sleeper;

/**
 * Probe of whether this machine's kernel takes GSO batches: asked once in a process's life, when the first native
 * socket is opened. A GSO batch is sent to ourselves and must arrive as the datagrams that it was made of; a sandbox's
 * kernel may know the option and do something else.
 */
final class GsoProbe {
    private static final int TIMEOUT_MS = 2000;
    private static final int BUFFER_BYTES = 65536;
    private static final int[] LENGTHS_BYTES = {16, 16, 8};

    /** Empty if it does. A fact of the machine. */
    static final Optional<String> WHY_NOT = probe();

    private GsoProbe() {}

    private static Optional<String> probe() {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        GsoLimits limits = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);
        UdpSocket.Buffers buffers = new UdpSocket.Buffers(BUFFER_BYTES, BUFFER_BYTES);
        try (NativeUdpSocket socket = NativeUdpSocket.open(anyPort, UdpSocket.Sharing.EXCLUSIVE, buffers, limits)) {
            Optional<String> unknown = socket.whyNoRuns();
            return unknown.isPresent() ? unknown : sendToItself(socket);
        } catch (IOException | RuntimeException e) {
            return Optional.of("the GSO self-test failed: " + e.getMessage());
        }
    }

    private static Optional<String> sendToItself(NativeUdpSocket socket) {
        try (SendBatch toSend = new SendBatch(LENGTHS_BYTES.length, socket.runLimits());
                Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            socket.writeDestination(destination.address(), socket.localAddress());
            for (int i = 0; i < LENGTHS_BYTES.length; i++) {
                Memory.putNativeLong(toSend.slot(), i);
                toSend.commit(LENGTHS_BYTES[i], destination.address());
            }
            socket.send(toSend);
        }
        if (socket.counts().fallbacks() > 0) {
            return Optional.of("the kernel refuses GSO batches on the loopback interface");
        }
        return arrivedSingly(socket)
                ? Optional.empty()
                : Optional.of("a GSO batch sent over the loopback interface did not arrive unchanged");
    }

    private static boolean arrivedSingly(NativeUdpSocket socket) {
        try (ReceiveBatch received = new ReceiveBatch(1);
                Sleeper sleeper = socket.sleeper()) {
            for (int i = 0; i < LENGTHS_BYTES.length; i++) {
                sleeper.await(TIMEOUT_MS);
                if (socket.receive(received) != 1
                        || received.lengthBytes(0) != LENGTHS_BYTES[i]
                        || Memory.nativeLong(received.address(0)) != i) {
                    return false;
                }
            }
            return true;
        }
    }
}
