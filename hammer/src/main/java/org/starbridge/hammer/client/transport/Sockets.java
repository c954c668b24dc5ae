package org.starbridge.hammer.client.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.UdpSocket;

/** Opens endpoints' UDP sockets, with buffers as large as so many of them may have together. */
public final class Sockets {
    /** Datagrams of 1200 bytes for a second at K = 33, as far as the kernel grants it. */
    private static final int RECEIVE_BUFFER_BYTES = 4 << 20;

    /** Bytes that thousands of sockets may hold together: less than the kernel usually grants UDP as a whole. */
    private static final int ALL_RECEIVE_BUFFERS_BYTES = 1 << 30;

    private static final int SEND_BUFFER_BYTES = 1 << 20;

    private final UdpSocket.Buffers buffers;

    /** {@code endpoints} is how many there will be. */
    public Sockets(int endpoints) {
        buffers = new UdpSocket.Buffers(
                Math.min(RECEIVE_BUFFER_BYTES, ALL_RECEIVE_BUFFERS_BYTES / endpoints), SEND_BUFFER_BYTES);
    }

    /**
     * Opens one, on a free port.
     *
     * @throws LoadTestException if this machine lacks sockets
     */
    public NativeUdpSocket open() {
        try {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
            return NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, buffers);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 bytes are always an address", e);
        } catch (IOException e) {
            throw new LoadTestException("no UDP socket for another endpoint: raise the limit with ulimit -n", e);
        }
    }
}
