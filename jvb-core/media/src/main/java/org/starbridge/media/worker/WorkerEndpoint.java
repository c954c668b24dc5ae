package org.starbridge.media.worker;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.source.KeyFrameRequestSink;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Handle that control holds of an endpoint: hands commands to its owner, and shows what that published last. Thread
 * safe.
 */
final class WorkerEndpoint implements MediaEndpoint, EndpointSession.StatsSink {
    private static final int STREAM_LOOKS = 10;

    private final Route route;
    private final MediaWorker owner;
    private final UfragTable ufrags;
    private final ObjLongConsumer<ConnectionReport> onEnd;
    private volatile EndpointStats stats = EndpointStats.NONE;
    private volatile Map<Integer, LayersSnapshot> layers = Map.of();
    private volatile boolean wantsLayers;
    private volatile StreamStats streams = StreamStats.NONE;
    /** For how many seconds more streams are looked at. */
    private final AtomicInteger streamLooks = new AtomicInteger();

    /** @param onEnd called once, by the worker, when the endpoint has ended */
    WorkerEndpoint(Route route, MediaWorker owner, UfragTable ufrags, ObjLongConsumer<ConnectionReport> onEnd) {
        this.onEnd = onEnd;
        this.route = route;
        this.owner = owner;
        this.ufrags = ufrags;
    }

    @Override
    public void publish(EndpointStats stats) {
        this.stats = stats;
    }

    @Override
    public void onEnd(ConnectionReport report, long atNs) {
        onEnd.accept(report, atNs);
    }

    @Override
    public CompletableFuture<ConnectionReport> connectionReport() {
        CompletableFuture<ConnectionReport> answer = new CompletableFuture<>();
        if (!owner.commands().offer(() -> owner.onConnectionReport(route.endpointKey(), answer::complete))) {
            answer.completeExceptionally(new OverloadedException("the media worker has too many queued commands"));
        }
        return answer;
    }

    @Override
    public boolean wantsLayers() {
        return wantsLayers;
    }

    @Override
    public void publishLayers(Map<Integer, LayersSnapshot> layers) {
        this.layers = layers;
    }

    @Override
    public boolean wantsStreams() {
        return streamLooks.get() > 0;
    }

    @Override
    public void publishStreams(StreamStats streams) {
        this.streams = streams;
        streamLooks.decrementAndGet();
    }

    @Override
    public StreamStats streams() {
        streamLooks.set(STREAM_LOOKS);
        return streams;
    }

    @Override
    public void recordBandwidth(boolean isOn) {
        owner.commands().offer(() -> owner.onRecordBandwidth(route.endpointKey(), isOn));
    }

    @Override
    public CompletableFuture<byte[]> bandwidthTrace() {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        if (!owner.commands().offer(() -> owner.onBandwidthTrace(route.endpointKey(), answer::complete))) {
            answer.complete(new byte[0]);
        }
        return answer;
    }

    @Override
    public Map<Integer, LayersSnapshot> layers() {
        wantsLayers = true;
        return layers;
    }

    @Override
    public void requestKeyFrame(int ssrc) {
        owner.commands().offer(() -> owner.onKeyFrameRequest(route.endpointKey(), ssrc, KeyFrameRequestSink.ITSELF));
    }

    @Override
    public boolean tap(TapQueue tap) {
        return owner.commands().offer(() -> owner.onTap(route.endpointKey(), tap));
    }

    @Override
    public boolean untap(TapQueue tap) {
        return owner.commands().offer(() -> owner.onUntap(route.endpointKey(), tap));
    }

    @Override
    public boolean inject(byte[] packet, long extSeq) {
        return owner.commands().offer(() -> owner.onInject(route.endpointKey(), packet, extSeq));
    }

    @Override
    public boolean capture(TapQueue queue, boolean hasPayloads) {
        return owner.commands().offer(() -> owner.onCapture(route.endpointKey(), queue, hasPayloads));
    }

    @Override
    public boolean endCapture(TapQueue queue) {
        return owner.commands().offer(() -> owner.onEndCapture(route.endpointKey(), queue));
    }

    @Override
    public void onAllocation(long wantedBps, long allocatedBps) {
        owner.commands().offer(() -> owner.onAllocation(route.endpointKey(), wantedBps, allocatedBps));
    }

    @Override
    public int key() {
        return route.endpointKey();
    }

    @Override
    public int uniquePort() {
        return route.uniquePort();
    }

    @Override
    public void remoteTransport(RemoteTransport remote) {
        offer(() -> owner.onRemoteTransport(route.endpointKey(), remote));
    }

    @Override
    public void restartIce(int generation, IceCredentials local) {
        ufrags.add(local.ufrag(), route); // first: the peer may be quicker than the worker
        try {
            offer(() -> owner.onIceRestart(route, generation, local));
        } catch (OverloadedException e) {
            ufrags.remove(local.ufrag(), route);
            throw e;
        }
    }

    @Override
    public void expire() {
        owner.commands().post(() -> owner.onExpire(route));
    }

    private void offer(Runnable command) {
        if (!owner.commands().offer(command)) {
            throw new OverloadedException("media worker " + owner.index() + " has too many queued commands");
        }
    }

    @Override
    public EndpointStats stats() {
        return stats;
    }

    @Override
    public CompletableFuture<byte[]> snapshot() {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        offer(() -> {
            try {
                byte[] record = owner.onSnapshot(route.endpointKey());
                if (record == null) {
                    throw new StateException("the endpoint has ended");
                }
                answer.complete(record);
            } catch (StateException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    @Override
    public CompletableFuture<Void> restore(byte[] record) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        offer(() -> {
            try {
                owner.onRestore(route.endpointKey(), record);
                answer.complete(null);
            } catch (StateException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    @Override
    public CompletableFuture<Void> publishFigures() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        offer(() -> {
            owner.onPublishFigures(route.endpointKey());
            answer.complete(null);
        });
        return answer;
    }
}
