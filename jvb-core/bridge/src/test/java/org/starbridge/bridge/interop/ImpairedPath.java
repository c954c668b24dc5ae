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
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.link.LinkConditions;

/**
 * A UDP relay on loopback between clients and a bridge that impairs what it relays, by a link for each direction that
 * all its clients share. Clients are given its port in place of the bridge's. Runs one thread.
 */
public final class ImpairedPath implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final byte DTLS_APPLICATION_DATA = 23;

    /** A datagram on its way, and when it arrives. */
    private record Delayed(DatagramChannel from, SocketAddress to, ByteBuffer datagram, long dueNs) {}

    /** One direction. Owned by the relay's thread but for {@link #restart}, {@link #become} and {@link #dropped}. */
    private static final class Direction {
        private EmulatedLink link;
        private volatile @Nullable EmulatedLink next;
        private final Deque<Delayed> queue = new ArrayDeque<>();
        private final AtomicInteger dropped = new AtomicInteger();
        private volatile boolean restarts;

        Direction(LinkConditions conditions, long seed) {
            link = new EmulatedLink(conditions, new Random(seed), System.nanoTime());
        }

        void send(DatagramChannel from, SocketAddress to, ByteBuffer datagram) throws IOException {
            long nowNs = System.nanoTime();
            EmulatedLink other = next;
            if (other != null) {
                next = null;
                link = other;
            }
            if (restarts) {
                restarts = false;
                link.start(nowNs);
            }
            long dueNs = link.send(nowNs, datagram.remaining());
            if (dueNs == EmulatedLink.DROPPED) {
                dropped.incrementAndGet();
            } else if (dueNs <= nowNs && queue.isEmpty()) {
                from.send(datagram, to);
            } else {
                ByteBuffer copy =
                        ByteBuffer.allocate(datagram.remaining()).put(datagram).flip();
                queue.add(new Delayed(from, to, copy, dueNs));
            }
        }

        void sendDue() throws IOException {
            long nowNs = System.nanoTime();
            for (Delayed next = queue.peek(); next != null && next.dueNs() <= nowNs; next = queue.peek()) {
                queue.remove();
                next.from().send(next.datagram(), next.to());
            }
        }

        long nextDeadlineNs() {
            Delayed next = queue.peek();
            return next == null ? Long.MAX_VALUE : next.dueNs();
        }
    }

    private final InetSocketAddress bridge;
    private final double dataLoss;
    private final Direction down;
    private final Direction up;
    private final Random random = new Random(1);
    private final Selector selector;
    private final DatagramChannel front;
    /** A socket towards the bridge for each address that a client has. */
    private final Map<SocketAddress, DatagramChannel> backs = new HashMap<>();

    private final ByteBuffer buffer = ByteBuffer.allocate(2048);
    private final AtomicInteger dataLost = new AtomicInteger();
    private final Thread thread;

    /**
     * Loses data channel packets in both directions, with a seeded random generator.
     *
     * @param share of the packets that are lost, 0 to 1
     */
    static ImpairedPath losing(int bridgePort, double share) throws IOException {
        return new ImpairedPath(bridgePort, LinkConditions.PERFECT, LinkConditions.PERFECT, share);
    }

    /** Impairs what goes to the clients. */
    public static ImpairedPath down(int bridgePort, LinkConditions down) throws IOException {
        return new ImpairedPath(bridgePort, down, LinkConditions.PERFECT, 0);
    }

    /** Impairs both directions, each in its own way. */
    static ImpairedPath of(int bridgePort, LinkConditions down, LinkConditions up) throws IOException {
        return new ImpairedPath(bridgePort, down, up, 0);
    }

    private ImpairedPath(int bridgePort, LinkConditions down, LinkConditions up, double dataLoss) throws IOException {
        this.down = new Direction(down, 2);
        this.up = new Direction(up, 3);
        this.dataLoss = dataLoss;
        bridge = new InetSocketAddress(LOOPBACK, bridgePort);
        selector = Selector.open();
        front = open(null);
        thread = Thread.ofPlatform().daemon().name("impaired path").start(this::run);
    }

    /** Its port for clients. */
    public int port() throws IOException {
        return ((InetSocketAddress) front.getLocalAddress()).getPort();
    }

    /** The schedules of both rates start with the next datagram. Any thread. */
    void restart() {
        down.restarts = true;
        up.restarts = true;
    }

    /** Both directions have other conditions from the next datagram on. Any thread. */
    void become(LinkConditions newDown, LinkConditions newUp, long seed) {
        down.next = new EmulatedLink(newDown, new Random(seed), System.nanoTime());
        up.next = new EmulatedLink(newUp, new Random(seed + 1), System.nanoTime());
    }

    /** Datagrams that it has dropped so far in both directions. Any thread. */
    int dropped() {
        return down.dropped.get() + up.dropped.get() + dataLost.get();
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
                long nextNs = Math.min(down.nextDeadlineNs(), up.nextDeadlineNs());
                if (nextNs == Long.MAX_VALUE) {
                    selector.select(this::forward);
                } else {
                    selector.select(this::forward, Math.max(1, (nextNs - System.nanoTime()) / 1_000_000));
                }
                down.sendDue();
                up.sendDue();
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
                if (buffer.get(0) == DTLS_APPLICATION_DATA && random.nextDouble() < dataLoss) {
                    dataLost.incrementAndGet();
                } else if (client == null) {
                    up.send(towardsBridge(from), bridge, buffer);
                } else {
                    down.send(front, client, buffer);
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
