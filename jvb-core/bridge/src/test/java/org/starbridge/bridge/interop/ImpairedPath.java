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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A UDP relay on loopback between clients and a bridge that impairs what it relays. Clients are given its port in place
 * of the bridge's. Runs one thread.
 */
final class ImpairedPath implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final byte DTLS_APPLICATION_DATA = 23;

    /** A datagram towards a client, and when the link has transmitted it. */
    private record Delayed(SocketAddress client, ByteBuffer datagram, long dueNs) {}

    private final InetSocketAddress bridge;
    private final double share;
    /** Nanoseconds that the link to the clients needs for a byte; 0 for a link without a limit. */
    private final double byteNs;

    private final long maxQueueNs;
    private final Deque<Delayed> queue = new ArrayDeque<>();
    private long idleAtNs;
    private final Random random = new Random(1);
    private final Selector selector;
    private final DatagramChannel front;
    /** A socket towards the bridge for each address that a client has. */
    private final Map<SocketAddress, DatagramChannel> backs = new HashMap<>();

    private final ByteBuffer buffer = ByteBuffer.allocate(2048);
    private final AtomicInteger lost = new AtomicInteger();
    private final Thread thread;

    /**
     * Loses data channel packets in both directions, with a seeded random generator.
     *
     * @param share of the packets that are lost, 0 to 1
     */
    static ImpairedPath losing(int bridgePort, double share) throws IOException {
        return new ImpairedPath(bridgePort, share, 0, 0);
    }

    /**
     * Limits the rate towards all clients together, with a drop-tail queue.
     *
     * @param bitrateBps in bit/s
     * @param maxQueueMs the longest time that a datagram waits; what would wait longer is dropped
     */
    static ImpairedPath slow(int bridgePort, long bitrateBps, int maxQueueMs) throws IOException {
        return new ImpairedPath(bridgePort, 0, 8e9 / bitrateBps, maxQueueMs * 1_000_000L);
    }

    private ImpairedPath(int bridgePort, double share, double byteNs, long maxQueueNs) throws IOException {
        this.byteNs = byteNs;
        this.maxQueueNs = maxQueueNs;
        idleAtNs = System.nanoTime();
        bridge = new InetSocketAddress(LOOPBACK, bridgePort);
        this.share = share;
        selector = Selector.open();
        front = open(null);
        thread = Thread.ofPlatform().daemon().name("impaired path").start(this::run);
    }

    int port() throws IOException {
        return ((InetSocketAddress) front.getLocalAddress()).getPort();
    }

    /** Datagrams that it has dropped so far. */
    int dropped() {
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
                Delayed next = queue.peek();
                if (next == null) {
                    selector.select(this::forward);
                } else {
                    selector.select(this::forward, Math.max(1, (next.dueNs() - System.nanoTime()) / 1_000_000));
                }
                sendDue();
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
                } else if (byteNs > 0) {
                    enqueue(client);
                } else {
                    front.send(buffer, client);
                }
            }
        } catch (IOException _) {
            // lost, too
        }
    }

    private void enqueue(SocketAddress client) {
        long nowNs = System.nanoTime();
        long dueNs = Math.max(nowNs, idleAtNs) + Math.round(buffer.remaining() * byteNs);
        if (dueNs - nowNs > maxQueueNs) {
            lost.incrementAndGet();
            return;
        }
        idleAtNs = dueNs;
        ByteBuffer datagram =
                ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
        queue.add(new Delayed(client, datagram, dueNs));
    }

    private void sendDue() throws IOException {
        long nowNs = System.nanoTime();
        for (Delayed next = queue.peek(); next != null && next.dueNs() <= nowNs; next = queue.peek()) {
            queue.remove();
            front.send(next.datagram(), next.client());
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
