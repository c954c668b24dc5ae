package org.starbridge.hammer.client.signalling;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.link.BridgePath;
import org.starbridge.hammer.client.link.BridgePaths;
import org.starbridge.hammer.client.plan.BridgeSpread;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.media.Codec;
import org.starbridge.transport.ice.IceCandidate;

/**
 * Plays the focus for one conference over several bridges, in the order of requests that Jicofo has: endpoints go to
 * the bridges in turn; the first endpoint of a bridge brings its relays into being; the endpoints of each, but no
 * visitors, are announced to the others. Requests about the conference are made one after another.
 */
public final class MeshSignalling implements Signalling {
    private final List<MeshBridge> bridges;
    private final RelayTopology topology;
    private final RelayChannelKind channel;
    private final String meetingId;
    private final ColibriRequests requests;
    private final BridgePaths paths;
    private final List<Media> medias;

    private final BridgeSpread spread;
    /** Bridges of endpoints that were invited again, by the endpoints' numbers. */
    private final Map<Integer, Integer> homes = new ConcurrentHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Integer> active = new TreeSet<>();
    /** The endpoints of each, as they are announced to the others. */
    private final Map<Integer, List<EndpointModify>> announced = new TreeMap<>();

    /** Carrier of the messages between bridges. */
    public enum RelayChannelKind {
        WEBSOCKET,
        SCTP
    }

    /**
     * @param bridges two or more; closed with this
     * @param spread where the endpoints go, and how the bridges are linked
     * @param requests what each endpoint is to be
     * @param paths between the bridges; closed with this
     */
    public MeshSignalling(
            List<MeshBridge> bridges,
            BridgeSpread spread,
            RelayChannelKind channel,
            String meetingId,
            ColibriRequests requests,
            BridgePaths paths) {
        this.bridges = List.copyOf(bridges);
        this.spread = spread;
        topology = spread.isStar() ? RelayTopology.STAR : RelayTopology.MESH;
        this.channel = channel;
        this.meetingId = meetingId;
        this.requests = requests;
        this.paths = paths;
        Codec codec = requests.videoCodec();
        medias = List.of(NegotiatedMedia.OURS.audio(), NegotiatedMedia.OURS.video(codec, true));
    }

    @Override
    public String conference() {
        return meetingId;
    }

    @Override
    public boolean isOpenedByFirst() {
        return true;
    }

    private int home(EndpointPlan plan) {
        Integer known = homes.get(plan.number());
        return known == null ? spread.home(plan.number()) : known;
    }

    /**
     * Deals with the loss of a bridge as Jicofo does: the others' relays to it are expired, and its endpoints leave.
     *
     * @param again those that are invited again, by their numbers, and where to
     */
    public void lose(int lost, Map<Integer, Integer> again) throws IOException, InterruptedException {
        lock.lock();
        try {
            active.remove(lost);
            List<EndpointModify> gone = announced.remove(lost);
            List<EndpointModify> expiring = gone == null
                    ? List.of()
                    : gone.stream()
                            .map(each -> EndpointModify.expiring(each.id()))
                            .toList();
            for (int other : active) {
                if (topology.isLinked(other, lost)) {
                    bridges.get(other)
                            .relay(
                                    meetingId,
                                    new RelayModify(
                                            bridges.get(lost).relayId(),
                                            false,
                                            true,
                                            null,
                                            List.of(),
                                            null,
                                            null,
                                            null));
                } else {
                    announce(other, topology.next(other, lost), expiring);
                }
            }
            homes.putAll(again);
        } finally {
            lock.unlock();
        }
    }

    /** Between the bridges. */
    public BridgePaths paths() {
        return paths;
    }

    /** A bridge's name among the bridges. */
    public String relayId(int bridge) {
        return bridges.get(bridge).relayId();
    }

    @Override
    public BridgeTransport enter(EndpointPlan plan, ClientTransport side, boolean isFirst)
            throws IOException, InterruptedException {
        int home = home(plan);
        MeshBridge bridge = bridges.get(home);
        ConferenceModified answer;
        lock.lock();
        try {
            boolean isNew = !active.contains(home);
            boolean isVisitor = spread.isVisitor(plan.number());
            answer =
                    bridge.endpoint(meetingId, isVisitor ? requests.createVisitor(plan) : requests.create(plan), isNew);
            if (isNew) {
                activate(home);
            }
        } finally {
            lock.unlock();
        }
        if (answer.endpoints().isEmpty()) {
            throw new LoadTestException("the bridge's answer has no data about endpoint " + plan.id());
        }
        return BridgeTransport.of(answer.endpoints().getFirst(), bridge.host());
    }

    private void activate(int added) throws IOException, InterruptedException {
        for (int known : List.copyOf(active)) {
            if (topology.isLinked(known, added)) {
                link(known, added);
            }
        }
        active.add(added);
    }

    /** Both ends are created at once, then each gets the other's answer. The known one begins. */
    private void link(int known, int added) throws IOException, InterruptedException {
        RelayModified ofKnown = create(known, added, true);
        RelayModified ofAdded = create(added, known, false);
        IceUdpTransport knownIce = ice(known, ofKnown);
        IceUdpTransport addedIce = ice(added, ofAdded);
        if (!paths.isPerfect()) {
            BridgePath path = paths.between(mediaPort(known, knownIce), mediaPort(added, addedIce));
            knownIce = seenAt(path.seenByOther(), knownIce);
            addedIce = seenAt(path.seenByOne(), addedIce);
        }
        connect(known, added, addedIce, DtlsSetup.ACTIVE);
        connect(added, known, knownIce, DtlsSetup.PASSIVE);
    }

    private RelayModified create(int at, int to, boolean isInitiator) throws IOException, InterruptedException {
        Sctp sctp = channel == RelayChannelKind.SCTP
                ? new Sctp(null, isInitiator ? Sctp.Role.CLIENT : Sctp.Role.SERVER)
                : null;
        return bridges.get(at)
                .relay(
                        meetingId,
                        new RelayModify(
                                bridges.get(to).relayId(),
                                true,
                                false,
                                topology.meshId(at, to),
                                medias,
                                new Transport(isInitiator, isInitiator, false, null, sctp),
                                null,
                                announcedBehind(at, to)));
    }

    private IceUdpTransport ice(int bridge, RelayModified answer) {
        @Nullable
        IceUdpTransport ice =
                answer.transport() == null ? null : answer.transport().iceUdp();
        if (ice == null) {
            throw new LoadTestException(
                    "bridge " + bridges.get(bridge).relayId() + " answered a relay request without a transport");
        }
        return ice;
    }

    /** Returns the address at which the Hammer reaches a bridge's media: that of its REST interface. */
    private InetSocketAddress mediaPort(int bridge, IceUdpTransport ice) {
        String host = address(bridges.get(bridge).host());
        return ice.candidates().stream()
                .filter(each -> each.ip().equals(host))
                .findFirst()
                .map(each -> new InetSocketAddress(each.ip(), each.port()))
                .orElseThrow(() -> new LoadTestException("bridge "
                        + bridges.get(bridge).relayId() + " offers no candidate at " + host
                        + ", the address of its REST interface: a link to it cannot be emulated"));
    }

    private static String address(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            throw new LoadTestException("the host \"" + host + "\" has no address", e);
        }
    }

    /** The same transport at another address, and nowhere else. */
    private static IceUdpTransport seenAt(InetSocketAddress address, IceUdpTransport ice) {
        Candidate candidate = new Candidate(
                1,
                "1",
                0,
                "path",
                address.getAddress().getHostAddress(),
                0,
                address.getPort(),
                IceCandidate.priority(IceCandidate.Type.HOST, 0xFFFF, IceCandidate.RTP_COMPONENT),
                "udp",
                "host",
                null,
                null,
                null);
        return new IceUdpTransport(
                ice.ufrag(),
                ice.pwd(),
                ice.iceGeneration(),
                ice.rtcpMux(),
                List.of(candidate),
                ice.fingerprints(),
                ice.webSockets());
    }

    private void connect(int at, int to, IceUdpTransport theirs, DtlsSetup setup)
            throws IOException, InterruptedException {
        boolean isInitiator = setup == DtlsSetup.ACTIVE;
        IceUdpTransport told = new IceUdpTransport(
                theirs.ufrag(),
                theirs.pwd(),
                null,
                true,
                theirs.candidates(),
                theirs.fingerprints().stream()
                        .map(each -> new Fingerprint(each.hash(), each.value(), setup, false))
                        .toList(),
                isInitiator ? theirs.webSockets() : List.of());
        bridges.get(at)
                .relay(
                        meetingId,
                        new RelayModify(
                                bridges.get(to).relayId(),
                                false,
                                false,
                                null,
                                List.of(),
                                Transport.of(told),
                                null,
                                null));
    }

    /** Endpoints that one bridge reaches over another, as they were announced. */
    private List<EndpointModify> announcedBehind(int at, int next) {
        List<EndpointModify> behind = new ArrayList<>();
        announced.forEach((home, endpoints) -> {
            if (home != at && topology.next(at, home) == next) {
                behind.addAll(endpoints);
            }
        });
        return behind;
    }

    private void announce(int at, int next, List<EndpointModify> endpoints) throws IOException, InterruptedException {
        if (!endpoints.isEmpty() && at != next) {
            bridges.get(at)
                    .relay(
                            meetingId,
                            new RelayModify(
                                    bridges.get(next).relayId(), false, false, null, List.of(), null, null, endpoints));
        }
    }

    @Override
    public void answer(EndpointPlan plan, ClientTransport side) throws IOException, InterruptedException {
        int home = home(plan);
        lock.lock();
        try {
            bridges.get(home).endpoint(meetingId, requests.complete(plan, side), false);
            if (spread.isVisitor(plan.number())) {
                return; // other bridges do not learn of it
            }
            EndpointModify remote = EndpointModify.builder(plan.id())
                    .create(true)
                    .statsId("hammer-" + plan.number())
                    .sources(plan.sources())
                    .build();
            announced.computeIfAbsent(home, _ -> new ArrayList<>()).add(remote);
            for (int other : active) {
                if (other != home) {
                    announce(other, topology.next(other, home), List.of(remote));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void muteVideo(EndpointPlan plan, boolean muted) throws IOException, InterruptedException {
        bridges.get(home(plan)).endpoint(meetingId, requests.muteVideo(plan, muted), false);
    }

    @Override
    public void end() throws IOException, InterruptedException {
        for (int each : active) {
            bridges.get(each).end(meetingId);
        }
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public void close() {
        paths.close();
        bridges.forEach(MeshBridge::close);
    }
}
