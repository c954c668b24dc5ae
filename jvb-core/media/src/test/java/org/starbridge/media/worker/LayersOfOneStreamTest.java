package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.projection.LayeredSource;
import org.starbridge.media.projection.LayeredSource.InterLayer;
import org.starbridge.media.projection.LayeredSource.Wire;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * Whole conferences with a camera that sends spatial and temporal layers under one SSRC, chosen for each receiver,
 * again and again. The IV ledger is on; what is asked for again is what was sent.
 */
class LayersOfOneStreamTest {
    private static final long MS = 1_000_000;
    private static final int FRAME_MS = 33;
    private static final int CAMERA = 2000;
    private static final int CAMERA_RTX = 3000;
    private static final int DESCRIPTOR_ID = 12;

    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Came(int timestamp, boolean marker, byte[] payload, LayeredSource.Packet truth) {}

    private static final class Viewer {
        final SimulatedClient client;
        final TreeMap<Long, Came> came = new TreeMap<>();
        int repeated;

        Viewer(SimulatedClient client, List<LayeredSource.Packet> all) {
            this.client = client;
            client.mediaByRtxSsrc.put(CAMERA_RTX, CAMERA);
            client.watcher = (_, extSeq, timestamp, marker, payload) -> {
                LayeredSource.Packet truth = all.get(ByteBuffer.wrap(payload).getInt(payload.length - 4));
                Came before = came.putIfAbsent(extSeq, new Came(timestamp, marker, payload, truth));
                if (before != null) {
                    repeated++;
                    assertThat(before.timestamp).isEqualTo(timestamp);
                    assertThat(before.marker).isEqualTo(marker);
                    assertThat(before.payload).as("as it was sent").isEqualTo(payload);
                }
            };
        }

        /** What came, a frame for each packet. */
        List<LayeredSource.Frame> frames() {
            return came.values().stream().map(each -> each.truth.frame()).toList();
        }

        /** Every picture is whole, has one marker, and was made from what came before. */
        void assertDecodable(String name) {
            Set<Integer> frames = new HashSet<>();
            Came last = null;
            long lastSeq = -1;
            for (Map.Entry<Long, Came> entry : came.entrySet()) {
                Came each = entry.getValue();
                if (last != null) {
                    assertThat(entry.getKey()).as(name).isEqualTo(lastSeq + 1);
                    assertThat(last.marker).as(name).isEqualTo(last.timestamp != each.timestamp);
                }
                assertThat(frames)
                        .as(() -> name + ": " + each.truth)
                        .containsAll(each.truth.frame().references());
                frames.add(each.truth.frame().id());
                last = each;
                lastSeq = entry.getKey();
            }
        }
    }

    private static final class Call implements AutoCloseable {
        final SimulatedBridge bridge;
        final Random random;
        final LayeredSource source;
        final SimulatedClient camera;
        final SentStream stream;
        final List<LayeredSource.Packet> all = new ArrayList<>();
        final List<Viewer> viewers = new ArrayList<>();
        long captureAtNs;
        int keyFrameRequests;

        Call(long seed, Wire wire, InterLayer interLayer) {
            random = new Random(seed);
            bridge = new SimulatedBridge(seed, 2);
            bridge.recovery = Recovery.NACK_AND_RTX;
            bridge.videoCodec = wire == Wire.DESCRIPTOR ? "av1" : "vp9";
            bridge.extensionIds = Map.of(DependencyDescriptor.URI, DESCRIPTOR_ID);
            bridge.takeTwoByteExtensions.addAll(List.of("camera", "viewer0", "viewer1"));
            source = new LayeredSource(random, wire, interLayer, 3, 3, 0);
            camera =
                    bridge.join("camera", SimulatedBridge.encoding(CAMERA, 0), SimulatedBridge.rtx(CAMERA_RTX, CAMERA));
            camera.descriptorId = DESCRIPTOR_ID;
            stream = camera.addStream(CAMERA, SimulatedBridge.VP8, 65_400);
            stream.rtxSsrc = CAMERA_RTX;
            for (int i = 0; i < 2; i++) {
                viewers.add(new Viewer(bridge.join("viewer" + i), all));
                viewers.getLast().client.descriptorId = DESCRIPTOR_ID;
            }
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            bridge.clients.values().forEach(client -> client.recovery.start(bridge.clock.nowNs()));
            captureAtNs = bridge.clock.nowNs();
        }

        void run(int durationMs) {
            for (int i = 0; i < durationMs; i++) {
                if (!camera.keyFrameRequests.isEmpty()) {
                    keyFrameRequests += camera.keyFrameRequests.size();
                    camera.keyFrameRequests.clear();
                    source.requestKeyFrame();
                }
                if (bridge.clock.nowNs() >= captureAtNs) {
                    captureAtNs += FRAME_MS * MS;
                    source.capture().forEach(this::send);
                }
                bridge.run(MS);
            }
        }

        private void send(LayeredSource.Packet packet) {
            byte[] payload = Arrays.copyOf(packet.payload(), 80 + random.nextInt(100));
            ByteBuffer.wrap(payload).putInt(payload.length - 4, all.size());
            all.add(packet);
            camera.descriptor = packet.descriptor();
            camera.send(stream, payload, packet.marker(), packet.timestamp());
        }

        void target(Viewer viewer, int layer) {
            bridge.targets.put(viewer.client.name, Map.of(CAMERA, layer));
            bridge.publish();
        }

        void changeAtRandom(int changes) {
            for (int i = 0; i < changes; i++) {
                Viewer viewer = viewers.get(random.nextInt(2));
                target(
                        viewer,
                        switch (random.nextInt(8)) {
                            case 0 -> ForwardingTable.SUSPENDED;
                            case 1 -> ForwardingTable.HIGHEST_LAYER;
                            default -> LayerId.of(0, random.nextInt(3), random.nextInt(3));
                        });
                run(20 + random.nextInt(900));
                if (!viewer.came.isEmpty()) { // some of what came lately, again
                    viewer.client.recovery.request(CAMERA, viewer.came.lastKey() - 12, 12);
                }
            }
        }

        /** Everybody gets what it is to get. */
        void endsWell() {
            target(viewers.get(0), LayerId.of(0, 0, 2));
            target(viewers.get(1), LayerId.of(0, 1, 1));
            run(4000);
            long fromSeq = all.getLast().extSeq();
            run(2000);
            for (int i = 0; i < 2; i++) {
                int spatial = i;
                List<LayeredSource.Frame> frames = viewers.get(i).came.values().stream()
                        .map(Came::truth)
                        .filter(packet -> packet.extSeq() > fromSeq)
                        .map(LayeredSource.Packet::frame)
                        .toList();
                assertThat(frames.stream().map(LayeredSource.Frame::picture).distinct())
                        .hasSizeGreaterThan(i == 0 ? 55 : 25);
                assertThat(frames).allMatch(frame -> frame.spatial() <= spatial);
                assertThat(frames.stream()
                                .mapToInt(LayeredSource.Frame::spatial)
                                .max())
                        .hasValue(spatial);
            }
        }

        @Override
        public void close() {
            bridge.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, VP9, KEY_PICTURES",
        "2, VP9, ALL",
        "3, DESCRIPTOR, KEY_PICTURES",
        "4, DESCRIPTOR, ALL",
        "5, VP9_FLEXIBLE, KEY_PICTURES"
    })
    void receiversSeeOneStreamWithoutSeamsWhateverTheyAreToGet(long seed, Wire wire, InterLayer interLayer) {
        try (Call call = new Call(seed, wire, interLayer)) {
            call.run(1000);
            call.changeAtRandom(25);
            call.endsWell();
            for (Viewer viewer : call.viewers) {
                viewer.assertDecodable("seed " + seed + ", " + viewer.client.name);
                assertThat(viewer.repeated).isPositive();
                assertThat(viewer.client.failures).isZero();
            }
            assertThat(call.keyFrameRequests).as("held down").isBetween(1, 40);
        }
    }

    /** All layers together are no stream that a decoder can decode: each begins with a key frame of its own. */
    @ParameterizedTest
    @CsvSource({"21, VP9", "22, VP9_FLEXIBLE", "23, DESCRIPTOR"})
    void ofIndependentLayersAReceiverGetsOneUnlessItChoosesItself(long seed, Wire wire) {
        try (Call call = new Call(seed, wire, InterLayer.NEVER)) {
            call.bridge.takeEveryEncoding.add("viewer1");
            call.bridge.publish();
            call.run(1000);
            call.source.requestKeyFrame();
            call.run(1000);
            List<LayeredSource.Frame> frames = call.viewers.get(0).frames();
            int first = frames.getFirst().picture();
            assertThat(frames)
                    .as("after the picture that shows that the layers are independent")
                    .filteredOn(frame -> frame.picture() > first)
                    .allMatch(frame -> frame.spatial() == 2 || (frame.isKey() && frame.spatial() == 0))
                    .extracting(LayeredSource.Frame::picture)
                    .contains(first + 1)
                    .hasSizeGreaterThan(55);
            call.viewers.forEach(viewer -> viewer.assertDecodable("seed " + seed));
            List<LayeredSource.Frame> all = call.viewers.get(1).frames();
            assertThat(all).filteredOn(frame -> frame.spatial() == 1).hasSizeGreaterThan(55);
        }
    }

    /** Between key pictures the highest layer refers to itself alone. */
    @ParameterizedTest
    @CsvSource({
        "51, VP9, 3",
        "52, VP9_FLEXIBLE, 3",
        "53, DESCRIPTOR, 3",
        "54, VP9, 2",
        "55, VP9_FLEXIBLE, 2",
        "56, DESCRIPTOR, 2"
    })
    void ofKSvcAReceiverOfAllGetsTheHighestLayerThatComesAlone(long seed, Wire wire, int sentLayers) {
        try (Call call = new Call(seed, wire, InterLayer.KEY_PICTURES)) {
            int highest = sentLayers - 1;
            call.source.sendAtMost(sentLayers);
            call.bridge.takeEveryEncoding.add("viewer1");
            call.bridge.publish();
            call.run(1000);
            call.source.requestKeyFrame();
            call.run(3000);
            List<LayeredSource.Frame> frames = call.viewers.get(0).frames();
            int first = frames.getFirst().picture();
            assertThat(frames)
                    .as("after the picture that shows that lower layers can be left out")
                    .filteredOn(frame -> frame.picture() > first + 1)
                    .allMatch(frame -> frame.isKey() || frame.spatial() == highest)
                    .filteredOn(frame -> frame.spatial() == highest)
                    .extracting(LayeredSource.Frame::picture)
                    .as("of every picture")
                    .containsAll(IntStream.rangeClosed(
                                    first + 2, call.all.getLast().frame().picture() - 1)
                            .boxed()
                            .toList());
            assertThat(call.keyFrameRequests).as("at the beginning").isLessThanOrEqualTo(1);
            call.viewers.forEach(viewer -> viewer.assertDecodable("seed " + seed));
            assertThat(call.viewers.get(1).frames())
                    .as("another bridge chooses itself")
                    .filteredOn(frame -> frame.spatial() == 0)
                    .hasSizeGreaterThan(90);
        }
    }

    /** Of a screen on which nothing moves no packet shows that another layer takes a key frame. */
    @ParameterizedTest
    @CsvSource({"41, VP9, 0", "42, VP9_FLEXIBLE, 1", "43, DESCRIPTOR, 2"})
    void aHigherLayerIsAskedForThoughNothingMovesAndRequestsAreLost(long seed, Wire wire, int lost) {
        try (Call call = new Call(seed, wire, InterLayer.KEY_PICTURES)) {
            Viewer viewer = call.viewers.getFirst();
            call.target(viewer, LayerId.of(0, 0, 2));
            call.run(3000);
            assertThat(viewer.frames().getLast().spatial()).isZero();
            call.keyFrameRequests = 0;
            call.captureAtNs = Long.MAX_VALUE;
            call.target(viewer, LayerId.of(0, 2, 2));
            for (int i = 0; i < 50 && call.keyFrameRequests <= lost; i++) {
                call.run(100);
            }
            assertThat(call.keyFrameRequests).isEqualTo(lost + 1);
            call.source.capture().forEach(call::send);
            call.run(5000);
            assertThat(viewer.frames().getLast().spatial()).isEqualTo(2);
            assertThat(call.keyFrameRequests).as("answered").isEqualTo(lost + 1);
            viewer.assertDecodable("seed " + seed);
        }
    }

    /** A key frame for one receiver is one that all are sent, so it comes each second at the most. */
    @ParameterizedTest
    @CsvSource({"31, VP9", "32, DESCRIPTOR"})
    void receiversThatWaverShareTheKeyFramesOfOneSource(long seed, Wire wire) {
        try (Call call = new Call(seed, wire, InterLayer.KEY_PICTURES)) {
            call.run(2000);
            call.keyFrameRequests = 0;
            int seconds = 10;
            for (int i = 0; i < 10 * seconds; i++) {
                for (Viewer viewer : call.viewers) {
                    call.target(viewer, LayerId.of(0, call.random.nextInt(3), 2));
                }
                call.run(100);
            }
            assertThat(call.keyFrameRequests).isBetween(seconds / 2, seconds + 1);
            call.viewers.forEach(viewer -> viewer.assertDecodable("seed " + seed));
        }
    }

    @ParameterizedTest
    @CsvSource({"11, VP9, KEY_PICTURES", "12, DESCRIPTOR, KEY_PICTURES", "13, DESCRIPTOR, ALL"})
    void nothingBreaksWhateverIsLost(long seed, Wire wire, InterLayer interLayer) {
        try (Call call = new Call(seed, wire, interLayer)) {
            call.bridge.network.conditions(new Conditions(0.02, 0.01, 5 * MS, 12 * MS));
            call.changeAtRandom(25);
            call.bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
            call.endsWell();
            for (Viewer viewer : call.viewers) {
                assertThat(viewer.client.failures).isZero();
                assertThat(viewer.client.recovery.recovered).isPositive();
            }
        }
    }
}
