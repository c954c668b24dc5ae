package org.starbridge.control.conference;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaPlane;
import org.starbridge.media.api.MediaStats;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.counters.Counts;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.udp.IoTotals;

/** Media workers that only remember what they were told. */
public final class FakeMediaPlane implements MediaPlane {
    public final List<FakeEndpoint> added = new CopyOnWriteArrayList<>();
    public final List<ForwardingTable> published = new CopyOnWriteArrayList<>();
    public final List<InetSocketAddress> addresses = new ArrayList<>(List.of(address("192.0.2.10")));
    public final List<MappedAddress> mapped = new ArrayList<>();
    public volatile boolean isFullForEndpoints;
    public volatile boolean isFullForTransports;
    public final AtomicInteger tablesToRefuse = new AtomicInteger();
    /** What happens while a table is published: time passes, for instance. */
    public volatile Runnable onPublish = () -> {};

    private final AtomicInteger keys = new AtomicInteger();

    public static InetSocketAddress address(String literal) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), 10000);
    }

    @Override
    public MediaEndpoint addEndpoint(EndpointSpec spec, EndpointListener listener) {
        if (isFullForEndpoints) {
            throw new OverloadedException("worker 0: 1024 commands wait");
        }
        FakeEndpoint endpoint = new FakeEndpoint(keys.incrementAndGet(), spec, listener);
        endpoint.isFull = isFullForTransports;
        added.add(endpoint);
        return endpoint;
    }

    @Override
    public int newParticipantKey() {
        return keys.incrementAndGet();
    }

    @Override
    public void publish(ForwardingTable table) {
        if (tablesToRefuse.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new OverloadedException("worker 0: 1024 commands wait");
        }
        published.add(table);
        onPublish.run();
    }

    @Override
    public List<InetSocketAddress> localAddresses() {
        return List.copyOf(addresses);
    }

    @Override
    public List<MappedAddress> mappedAddresses() {
        return List.copyOf(mapped);
    }

    @Override
    public MediaStats stats() {
        return new MediaStats(Counts.none(MediaCounter.class), Map.of(), added.size(), IoTotals.none(), 0);
    }

    public ForwardingTable lastTable() {
        return published.getLast();
    }

    public FakeEndpoint endpoint(String id) {
        return added.stream()
                .filter(endpoint -> endpoint.spec.endpointId().equals(id))
                .reduce((_, later) -> later)
                .orElseThrow();
    }

    /** What the last table says of an endpoint. */
    public ForwardingTable.Transport transport(String id) {
        int key = endpoint(id).key();
        return lastTable().transports().stream()
                .filter(transport -> transport.endpointKey() == key)
                .findFirst()
                .orElseThrow();
    }

    /** In bit/s. */
    public record Allocated(long wantedBps, long allocatedBps) {}

    /** Packets and bytes over a transport. */
    public record Traffic(long packetsReceived, long bytesReceived, long packetsSent, long bytesSent) {}

    public static final class FakeEndpoint implements MediaEndpoint {
        public final EndpointSpec spec;
        public final EndpointListener listener;
        public final List<RemoteTransport> remotes = new CopyOnWriteArrayList<>();
        public final List<IceCredentials> restarts = new CopyOnWriteArrayList<>();
        public volatile boolean isExpired;
        public volatile long lastActivityNs;
        public volatile boolean isFull;
        public volatile Map<Integer, LayersSnapshot> layers = Map.of();
        public volatile long downlinkBps = EndpointStats.NO_DOWNLINK;
        public volatile boolean isConnected;
        public volatile Traffic traffic = new Traffic(0, 0, 0, 0);
        public volatile BandwidthEstimate bandwidth = BandwidthEstimate.NONE;
        /** What it wants and what it gets, as it was told last. */
        public final List<Allocated> allocations = new CopyOnWriteArrayList<>();

        public final List<Integer> keyFrameRequests = new CopyOnWriteArrayList<>();
        private volatile String trace = "";
        private final int key;

        FakeEndpoint(int key, EndpointSpec spec, EndpointListener listener) {
            this.key = key;
            this.spec = spec;
            this.listener = listener;
        }

        @Override
        public int key() {
            return key;
        }

        @Override
        public int uniquePort() {
            return spec.hasUniquePort() ? 50_000 + key : 0;
        }

        @Override
        public void remoteTransport(RemoteTransport remote) {
            refuseIfFull();
            remotes.add(remote);
        }

        @Override
        public void restartIce(int generation, IceCredentials local) {
            refuseIfFull();
            restarts.add(local);
        }

        @Override
        public void expire() {
            refuseIfFull();
            isExpired = true;
        }

        private void refuseIfFull() {
            if (isFull) {
                throw new OverloadedException("worker 0: 1024 commands wait");
            }
        }

        @Override
        public EndpointStats stats() {
            return new EndpointStats(
                    IceState.NEW,
                    isConnected,
                    new EndpointStats.Traffic(
                            traffic.packetsReceived(),
                            traffic.bytesReceived(),
                            traffic.packetsSent(),
                            traffic.bytesSent(),
                            3,
                            100,
                            0),
                    0,
                    0,
                    lastActivityNs,
                    false,
                    false,
                    0,
                    0,
                    new EndpointStats.Limits(
                            bandwidth.isKnown() ? bandwidth.videoBps() : downlinkBps,
                            false,
                            EndpointStats.NO_DOWNLINK,
                            bandwidth.overloaded() ? bandwidth.videoBps() : EndpointStats.NO_DOWNLINK),
                    bandwidth,
                    0);
        }

        @Override
        public Map<Integer, LayersSnapshot> layers() {
            return layers;
        }

        @Override
        public void recordBandwidth(boolean isOn) {
            trace = isOn ? "F,1\n" : "";
        }

        @Override
        public CompletableFuture<byte[]> bandwidthTrace() {
            return CompletableFuture.completedFuture(trace.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void onAllocation(long wantedBps, long allocatedBps) {
            allocations.add(new Allocated(wantedBps, allocatedBps));
        }

        @Override
        public void requestKeyFrame(int ssrc) {
            keyFrameRequests.add(ssrc);
        }
    }
}
