package org.starbridge.media.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.testkit.SimulatedNetwork.LinkWatcher;
import org.starbridge.transport.link.LinkConditions;

/**
 * A conference on a whole bridge in virtual time: cameras with a good way to the bridge, and viewers behind links whose
 * media is selected by their bandwidth estimates.
 */
public final class SimulatedCall implements AutoCloseable {
    private static final long MS = 1_000_000;
    private static final String MEETING = "m";
    private static final int SLOT_MS = 100;

    private final WholeBridge bridge;
    private final CallSettings settings;
    private final long seed;
    private final Map<String, SimulatedCamera> cameras = new LinkedHashMap<>();
    private final List<SimulatedViewer> viewers = new ArrayList<>();
    private final List<SimulatedClient> viewerClients = new ArrayList<>();
    private final List<SimulatedTransfer> transfers = new ArrayList<>();
    private long audioSentBefore;
    private long elapsedMs;

    /** @param bitratesBps of the encodings of each camera, low to high */
    public SimulatedCall(long seed, int senders, long... bitratesBps) {
        this(CallSettings.DEFAULT, seed, senders, bitratesBps);
    }

    /** One that assumes {@code startBps} of viewers. */
    public static SimulatedCall assuming(long startBps, long seed, int senders, long... bitratesBps) {
        return new SimulatedCall(CallSettings.DEFAULT.startingAt(startBps), seed, senders, bitratesBps);
    }

    /** The same on a bridge that is different. */
    public SimulatedCall(CallSettings settings, long seed, int senders, long... bitratesBps) {
        this.seed = seed;
        this.settings = settings;
        bridge = WholeBridge.logged(
                seed,
                new TestConfig()
                        .idleTimeout(Duration.ofMinutes(10))
                        .selection(settings.selection())
                        .build(),
                SpeechSettings.defaults(),
                settings.downlink(),
                settings.blackBox());
        bridge.reviewsLayers = true;
        bridge.hasTransportFeedback = true;
        bridge.create(MEETING);
        for (int i = 0; i < senders; i++) {
            String id = "s" + i;
            SimulatedClient client = bridge.join(MEETING, id, bitratesBps.length);
            cameras.put(id, new SimulatedCamera(client, bitratesBps, seed * 31 + i, bridge.clock.nowNs()));
        }
        if (!bridge.connectAll()) {
            throw new IllegalStateException("senders did not connect");
        }
        run(2);
    }

    /** Lets viewers join that share a link. They connect as time passes. */
    public List<SimulatedViewer> join(int count, LinkConditions down, LinkConditions up) {
        List<SimulatedViewer> joined = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            joined.add(join(up));
        }
        downlink(joined, down);
        return joined;
    }

    /** Lets a viewer join that shares the link to another one. */
    public SimulatedViewer joinBehind(SimulatedViewer other, LinkConditions up) {
        SimulatedViewer viewer = join(up);
        bridge.network.shareDownlink(
                client(other).port.localAddress(), client(viewer).port.localAddress(), watcher(viewer));
        return viewer;
    }

    private SimulatedViewer join(LinkConditions up) {
        SimulatedClient client = bridge.join(MEETING, "v" + viewers.size(), 0);
        SimulatedViewer viewer = new SimulatedViewer(client, List.copyOf(cameras.values()));
        client.watcher = (ssrc, extSeq, _, _, payload) -> viewer.onPacket(ssrc, extSeq, payload, bridge.clock.nowNs());
        viewers.add(viewer);
        viewerClients.add(client);
        uplink(viewer, up);
        return viewer;
    }

    private SimulatedClient client(SimulatedViewer viewer) {
        return viewerClients.get(viewers.indexOf(viewer));
    }

    private static LinkWatcher watcher(SimulatedViewer viewer) {
        return viewer::onDatagram;
    }

    /** A TCP transfer over the link to a viewer; it sends nothing yet. */
    public SimulatedTransfer transferBeside(SimulatedViewer viewer) {
        SimulatedTransfer transfer =
                new SimulatedTransfer(bridge.network, client(viewer).port.localAddress(), transfers.size());
        transfers.add(transfer);
        return transfer;
    }

    /** The bridge, for a look at its logs. */
    WholeBridge bridge() {
        return bridge;
    }

    /** The time of this call, for {@link SimulatedTransfer#begin}. */
    public long nowNs() {
        return bridge.clock.nowNs();
    }

    /** The way from a viewer to the bridge from now on. */
    public void uplink(SimulatedViewer viewer, LinkConditions up) {
        bridge.network.uplink(client(viewer).port.localAddress(), up);
    }

    /** The way to viewers, which they share, from now on. */
    public void downlink(List<SimulatedViewer> to, LinkConditions down) {
        SimulatedViewer first = to.getFirst();
        bridge.network.downlink(client(first).port.localAddress(), down, watcher(first));
        for (SimulatedViewer viewer : to.subList(1, to.size())) {
            bridge.network.shareDownlink(
                    client(first).port.localAddress(), client(viewer).port.localAddress(), watcher(viewer));
        }
    }

    /** A viewer asks for all video, or for none. */
    public void wantVideo(SimulatedViewer viewer, boolean isWanted) {
        say(viewer, "{'colibriClass':'ReceiverVideoConstraints','lastN':" + (isWanted ? -1 : 0) + "}");
    }

    /** A viewer looks at the first camera, and at the others in tiles, as a page of Jitsi Meet asks for them. */
    public void showOnStage(SimulatedViewer viewer) {
        String stage = settings.hearsStage() ? "'onStageSources':['s0-v0']," : "";
        int tileHeightPx = settings.hearsStage() ? 180 : 720;
        say(
                viewer,
                "{'colibriClass':'ReceiverVideoConstraints','lastN':-1," + stage + "'defaultConstraints':{'maxHeight':"
                        + tileHeightPx + "},'constraints':{'s0-v0':{'maxHeight':720}}}");
    }

    /** Lines of the lowest encoding of each camera; the next one has twice as many. */
    public void lowestHeight(int heightPx) {
        cameras.values().forEach(camera -> {
            camera.lowestHeightPx = heightPx;
            camera.refresh();
        });
        run(1);
    }

    /** A viewer says what it wants, as a client does over the bridge channel; apostrophes stand for quotation marks. */
    void say(SimulatedViewer viewer, String json) {
        String id = "v" + viewers.indexOf(viewer);
        String conferenceId = bridge.conferences.snapshot(MEETING).orElseThrow().id();
        ChannelSlot slot = bridge.conferences
                .channel(conferenceId, id, Objects.requireNonNull(bridge.passwords.get(id)))
                .orElseThrow();
        BridgeChannel channel = new BridgeChannel() {
            @Override
            public boolean send(ChannelText text) {
                return true;
            }

            @Override
            public void close(CloseReason reason) {}
        };
        slot.onOpen(channel);
        slot.onText(channel, json.replace('\'', '"'));
    }

    /** Lets time pass. */
    public void run(double seconds) {
        long untilMs = elapsedMs + Math.round(seconds * 1000);
        while (elapsedMs < untilMs) {
            elapsedMs++;
            long nowNs = bridge.clock.nowNs();
            cameras.values().forEach(camera -> camera.doWork(nowNs));
            viewers.forEach(viewer -> viewer.doWork(nowNs));
            transfers.forEach(transfer -> transfer.doWork(nowNs));
            bridge.run(MS);
            if (elapsedMs % SLOT_MS == 0) {
                endSlot();
            }
        }
    }

    private void endSlot() {
        long nowNs = bridge.clock.nowNs();
        long audioSent =
                cameras.values().stream().mapToLong(SimulatedCamera::audioSent).sum();
        List<EndpointSnapshot> endpoints = viewers.isEmpty()
                ? List.of()
                : bridge.conferences.snapshot(MEETING).orElseThrow().endpoints();
        for (int i = 0; i < viewers.size(); i++) {
            String id = "v" + i;
            SimulatedViewer viewer = viewers.get(i);
            if (!viewer.hasBegun() && bridge.isConnected(viewerClients.get(i))) {
                viewer.begin(nowNs);
            }
            EndpointSnapshot snapshot = endpoints.stream()
                    .filter(endpoint -> endpoint.id().equals(id))
                    .findFirst()
                    .orElseThrow();
            List<Integer> forwarded = snapshot.forwardedVideo().stream()
                    .map(name -> Objects.requireNonNull(cameras.get(name.substring(0, name.indexOf('-'))))
                            .ssrc())
                    .toList();
            BandwidthEstimate estimate = snapshot.stats().bandwidth();
            String note = estimate.reason() + " allocated "
                    + snapshot.allocation().targetBps() / 1000 + " wanted "
                    + snapshot.allocation().idealBps() / 1000 + " of "
                    + snapshot.allocation().budget().bps() / 1000 + " pacer " + Math.round(estimate.pacerQueueMs());
            viewer.endSlot(nowNs, audioSent - audioSentBefore, estimate.targetBps(), note, forwarded);
        }
        audioSentBefore = audioSent;
        cameras.values().forEach(SimulatedCamera::forget);
    }

    /** A camera sends nothing, or sends again. */
    public void mute(int sender, boolean isMuted) {
        Objects.requireNonNull(cameras.get("s" + sender)).isMuted = isMuted;
    }

    /** The cameras' bitrates rise and fall by a share, 0 to 1, from now on. */
    public void varyBitrates(double share) {
        cameras.values().forEach(camera -> camera.variation = share);
    }

    /** A viewer leaves. */
    void leave(SimulatedViewer viewer) {
        bridge.leave(MEETING, client(viewer));
    }

    @Override
    public String toString() {
        return "seed " + seed;
    }

    @Override
    public void close() {
        transfers.forEach(SimulatedTransfer::close);
        bridge.close();
        if (!bridge.faults.isEmpty()) {
            throw new AssertionError(bridge.faults.toString());
        }
    }
}
