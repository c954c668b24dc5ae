package org.starbridge.testkit;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.link.LinkConditions;

/**
 * A network of simulated ports under a virtual clock: loss, duplication, delay and reordering as a seed says, so that a
 * run can be repeated bit by bit. Not thread safe.
 */
public final class SimulatedNetwork {
    /**
     * Impairments of the network.
     *
     * @param lossFraction share of datagrams that never arrive, 0 to 1
     * @param duplicateFraction share that arrives twice
     * @param delayNs shortest way
     * @param jitterNs added at random, up to this; more than the distance of two datagrams reorders them
     */
    public record Conditions(double lossFraction, double duplicateFraction, long delayNs, long jitterNs) {
        /** Everything arrives once, in order, after 1 ms. */
        public static final Conditions PERFECT = new Conditions(0, 0, 1_000_000, 0);
    }

    /** Sees what enters a link. */
    @FunctionalInterface
    public interface LinkWatcher {
        /** A datagram of so many bytes, without IP headers, was dropped, or waits for so long in the queue. */
        void onDatagram(int lengthBytes, boolean isDropped, long queueNs);
    }

    /** Sees datagrams at the moment in which they are sent. */
    @FunctionalInterface
    public interface DatagramWatcher {
        /** Of one that is duplicated, {@code arrivesNs} is the first arrival; of one that is lost, {@link #NEVER}. */
        void onSent(InetSocketAddress from, InetSocketAddress to, byte[] bytes, long arrivesNs);
    }

    /** Stands between ports and the network. */
    @FunctionalInterface
    public interface Interposer {
        /** Gives on what is to be sent, to {@code network}: as it is, changed, or not at all. */
        void send(InetSocketAddress from, InetSocketAddress to, byte[] bytes, Onward network);
    }

    /** The network as an {@link Interposer} sees it. */
    @FunctionalInterface
    public interface Onward {
        /** Sends a datagram. */
        void send(InetSocketAddress from, InetSocketAddress to, byte[] bytes);
    }

    /** The arrival of what is lost. */
    public static final long NEVER = Long.MAX_VALUE;

    private record Watched(EmulatedLink link, LinkWatcher watcher) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Datagram(long atNs, long number, InetSocketAddress from, InetSocketAddress to, byte[] bytes) {}

    private final VirtualClock clock;
    private final Random random;
    private final Map<InetSocketAddress, List<SimulatedPort>> ports = new HashMap<>();
    private final PriorityQueue<Datagram> inFlight = new PriorityQueue<>(
            (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.number, b.number));
    private final long seed;
    private final Map<InetSocketAddress, Watched> downlinks = new HashMap<>();
    private final Map<InetSocketAddress, Watched> uplinks = new HashMap<>();
    private final Set<InetSocketAddress> cut = new HashSet<>();
    private Conditions conditions = Conditions.PERFECT;
    private DatagramWatcher watcher = (_, _, _, _) -> {};
    private Interposer interposer = (from, to, bytes, network) -> network.send(from, to, bytes);
    private long granularityNs = 1;
    private int nextUniquePort = 50_000;
    private long sent;
    private long lost;
    private long duplicated;

    /** A perfect network whose later accidents come from {@code seed}. */
    public SimulatedNetwork(VirtualClock clock, long seed) {
        this.clock = clock;
        this.seed = seed;
        random = new Random(seed);
    }

    /** Changes how bad it is for what is sent from now on. */
    public void conditions(Conditions conditions) {
        this.conditions = conditions;
    }

    /** Shows every datagram that is sent from now on. */
    public void watch(DatagramWatcher observer) {
        watcher = observer;
    }

    /** Hands what ports send to an interposer from now on; the watcher sees what is left. */
    public void interpose(Interposer between) {
        interposer = between;
    }

    /**
     * Datagrams arrive at multiples of this from now on, so that a run has fewer moments in which something happens.
     */
    public void granularityNs(long value) {
        granularityNs = value;
    }

    /** Nothing reaches an address, or comes from it, from now on. */
    public void cut(InetSocketAddress address) {
        cut.add(address);
    }

    /** Ends {@link #cut}. */
    public void mend(InetSocketAddress address) {
        cut.remove(address);
    }

    /** Sends what goes to an address from now on over a link of its own, whose rate's schedule starts now. */
    public void downlink(InetSocketAddress to, LinkConditions link) {
        downlink(to, link, (_, _, _) -> {});
    }

    /** The same with an observer of what enters the link. */
    public void downlink(InetSocketAddress to, LinkConditions link, LinkWatcher watcher) {
        EmulatedLink own = new EmulatedLink(link, new Random(seed + downlinks.size()), clock.nowNs());
        downlinks.put(to, new Watched(own, watcher));
    }

    /** Sends what goes to another address from now on over the link to {@code owner}, too. */
    public void shareDownlink(InetSocketAddress owner, InetSocketAddress other, LinkWatcher watcher) {
        Watched shared = Objects.requireNonNull(downlinks.get(owner), "no link to " + owner);
        downlinks.put(other, new Watched(shared.link, watcher));
    }

    /** Sends what comes from an address from now on over a link of its own, whose rate's schedule starts now. */
    public void uplink(InetSocketAddress from, LinkConditions link) {
        EmulatedLink own = new EmulatedLink(link, new Random(~seed - uplinks.size()), clock.nowNs());
        uplinks.put(from, new Watched(own, (_, _, _) -> {}));
    }

    /**
     * A port at all of {@code addresses}, the first of which is its local address; several ports at one address share
     * its datagrams by the sender's address. What it sends leaves from the address that is named with the destination,
     * else from its first one of the destination's family.
     */
    public SimulatedPort open(InetSocketAddress... addresses) {
        SimulatedPort port = new SimulatedPort(this, List.of(addresses));
        for (InetSocketAddress address : addresses) {
            ports.computeIfAbsent(address, any -> new ArrayList<>()).add(port);
        }
        return port;
    }

    /** A port at the same addresses under another number, over the same links. */
    SimulatedPort openBeside(List<InetSocketAddress> addresses) {
        int port = nextUniquePort++;
        List<InetSocketAddress> others = new ArrayList<>();
        for (InetSocketAddress address : addresses) {
            InetSocketAddress other = new InetSocketAddress(address.getAddress(), port);
            others.add(other);
            Watched down = downlinks.get(address);
            if (down != null) {
                downlinks.put(other, down);
            }
            Watched up = uplinks.get(address);
            if (up != null) {
                uplinks.put(other, up);
            }
        }
        return open(others.toArray(InetSocketAddress[]::new));
    }

    void send(InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        interposer.send(from, to, bytes, this::carry);
    }

    private void carry(InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        sent++;
        if (random.nextDouble() < conditions.lossFraction || isCut(from, to)) {
            lose(from, to, bytes);
            return;
        }
        long upNs = pass(uplinks.get(from), clock.nowNs(), bytes.length);
        long downNs = upNs == EmulatedLink.DROPPED ? upNs : pass(downlinks.get(to), upNs, bytes.length);
        if (downNs == EmulatedLink.DROPPED) {
            lose(from, to, bytes);
            return;
        }
        long arrivesNs = enqueue(downNs, from, to, bytes);
        if (random.nextDouble() < conditions.duplicateFraction) {
            duplicated++;
            arrivesNs = Math.min(arrivesNs, enqueue(downNs, from, to, bytes));
        }
        watcher.onSent(from, to, bytes, arrivesNs);
    }

    private boolean isCut(InetSocketAddress from, InetSocketAddress to) {
        return !cut.isEmpty() && (cut.contains(from) || cut.contains(to));
    }

    private void lose(InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        lost++;
        watcher.onSent(from, to, bytes, NEVER);
    }

    private static long pass(@Nullable Watched watched, long nowNs, int lengthBytes) {
        if (watched == null) {
            return nowNs;
        }
        long arrivesNs = watched.link.send(nowNs, lengthBytes);
        boolean isDropped = arrivesNs == EmulatedLink.DROPPED;
        watched.watcher.onDatagram(lengthBytes, isDropped, isDropped ? 0 : watched.link.lastQueueNs());
        return arrivesNs;
    }

    private long enqueue(long sentAtNs, InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        long jitterNs = conditions.jitterNs == 0 ? 0 : random.nextLong(conditions.jitterNs + 1);
        long atNs = sentAtNs + conditions.delayNs + jitterNs;
        atNs = (atNs + granularityNs - 1) / granularityNs * granularityNs;
        inFlight.add(new Datagram(atNs, sent + duplicated, from, to, bytes));
        return atNs;
    }

    /** Delivers what is due now. */
    public void deliver() {
        while (!inFlight.isEmpty() && inFlight.peek().atNs <= clock.nowNs()) {
            Datagram datagram = inFlight.poll();
            List<SimulatedPort> group = ports.getOrDefault(datagram.to, List.of());
            if (!group.isEmpty()) {
                int chosen = Math.floorMod(datagram.from.hashCode(), group.size());
                group.get(chosen).arrive(datagram.from, datagram.to, datagram.bytes, datagram.atNs);
            }
        }
    }

    /** Returns the time at which the next datagram arrives; {@link Long#MAX_VALUE} if none is under way. */
    public long nextDeadlineNs() {
        return inFlight.isEmpty() ? Long.MAX_VALUE : inFlight.peek().atNs;
    }

    /** Datagrams that were sent. */
    public long sent() {
        return sent;
    }

    /** Returns the number of them that were lost. */
    public long lost() {
        return lost;
    }

    /** Returns the number of them that came twice. */
    public long duplicated() {
        return duplicated;
    }

    void close(SimulatedPort port) {
        ports.values().forEach(group -> group.remove(port));
    }
}
