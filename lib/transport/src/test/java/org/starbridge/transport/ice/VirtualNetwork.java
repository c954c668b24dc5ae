package org.starbridge.transport.ice;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Agents, and a seeded network between them that loses, delays, reorders and duplicates, in virtual time. */
final class VirtualNetwork {
    private static final class Flight {
        final long atNs;
        final long order;
        final Tuple arrival;
        final byte[] datagram;

        Flight(long atNs, long order, Tuple arrival, byte[] datagram) {
            this.atNs = atNs;
            this.order = order;
            this.arrival = arrival;
            this.datagram = datagram;
        }
    }

    /** One agent with its sockets; what it puts out is kept for assertions. */
    final class Node implements IceSink {
        final String name;
        final IceAgent agent;
        final List<Tuple> selections = new ArrayList<>();
        final List<IceState> states = new ArrayList<>();
        final List<byte[]> sent = new ArrayList<>();
        final List<InetSocketAddress> destinations = new ArrayList<>();
        private final Map<InetSocketAddress, InetSocketAddress> publicByLocal = new HashMap<>();

        Node(String name, IceAgent agent) {
            this.name = name;
            this.agent = agent;
        }

        /** Opens a socket; it is its own public address until {@link #moveTo}. */
        InetSocketAddress bind(String literal) {
            InetSocketAddress address = address(literal);
            agent.addLocalCandidate(IceCandidate.host(address, 65535));
            publicByLocal.put(address, address);
            owners.put(address, this);
            locals.put(address, address);
            return address;
        }

        /** Like a NAT that rebinds: from now on the socket is seen at, and reached at, another address only. */
        void moveTo(InetSocketAddress local, InetSocketAddress newPublic) {
            InetSocketAddress old = publicByLocal.put(local, newPublic);
            owners.remove(old);
            owners.put(newPublic, this);
            locals.put(newPublic, local);
        }

        void meet(IceCredentials remote) {
            agent.remoteCredentials(nowNs, remote, this);
        }

        /** A host candidate of the peer comes through signalling. */
        void told(String literal) {
            agent.addRemoteCandidate(nowNs, IceCandidate.host(address(literal), 65535), this);
        }

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            sent.add(datagram);
            destinations.add(tuple.remote());
            InetSocketAddress source = publicByLocal.get(tuple.local());
            if (source == null) {
                throw new AssertionError(name + " sends from " + tuple.local() + ", which it does not have");
            }
            transmit(source, tuple.remote(), datagram);
        }

        @Override
        public void onSelected(Tuple tuple) {
            selections.add(tuple);
        }

        @Override
        public void onState(IceState state) {
            states.add(state);
        }
    }

    final Random random;
    int lossPercent;
    int duplicatePercent;
    long minDelayNs = Duration.ofMillis(10).toNanos();
    long maxDelayNs = Duration.ofMillis(10).toNanos();
    long nowNs = -5_000_000_000L;
    final Set<InetSocketAddress> dead = new HashSet<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<InetSocketAddress, Node> owners = new HashMap<>();
    private final Map<InetSocketAddress, InetSocketAddress> locals = new HashMap<>();
    private final PriorityQueue<Flight> flights = new PriorityQueue<>(
            (a, b) -> a.atNs == b.atNs ? Long.compare(a.order, b.order) : Long.compare(a.atNs, b.atNs));
    private long order;

    VirtualNetwork(long seed) {
        random = new Random(seed);
    }

    Node node(String name, IceRole role) {
        return node(name, role, IceConfig.defaults());
    }

    Node node(String name, IceRole role, IceConfig config) {
        return add(name, new IceAgent(role, IceCredentials.random(random), random, config));
    }

    Node add(String name, IceAgent agent) {
        Node node = new Node(name, agent);
        nodes.add(node);
        return node;
    }

    List<Node> nodes() {
        return nodes;
    }

    static InetSocketAddress address(String literal) {
        int colon = literal.lastIndexOf(':');
        try {
            // Only literals are given, so nothing is looked up.
            return new InetSocketAddress(
                    InetAddress.getByName(literal.substring(0, colon)), Integer.parseInt(literal.substring(colon + 1)));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(literal, e);
        }
    }

    /** Puts a datagram on the wire as if {@code source} had sent it. */
    void transmit(InetSocketAddress source, InetSocketAddress destination, byte[] datagram) {
        int copies = random.nextInt(100) < duplicatePercent ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            if (random.nextInt(100) >= lossPercent) {
                long delayNs = minDelayNs + (long) (random.nextDouble() * (maxDelayNs - minDelayNs));
                flights.add(new Flight(nowNs + delayNs, order++, new Tuple(destination, source), datagram));
            }
        }
    }

    void run(Duration duration) {
        runUntil(() -> false, duration);
    }

    /** Runs until the condition holds, at most so long; whether it holds. */
    boolean runUntil(BooleanSupplier condition, Duration atMost) {
        long endNs = nowNs + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            Flight flight = flights.peek();
            long nextNs = flight == null ? Long.MAX_VALUE : flight.atNs;
            for (Node node : nodes) {
                nextNs = Math.min(nextNs, node.agent.nextDeadlineNs());
            }
            if (nextNs > endNs) {
                nowNs = endNs;
                return condition.getAsBoolean();
            }
            nowNs = Math.max(nowNs, nextNs);
            if (flight != null && flight.atNs <= nowNs) {
                deliver(flights.remove());
            }
            nodes.forEach(this::fireTimeout);
        }
        return true;
    }

    private void deliver(Flight flight) {
        InetSocketAddress destination = flight.arrival.local();
        Node node = owners.get(destination);
        if (node == null || dead.contains(destination) || dead.contains(flight.arrival.remote())) {
            return;
        }
        InetSocketAddress local = locals.getOrDefault(destination, destination);
        node.agent.onDatagram(nowNs, new Tuple(local, flight.arrival.remote()), flight.datagram, node);
    }

    private void fireTimeout(Node node) {
        if (node.agent.nextDeadlineNs() > nowNs) {
            return;
        }
        node.agent.onTimeout(nowNs, node);
        if (node.agent.nextDeadlineNs() <= nowNs) {
            throw new AssertionError(node.name + " is not idle after its timeout at " + nowNs);
        }
    }
}
