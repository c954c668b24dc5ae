package org.starbridge.transport.sctp.association;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.SendResult;

/** Two associations, and a seeded line between them that loses, delays, reorders and duplicates, in virtual time. */
final class VirtualLink {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Received(int streamId, int ppid, byte[] payload) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Flight(long atNs, long number, Peer to, byte[] packet) {}

    /** One side; what it says is kept for assertions. */
    final class Peer implements SctpSink {
        final SctpHost host;
        SctpAssociation association;
        final List<Received> received = new ArrayList<>();
        final List<byte[]> sent = new ArrayList<>();
        final List<SctpEnd> ends = new ArrayList<>();
        final List<int[]> incomingResets = new ArrayList<>();
        final List<int[]> outgoingResets = new ArrayList<>();
        int connected;
        int writable;
        int timeouts;
        /** Nothing of what it sends arrives. */
        boolean isMute;

        Peer(SctpHost host) {
            this.host = host;
            association = host.association(random);
        }

        void connect() {
            association.connect(nowNs, this);
        }

        SendResult send(int streamId, byte[] payload) {
            return send(streamId, Reliability.RELIABLE, payload);
        }

        SendResult send(int streamId, Reliability reliability, byte[] payload) {
            return association.send(nowNs, streamId, 53, reliability, payload, this);
        }

        boolean reset(int... streamIds) {
            return association.resetStreams(nowNs, streamIds, this);
        }

        void receive(byte[] packet) {
            association.onPacket(nowNs, packet, this);
        }

        long count(SctpDropReason reason) {
            return host.counts().count(reason);
        }

        /** As if its process had restarted. */
        void restart() {
            association = host.association(random);
        }

        Peer other() {
            return this == a ? b : a;
        }

        @Override
        public void send(byte[] packet) {
            sent.add(packet);
            if (!isMute) {
                launch(other(), packet);
            }
        }

        @Override
        public void onConnected() {
            connected++;
        }

        @Override
        public void onMessage(int streamId, int ppid, byte[] payload) {
            received.add(new Received(streamId, ppid, payload));
        }

        @Override
        public void onIncomingReset(int[] streamIds) {
            incomingResets.add(streamIds);
        }

        @Override
        public void onOutgoingReset(int[] streamIds, boolean isPerformed) {
            if (isPerformed) {
                outgoingResets.add(streamIds);
            }
        }

        @Override
        public void onWritable() {
            writable++;
        }

        @Override
        public void onClosed(SctpEnd end) {
            ends.add(end);
        }
    }

    final Random random;
    final Peer a;
    final Peer b;
    long nowNs = 1_000_000_000;
    double loss;
    double duplication;
    long delayNs = 5_000_000;
    long jitterNs;
    private final PriorityQueue<Flight> flights = new PriorityQueue<>(
            (x, y) -> x.atNs != y.atNs ? Long.compare(x.atNs, y.atNs) : Long.compare(x.number, y.number));
    private long number;

    VirtualLink(long seed) {
        this(seed, SctpConfig.defaults());
    }

    VirtualLink(long seed, SctpConfig config) {
        this(new Random(seed), config);
    }

    /** With dice of one's own, so that a test can say with which TSN it begins. */
    VirtualLink(Random random, SctpConfig config) {
        this.random = random;
        a = new Peer(new SctpHost(config, secret()));
        b = new Peer(new SctpHost(config, secret()));
    }

    /** Whose second side is one of many of a host. */
    VirtualLink(long seed, SctpHost hostOfB) {
        random = new Random(seed);
        a = new Peer(new SctpHost(hostOfB.config(), secret()));
        b = new Peer(hostOfB);
    }

    private byte[] secret() {
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        return secret;
    }

    /** Both up, the first one having begun. */
    static VirtualLink connected(long seed) {
        return connected(new VirtualLink(seed));
    }

    static VirtualLink connected(VirtualLink link) {
        link.a.connect();
        link.runUntil(() -> link.a.connected > 0 && link.b.connected > 0, Duration.ofMinutes(5));
        return link;
    }

    void conditions(double loss, double duplication, Duration jitter) {
        this.loss = loss;
        this.duplication = duplication;
        jitterNs = jitter.toNanos();
    }

    private void launch(Peer to, byte[] packet) {
        if (random.nextDouble() < loss) {
            return;
        }
        enqueue(to, packet);
        if (random.nextDouble() < duplication) {
            enqueue(to, packet.clone());
        }
    }

    private void enqueue(Peer to, byte[] packet) {
        long jitter = jitterNs == 0 ? 0 : random.nextLong(jitterNs);
        flights.add(new Flight(nowNs + delayNs + jitter, number++, to, packet));
    }

    /** Forgets what is under way. */
    void dropFlights() {
        flights.clear();
    }

    boolean isQuiet() {
        return flights.isEmpty();
    }

    long nextEventNs() {
        long flightNs = flights.isEmpty() ? Long.MAX_VALUE : flights.peek().atNs;
        return Math.min(flightNs, Math.min(a.association.nextDeadlineNs(), b.association.nextDeadlineNs()));
    }

    /** The next arrival or timer. */
    void step() {
        nowNs = Math.max(nowNs, nextEventNs());
        while (!flights.isEmpty() && flights.peek().atNs <= nowNs) {
            Flight flight = flights.poll();
            flight.to.receive(flight.packet);
        }
        fire(a);
        fire(b);
    }

    private void fire(Peer peer) {
        if (peer.association.nextDeadlineNs() <= nowNs) {
            peer.timeouts++;
            peer.association.onTimeout(nowNs, peer);
            if (peer.association.nextDeadlineNs() <= nowNs) {
                throw new AssertionError("a timer that stays due, in " + peer.association.state());
            }
        }
    }

    void run(Duration duration) {
        long endNs = nowNs + duration.toNanos();
        while (nextEventNs() <= endNs) {
            step();
        }
        nowNs = endNs;
    }

    void runUntil(BooleanSupplier condition, Duration atMost) {
        long endNs = nowNs + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (nextEventNs() > endNs) {
                throw new AssertionError("not within " + atMost + ": " + a.association.state() + " and "
                        + b.association.state() + ", " + b.received.size() + " messages there");
            }
            step();
        }
    }
}
