package org.starbridge.hammer.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.hammer.LoadTestException;

/**
 * UDP sockets that the bridge knows nothing of, used in turn. Counts what they send and what the bridge answers: an
 * answer longer than its question would make the bridge an amplifier. Owned by the hostile run's thread.
 */
final class UnknownSockets implements AutoCloseable {
    private final InetSocketAddress bridge;
    private final List<DatagramChannel> sockets = new ArrayList<>();
    private final ByteBuffer answer = ByteBuffer.allocateDirect(1 << 16);
    private int next;
    private long bytesSent;
    private long bytesAnswered;

    private UnknownSockets(InetSocketAddress bridge, int count) throws IOException {
        this.bridge = bridge;
        InetAddress any = InetAddress.getByAddress(new byte[bridge.getAddress().getAddress().length]);
        for (int i = 0; i < count; i++) {
            DatagramChannel socket = DatagramChannel.open();
            sockets.add(socket);
            socket.setOption(StandardSocketOptions.SO_SNDBUF, 1 << 18);
            socket.bind(new InetSocketAddress(any, 0));
            socket.configureBlocking(false);
        }
    }

    /**
     * Opens them.
     *
     * @param bridge where they send to
     * @throws LoadTestException if there are not enough file descriptors
     */
    static UnknownSockets open(InetSocketAddress bridge, int count) {
        try {
            return new UnknownSockets(bridge, count);
        } catch (IOException e) {
            throw new LoadTestException("no UDP sockets for unknown senders: raise the limit with ulimit -n", e);
        }
    }

    /** From the next socket; false if the kernel takes nothing now. */
    boolean send(byte[] datagram) {
        next = (next + 1) % sockets.size();
        try {
            if (sockets.get(next).send(ByteBuffer.wrap(datagram), bridge) == 0 && datagram.length > 0) {
                return false;
            }
            bytesSent += datagram.length;
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Takes what the bridge answered. */
    void drain() {
        for (DatagramChannel socket : sockets) {
            try {
                answer.clear();
                while (socket.receive(answer) != null) {
                    bytesAnswered += answer.position();
                    answer.clear();
                }
            } catch (IOException e) {
                // An ICMP error for what was sent before: no answer.
            }
        }
    }

    long bytesSent() {
        return bytesSent;
    }

    long bytesAnswered() {
        return bytesAnswered;
    }

    @Override
    public void close() {
        for (DatagramChannel socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // Nothing was to be kept.
            }
        }
    }
}
