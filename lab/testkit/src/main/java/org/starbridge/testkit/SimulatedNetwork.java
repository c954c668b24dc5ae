package org.starbridge.testkit;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
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
    private Conditions conditions = Conditions.PERFECT;
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
        sent++;
        if (random.nextDouble() < conditions.lossFraction) {
            lost++;
            return;
        }
        long upNs = pass(uplinks.get(from), clock.nowNs(), bytes.length);
        long downNs = upNs == EmulatedLink.DROPPED ? upNs : pass(downlinks.get(to), upNs, bytes.length);
        if (downNs == EmulatedLink.DROPPED) {
            lost++;
            return;
        }
        enqueue(downNs, from, to, bytes);
        if (random.nextDouble() < conditions.duplicateFraction) {
            duplicated++;
            enqueue(downNs, from, to, bytes);
        }
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

    private void enqueue(long sentAtNs, InetSocketAddress from, InetSocketAddress to, byte[] bytes) {
        long jitterNs = conditions.jitterNs == 0 ? 0 : random.nextLong(conditions.jitterNs + 1);
        inFlight.add(new Datagram(sentAtNs + conditions.delayNs + jitterNs, sent + duplicated, from, to, bytes));
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
