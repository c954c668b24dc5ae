package org.starbridge.bridge.interop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A way to a bridge's UDP port on loopback that loses data channel packets, both ways, by dice with a seed: clients are told its
 * port in place of the bridge's. One thread of its own.
 */
final class LossyPath implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final byte DTLS_APPLICATION_DATA = 23;

    private final InetSocketAddress bridge;
    private final double share;
    private final Random random = new Random(1);
    private final Selector selector;
    private final DatagramChannel front;
    /** A socket towards the bridge for each address that a client has. */
    private final Map<SocketAddress, DatagramChannel> backs = new HashMap<>();

    private final ByteBuffer buffer = ByteBuffer.allocate(2048);
    private final AtomicInteger lost = new AtomicInteger();
    private final Thread thread;

    LossyPath(int bridgePort, double share) throws IOException {
        bridge = new InetSocketAddress(LOOPBACK, bridgePort);
        this.share = share;
        selector = Selector.open();
        front = open(null);
        thread = Thread.ofPlatform().daemon().name("lossy path").start(this::run);
    }

    int port() throws IOException {
        return ((InetSocketAddress) front.getLocalAddress()).getPort();
    }

    /** Packets so far. */
    int lost() {
        return lost.get();
    }

    private DatagramChannel open(@Nullable SocketAddress client) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.bind(new InetSocketAddress(LOOPBACK, 0));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, client);
        return channel;
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select(this::forward);
            }
        } catch (IOException | ClosedSelectorException _) {
            // closed
        }
    }

    private void forward(SelectionKey key) {
        try {
            DatagramChannel channel = (DatagramChannel) key.channel();
            SocketAddress client = (SocketAddress) key.attachment();
            for (SocketAddress from = receive(channel); from != null; from = receive(channel)) {
                if (buffer.get(0) == DTLS_APPLICATION_DATA && random.nextDouble() < share) {
                    lost.incrementAndGet();
                } else if (client == null) {
                    towardsBridge(from).send(buffer, bridge);
                } else {
                    front.send(buffer, client);
                }
            }
        } catch (IOException _) {
            // lost, too
        }
    }

    private @Nullable SocketAddress receive(DatagramChannel channel) throws IOException {
        buffer.clear();
        SocketAddress from = channel.receive(buffer);
        buffer.flip();
        return from;
    }

    private DatagramChannel towardsBridge(SocketAddress client) throws IOException {
        DatagramChannel back = backs.get(client);
        if (back == null) {
            back = open(client);
            backs.put(client, back);
        }
        return back;
    }

    @Override
    public void close() throws IOException {
        selector.close();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        for (DatagramChannel back : backs.values()) {
            back.close();
        }
        front.close();
    }
}
