package org.starbridge.media.worker;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Participant;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.source.Negotiation;
import org.starbridge.testkit.IvLedger;
import org.starbridge.testkit.SimulatedNetwork;
import org.starbridge.testkit.VirtualClock;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.udp.DatagramPort;

/**
 * Bridges without threads that are joined by relays, each with each, and their clients, on a simulated network under a
 * virtual clock. Clients reach a bridge over IPv4, bridges each other over IPv6.
 */
final class SimulatedMesh implements AutoCloseable {
    private static final String CONFERENCE = "conf";

    final VirtualClock clock = new VirtualClock(1_000_000_000);
    final SimulatedNetwork network;
    final IvLedger ledger = new IvLedger(SrtpCrypto.jce());
    final List<Node> nodes = new ArrayList<>();
    final Map<String, SimulatedClient> clients = new LinkedHashMap<>();
    private final Map<String, Home> homes = new LinkedHashMap<>();
    private static final int NUMBERS_ID = 5;

    private final Random random;
    private long tableVersion;

    /** Bridges that know transport-wide numbers on relays; another one ignores them. */
    final Set<Integer> numbering = new TreeSet<>();

    /** Up to which layer bridges pass a source on to others, by SSRC; the highest if it is not in here. */
    final Map<Integer, Integer> relayTargets = new LinkedHashMap<>();

    /** The same for relays to one bridge, by its number, in place of those. */
    final Map<Integer, Map<Integer, Integer>> relayTargetsTo = new LinkedHashMap<>();

    /** Up to which layer clients get sources, by their names and the sources' SSRCs; the highest if not in here. */
    final Map<String, Map<Integer, Integer>> targets = new LinkedHashMap<>();

    /** What the payload type of video is. */
    String videoCodec = "vp8";

    /** Header extensions that everybody negotiated. */
    final Map<String, Integer> extensionIds = new LinkedHashMap<>();

    /** One bridge. */
    final class Node {
        final int number;
        final InetSocketAddress address;
        final InetSocketAddress backbone;
        final MediaWorkers workers;
        final Map<Integer, Link> links = new LinkedHashMap<>();
        /** Numbers of the participants on other bridges. */
        final Map<String, Integer> remoteKeys = new HashMap<>();

        boolean isGone;
        /** Its process does not run, as one that is short of processors: what arrives waits in the socket. */
        boolean isStalled;

        Node(int number, int workerCount) {
            this.number = number;
            address = new InetSocketAddress(InetAddress.ofLiteral("192.0.2." + (number + 1)), 10000);
            backbone = new InetSocketAddress(InetAddress.ofLiteral("2001:db8::" + (number + 1)), 10000);
            List<DatagramPort> ports = new ArrayList<>();
            for (int i = 0; i < workerCount; i++) {
                ports.add(network.open(address, backbone));
            }
            workers = new MediaWorkers(
                    new WorkerSettings(
                            ledger,
                            (_, listener) -> new SimulatedKeys(listener),
                            IceConfig.defaults(),
                            random,
                            () -> List.of(address, backbone),
                            1 << 20,
                            1024,
                            KeyFrameLimits.DEFAULT,
                            RetransmissionLimits.DEFAULT,
                            DownlinkSettings.DEFAULT,
                            AudioPolicy.DEFAULT,
                            IceRestartTimes.DEFAULT,
                            () -> Long.MAX_VALUE,
                            fault -> {
                                throw new AssertionError("a bug on a worker", fault.cause());
                            },
                            DebugSettings.NONE),
                    ports);
        }
    }

    /** One end of a relay. */
    static final class Link implements EndpointListener {
        final MediaEndpoint endpoint;
        final IceCredentials credentials;

        @Nullable
        RemoteTransport described;

        boolean isConnected;

        Link(Node at, Node to, Random random) {
            this(CONFERENCE, at, to, false, random);
        }

        Link(String conferenceId, Node at, Node to, boolean hasUniquePort, Random random) {
            credentials = IceCredentials.random(random);
            endpoint = at.workers.addEndpoint(
                    new EndpointSpec(
                            conferenceId,
                            "relay to " + to.number,
                            credentials,
                            at.number < to.number ? IceRole.CONTROLLING : IceRole.CONTROLLED,
                            SimulatedBridge.IDENTITY,
                            1,
                            2,
                            ApplicationData.IGNORED,
                            hasUniquePort),
                    this);
        }

        @Override
        public void onIceState(IceState state) {}

        @Override
        public void onDtlsConnected(SrtpProfile profile) {
            isConnected = true;
        }

        @Override
        public void onDtlsFailed(String reason) {
            isConnected = false;
        }
    }

    private record Home(Node node, List<Stream> streams) {}

    SimulatedMesh(long seed, int bridges, int workersEach) {
        random = new Random(seed);
        network = new SimulatedNetwork(clock, seed);
        for (int i = 0; i < bridges; i++) {
            nodes.add(new Node(i, workersEach));
        }
        for (Node one : nodes) {
            for (Node other : nodes) {
                if (one.number < other.number) {
                    link(one, other);
                }
            }
        }
    }

    /** As Jicofo does: the first begins, and is the DTLS server. */
    private void link(Node one, Node other) {
        Link there = new Link(one, other, random);
        Link back = new Link(other, one, random);
        one.links.put(other.number, there);
        other.links.put(one.number, back);
        describe(there, back, other, one, DtlsRole.SERVER);
        describe(back, there, one, other, DtlsRole.CLIENT);
    }

    /** Describes to both ends of all relays again where the other one is. */
    void describeAgain() {
        nodes.forEach(node -> node.links.forEach(
                (to, link) -> link.endpoint.remoteTransport(Objects.requireNonNull(link.described))));
    }

    /** Two bridges have another conference in common. */
    List<Link> linkAgain(String conferenceId, boolean hasUniquePort) {
        Node one = nodes.get(0);
        Node other = nodes.get(1);
        Link there = new Link(conferenceId, one, other, hasUniquePort, random);
        Link back = new Link(conferenceId, other, one, false, random);
        describe(there, back, other, one, DtlsRole.SERVER);
        describe(back, there, one, other, DtlsRole.CLIENT);
        return List.of(there, back);
    }

    private static void describe(Link own, Link peer, Node to, Node from, DtlsRole role) {
        int uniquePort = peer.endpoint.uniquePort();
        InetSocketAddress address =
                uniquePort == 0 ? to.backbone : new InetSocketAddress(to.backbone.getAddress(), uniquePort);
        String name = Math.min(to.number, from.number) + "-" + Math.max(to.number, from.number);
        own.described = new RemoteTransport(
                peer.credentials,
                List.of(IceCandidate.host(address, 65535)),
                List.of(SimulatedKeys.fingerprint(name)),
                role);
        own.endpoint.remoteTransport(own.described);
    }

    /** Datagrams between bridges are lost from now on. */
    void loseBetweenBridges(double share) {
        betweenBridges(LinkConditions.PERFECT.withLoss(share, 1));
    }

    /** Datagrams between bridges, on their way to each, go over such a link from now on. */
    void betweenBridges(LinkConditions conditions) {
        nodes.forEach(node -> network.downlink(node.backbone, conditions));
    }

    /** A client of a bridge; it is announced by the next {@link #publish}. */
    SimulatedClient add(int bridge, String name, Stream... declared) {
        Node node = nodes.get(bridge);
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.ofLiteral("10.0." + bridge + "." + (clients.size() + 10)), 5000);
        SimulatedClient client = new SimulatedClient(name, network.open(address), node.address, ledger, random);
        IceCredentials credentials = IceCredentials.random(random);
        client.endpoint = node.workers.addEndpoint(SimulatedBridge.spec(CONFERENCE, name, credentials), client);
        client.endpoint.remoteTransport(new RemoteTransport(
                client.ice.localCredentials(), List.of(), List.of(SimulatedKeys.fingerprint(name)), DtlsRole.SERVER));
        client.start(clock.nowNs(), credentials);
        clients.put(name, client);
        homes.put(name, new Home(node, List.of(declared)));
        return client;
    }

    /** The bridge ends without a word, and its clients with it; the others learn it by {@link #publish}. */
    void vanish(int bridge) {
        Node node = nodes.get(bridge);
        node.isGone = true;
        node.workers.close();
        homes.entrySet().removeIf(entry -> {
            boolean isThere = entry.getValue().node == node;
            if (isThere) {
                Objects.requireNonNull(clients.remove(entry.getKey())).close();
            }
            return isThere;
        });
    }

    /** Expires the relays to bridges that are gone. */
    void expireRelaysToGone() {
        for (Node node : nodes) {
            if (!node.isGone) {
                node.links.entrySet().removeIf(entry -> {
                    boolean isGone = nodes.get(entry.getKey()).isGone;
                    if (isGone) {
                        entry.getValue().endpoint.expire();
                    }
                    return isGone;
                });
            }
        }
    }

    /** Everybody gets everything, wherever it comes from. */
    void publish() {
        tableVersion++;
        for (Node node : nodes) {
            if (!node.isGone) {
                node.workers.publish(new ForwardingTable(CONFERENCE, tableVersion, transports(node)));
            }
        }
    }

    private List<Transport> transports(Node node) {
        List<Transport> transports = new ArrayList<>();
        homes.forEach((name, home) -> {
            if (home.node == node) {
                int key = Objects.requireNonNull(Objects.requireNonNull(clients.get(name)).endpoint)
                        .key();
                transports.add(transport(
                        key,
                        extensionIds,
                        List.of(new Participant(key, home.streams)),
                        received(name, null),
                        targets.getOrDefault(name, Map.of()),
                        Reception.CHOSEN_LAYERS));
            }
        });
        node.links.forEach((to, link) -> {
            List<Participant> behind = new ArrayList<>();
            homes.forEach((name, home) -> {
                if (home.node.number == to) {
                    int key = node.remoteKeys.computeIfAbsent(name, _ -> node.workers.newParticipantKey());
                    behind.add(new Participant(key, home.streams));
                }
            });
            Map<String, Integer> ofRelay = new HashMap<>(extensionIds);
            if (numbering.contains(node.number)) {
                ofRelay.put(Negotiation.TRANSPORT_SEQUENCE, NUMBERS_ID);
            }
            transports.add(transport(
                    link.endpoint.key(),
                    ofRelay,
                    behind,
                    received("", node),
                    relayTargetsTo.getOrDefault(to, relayTargets),
                    Reception.EVERY_ENCODING));
        });
        return transports;
    }

    /** SSRCs of media of all but one client, or only of those of a bridge. */
    private Set<Integer> received(String except, @Nullable Node of) {
        Set<Integer> ssrcs = new TreeSet<>();
        homes.forEach((name, home) -> {
            if (!name.equals(except) && (of == null || home.node == of)) {
                home.streams.stream()
                        .filter(stream -> stream.use() == Use.MEDIA && stream.lowest() == stream.ssrc())
                        .forEach(stream -> ssrcs.add(stream.ssrc()));
            }
        });
        return ssrcs;
    }

    private Transport transport(
            int key,
            Map<String, Integer> extensionIds,
            List<Participant> participants,
            Set<Integer> received,
            Map<Integer, Integer> layers,
            Reception reception) {
        return new Transport(
                key, payloadTypes(), extensionIds, true, participants, received, layers, Map.of(), reception);
    }

    private Map<Integer, PayloadType> payloadTypes() {
        return Map.of(
                SimulatedBridge.OPUS,
                new PayloadType(SimulatedBridge.OPUS, MediaKind.AUDIO, "opus", 48000, false, false),
                SimulatedBridge.VP8,
                new PayloadType(
                        SimulatedBridge.VP8, MediaKind.VIDEO, videoCodec, 90000, true, true, true, PayloadType.NOTHING),
                SimulatedBridge.RTX,
                new PayloadType(
                        SimulatedBridge.RTX, MediaKind.VIDEO, "rtx", 90000, false, false, false, SimulatedBridge.VP8));
    }

    boolean connectAll() {
        return runUntil(
                () -> clients.values().stream().allMatch(SimulatedClient::isConnected)
                        && nodes.stream()
                                .allMatch(node -> node.links.values().stream().allMatch(link -> link.isConnected)),
                20_000_000_000L);
    }

    void run(long durationNs) {
        runUntil(() -> false, durationNs);
    }

    private boolean runUntil(BooleanSupplier condition, long limitNs) {
        long endNs = clock.nowNs() + limitNs;
        while (true) {
            step();
            if (condition.getAsBoolean()) {
                return true;
            }
            long next = network.nextDeadlineNs();
            for (MediaWorker worker : workers()) {
                next = Math.min(next, worker.nextDeadlineNs());
            }
            for (SimulatedClient client : clients.values()) {
                next = Math.min(next, client.ice.nextDeadlineNs());
            }
            if (next > endNs) {
                clock.advanceTo(endNs);
                step();
                return condition.getAsBoolean();
            }
            clock.advanceTo(Math.max(next, clock.nowNs() + 1));
        }
    }

    private List<MediaWorker> workers() {
        List<MediaWorker> all = new ArrayList<>();
        nodes.stream()
                .filter(node -> !node.isGone && !node.isStalled)
                .forEach(node -> all.addAll(node.workers.workers()));
        return all;
    }

    private void step() {
        network.deliver();
        boolean isBusy = true;
        for (int i = 0; isBusy && i < 1000; i++) {
            isBusy = false;
            for (MediaWorker worker : workers()) {
                worker.doWork(clock.nowNs());
                isBusy |= worker.mayHaveMore();
            }
        }
        clients.values().forEach(client -> client.doWork(clock.nowNs()));
    }

    @Override
    public void close() {
        nodes.stream().filter(node -> !node.isGone).forEach(node -> node.workers.close());
        clients.values().forEach(SimulatedClient::close);
    }
}
