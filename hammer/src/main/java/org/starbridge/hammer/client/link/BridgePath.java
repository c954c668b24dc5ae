package org.starbridge.hammer.client.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.link.LinkConditions;

/**
 * A way between the media ports of two bridges that drops and delays datagrams: each bridge is given a port of the
 * Hammer in place of the other one's, at the address from which the Hammer reaches it. Has one thread; {@link #heal}
 * and {@link #dropped} are for any.
 */
public final class BridgePath implements AutoCloseable {
    private static final int BUFFER_BYTES = 4 << 20;
    private static final int MAX_DATAGRAM_BYTES = 2048;
    private static final long MS = 1_000_000;

    /** A datagram on its way, and when it arrives. */
    private record Delayed(ByteBuffer datagram, long dueNs) {}

    /** One direction: what comes to one port leaves from the other one's. Owned by the thread. */
    private final class Direction {
        private final DatagramChannel in;
        private final DatagramChannel out;
        private final InetSocketAddress to;
        private final EmulatedLink link;
        private final Deque<Delayed> queue = new ArrayDeque<>();

        Direction(DatagramChannel in, DatagramChannel out, InetSocketAddress to, LinkConditions conditions, long seed) {
            this.in = in;
            this.out = out;
            this.to = to;
            link = new EmulatedLink(conditions, new Random(seed), System.nanoTime());
        }

        void receive() throws IOException {
            for (buffer.clear(); in.receive(buffer) != null; buffer.clear()) {
                buffer.flip();
                long nowNs = System.nanoTime();
                long dueNs = isHealed ? nowNs : link.send(nowNs, buffer.remaining());
                if (dueNs == EmulatedLink.DROPPED) {
                    dropped.increment();
                } else if (dueNs <= nowNs && queue.isEmpty()) {
                    out.send(buffer, to);
                } else {
                    ByteBuffer copy =
                            ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
                    queue.add(new Delayed(copy, dueNs));
                }
            }
        }

        void sendDue() throws IOException {
            long nowNs = System.nanoTime();
            for (Delayed next = queue.peek(); next != null && next.dueNs <= nowNs; next = queue.peek()) {
                queue.remove();
                out.send(next.datagram, to);
            }
        }
    }

    private final Selector selector;
    private final DatagramChannel towardsOne;
    private final DatagramChannel towardsOther;
    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_DATAGRAM_BYTES);
    private final LongAdder dropped = new LongAdder();
    private final Direction forth;
    private final Direction back;
    private volatile boolean isHealed;

    private BridgePath(
            InetSocketAddress one,
            InetSocketAddress other,
            LinkConditions forthConditions,
            LinkConditions backConditions,
            long seed)
            throws IOException {
        selector = Selector.open();
        towardsOne = open(one);
        towardsOther = open(other);
        forth = new Direction(towardsOne, towardsOther, other, forthConditions, seed);
        back = new Direction(towardsOther, towardsOne, one, backConditions, seed + 1);
        towardsOne.register(selector, SelectionKey.OP_READ, forth);
        towardsOther.register(selector, SelectionKey.OP_READ, back);
        Thread.ofPlatform().daemon().name("bridge-path").start(this::run);
    }

    /**
     * Opens one.
     *
     * @param forth from {@code one} to {@code other}
     * @param back the other direction
     * @param seed of what is lost
     */
    public static BridgePath open(
            InetSocketAddress one, InetSocketAddress other, LinkConditions forth, LinkConditions back, long seed) {
        try {
            return new BridgePath(one, other, forth, back, seed);
        } catch (IOException e) {
            throw new UncheckedIOException("no sockets for a path between bridges", e);
        }
    }

    private static DatagramChannel open(InetSocketAddress bridge) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
        channel.bind(new InetSocketAddress(routeTo(bridge), 0));
        channel.configureBlocking(false);
        return channel;
    }

    /** Our address on the way to a bridge. Asks the kernel; sends nothing. */
    private static InetAddress routeTo(InetSocketAddress bridge) throws IOException {
        try (DatagramChannel probe = DatagramChannel.open()) {
            probe.connect(bridge);
            return ((InetSocketAddress) probe.getLocalAddress()).getAddress();
        }
    }

    /** The port at which {@code one} finds the other bridge. */
    public InetSocketAddress seenByOne() {
        return address(towardsOne);
    }

    /** The port at which {@code other} finds the first one. */
    public InetSocketAddress seenByOther() {
        return address(towardsOther);
    }

    private static InetSocketAddress address(DatagramChannel channel) {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on everything passes at once. */
    public void heal() {
        isHealed = true;
    }

    /** Datagrams that were dropped so far. */
    public long dropped() {
        return dropped.sum();
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                long dueNs = Math.min(nextNs(forth), nextNs(back));
                long waitMs = dueNs == Long.MAX_VALUE ? 1000 : Math.max(1, (dueNs - System.nanoTime()) / MS);
                selector.select(waitMs);
                selector.selectedKeys().clear();
                forth.receive();
                back.receive();
                forth.sendDue();
                back.sendDue();
            }
        } catch (ClosedSelectorException | IOException _) {
            // It was closed.
        }
    }

    private static long nextNs(Direction direction) {
        Delayed next = direction.queue.peek();
        return next == null ? Long.MAX_VALUE : next.dueNs;
    }

    @Override
    public void close() {
        try {
            selector.close();
            towardsOne.close();
            towardsOther.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
