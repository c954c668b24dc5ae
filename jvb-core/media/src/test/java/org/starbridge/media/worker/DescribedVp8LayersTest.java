package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.projection.LayeredSource;
import org.starbridge.media.projection.LayeredSource.InterLayer;
import org.starbridge.media.projection.LayeredSource.Wire;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * Cameras that send VP8 without picture ids beside dependency descriptors, in three encodings with three temporal
 * layers each, as browsers in Jitsi Meet do. One viewer negotiated descriptors, one did not. The IV ledger is on.
 */
class DescribedVp8LayersTest {
    private static final long MS = 1_000_000;
    private static final int FRAME_MS = 33;
    private static final int ENCODINGS = 3;
    private static final int DESCRIPTOR_ID = 12;
    private static final SourceSlot SLOT = new SourceSlot(2900, 3900, null);
    /** Frame ids of different encoders. */
    private static final int ENCODERS = 100;

    private record Came(int timestamp, boolean marker, int encoder, LayeredSource.Packet truth) {
        int frame(int id) {
            return id * ENCODERS + encoder;
        }
    }

    private record Sent(int encoder, LayeredSource.Packet packet) {}

    private static final class Camera {
        final int lowest;
        final SimulatedClient client;
        final List<LayeredSource> encoders = new ArrayList<>();
        final List<SentStream> streams = new ArrayList<>();

        Camera(Call call, int number, int encodings) {
            lowest = 2000 + 100 * number;
            String name = "camera" + number;
            call.bridge.takeTwoByteExtensions.add(name);
            List<Stream> declared = new ArrayList<>();
            for (int i = 0; i < encodings; i++) {
                declared.add(encodings == 1 ? SimulatedBridge.video(lowest) : SimulatedBridge.encoding(lowest, i));
                declared.add(SimulatedBridge.rtx(lowest + 1000 + i, lowest + i));
            }
            client = call.bridge.join(name, declared.toArray(Stream[]::new));
            client.descriptorId = DESCRIPTOR_ID;
            for (int i = 0; i < encodings; i++) {
                LayeredSource encoder = new LayeredSource(call.random, Wire.VP8, InterLayer.ALL, 1, 3, i);
                while (!encoder.hasChains()) { // browsers have them
                    encoder = new LayeredSource(call.random, Wire.VP8, InterLayer.ALL, 1, 3, i);
                }
                encoders.add(encoder);
                SentStream stream = client.addStream(lowest + i, SimulatedBridge.VP8, 65_400);
                stream.rtxSsrc = lowest + 1000 + i;
                streams.add(stream);
            }
        }
    }

    private static final class Viewer {
        final SimulatedClient client;
        final TreeMap<Long, Came> came = new TreeMap<>();
        final int ssrc;

        Viewer(Call call, String name, int ssrc) {
            this.ssrc = ssrc;
            client = call.bridge.join(name);
            client.descriptorId = DESCRIPTOR_ID;
            client.mediaByRtxSsrc.put(ssrc + 1000, ssrc);
            client.watcher = (from, extSeq, timestamp, marker, payload) -> {
                Sent sent = call.all.get(ByteBuffer.wrap(payload).getInt(payload.length - 4));
                byte[] original = sent.packet.payload();
                assertThat(Arrays.copyOf(payload, original.length))
                        .as("the payload goes unchanged")
                        .isEqualTo(original);
                assertThat(from).isEqualTo(ssrc);
                came.putIfAbsent(extSeq, new Came(timestamp, marker, sent.encoder, sent.packet));
            };
        }

        /** What came after a number, in the order of numbers. */
        List<Came> after(long extSeq) {
            return List.copyOf(came.tailMap(extSeq, false).values());
        }

        long newest() {
            return came.lastKey();
        }

        List<byte[]> descriptors(int ssrc) {
            return Objects.requireNonNull(client.descriptorsThatCame.get(ssrc));
        }

        /** No number is missing, pictures are whole, and each was made from what came before it. */
        void assertDecodable(String name) {
            assertDecodable(name, -1);
        }

        void assertDecodable(String name, long afterSeq) {
            Set<Integer> frames = new HashSet<>();
            Came last = null;
            long lastSeq = -1;
            for (Map.Entry<Long, Came> entry : came.tailMap(afterSeq, false).entrySet()) {
                Came each = entry.getValue();
                if (last != null) {
                    for (long between = lastSeq + 1; between < entry.getKey(); between++) {
                        assertThat(client.emptyThatCame.getOrDefault(ssrc, Set.of()))
                                .as(name)
                                .contains(between);
                    }
                    assertThat(last.marker).as(name).isEqualTo(last.timestamp != each.timestamp);
                }
                boolean isJudged = !frames.isEmpty() || each.truth.frame().isKey();
                if (isJudged) {
                    assertThat(frames)
                            .as(() -> name + ": " + each.truth)
                            .containsAll(each.truth.frame().references().stream()
                                    .map(each::frame)
                                    .toList());
                    frames.add(each.frame(each.truth.frame().id()));
                }
                last = each;
                lastSeq = entry.getKey();
            }
            assertThat(frames).as(name).hasSizeGreaterThan(20);
        }
    }

    private static final class Call implements AutoCloseable {
        final String name;
        final Random random;
        final SimulatedBridge bridge;
        final List<Camera> cameras = new ArrayList<>();
        final List<Sent> all = new ArrayList<>();
        final Viewer viewer;
        final Viewer plain;
        long captureAtNs;

        Call(long seed, int cameraCount, int encodings, int viewersSsrc) {
            name = "seed " + seed;
            random = new Random(seed);
            bridge = new SimulatedBridge(seed, 2);
            bridge.recovery = Recovery.NACK_AND_RTX;
            bridge.extensionIds = Map.of(DependencyDescriptor.URI, DESCRIPTOR_ID);
            bridge.takeTwoByteExtensions.add("viewer");
            for (int i = 0; i < cameraCount; i++) {
                cameras.add(new Camera(this, i, encodings));
            }
            if (viewersSsrc == SLOT.ssrc()) {
                bridge.slots.put("viewer", Map.of());
                bridge.slots.put("plain", Map.of());
            }
            viewer = new Viewer(this, "viewer", viewersSsrc);
            plain = new Viewer(this, "plain", viewersSsrc);
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            bridge.clients.values().forEach(client -> client.recovery.start(bridge.clock.nowNs()));
            captureAtNs = bridge.clock.nowNs();
        }

        void run(int durationMs) {
            for (int i = 0; i < durationMs; i++) {
                for (Camera camera : cameras) {
                    if (!camera.client.keyFrameRequests.isEmpty()) {
                        camera.client.keyFrameRequests.clear();
                        camera.encoders.forEach(LayeredSource::requestKeyFrame);
                    }
                }
                if (bridge.clock.nowNs() >= captureAtNs) {
                    captureAtNs += FRAME_MS * MS;
                    cameras.forEach(this::capture);
                }
                bridge.run(MS);
            }
        }

        private void capture(Camera camera) {
            for (int i = 0; i < camera.encoders.size(); i++) {
                int encoder = cameras.indexOf(camera) * ENCODINGS + i;
                for (LayeredSource.Packet packet : camera.encoders.get(i).capture()) {
                    byte[] payload = Arrays.copyOf(packet.payload(), 80 + random.nextInt(100));
                    ByteBuffer.wrap(payload).putInt(payload.length - 4, all.size());
                    all.add(new Sent(encoder, packet));
                    camera.client.descriptor = packet.descriptor();
                    camera.client.send(camera.streams.get(i), payload, packet.marker(), packet.timestamp());
                }
            }
        }

        void target(Viewer of, int layer) {
            Map<Integer, Integer> layers = new TreeMap<>();
            cameras.forEach(camera -> layers.put(camera.lowest, layer));
            bridge.targets.put(of.client.name, layers);
            bridge.publish();
        }

        void show(Camera camera) {
            bridge.slots.put("viewer", Map.of(camera.lowest, SLOT));
            bridge.slots.put("plain", Map.of(camera.lowest, SLOT));
            bridge.publish();
        }

        void changeAtRandom(int changes) {
            for (int i = 0; i < changes; i++) {
                int layer = random.nextInt(8) == 0
                        ? ForwardingTable.SUSPENDED
                        : LayerId.of(random.nextInt(ENCODINGS), 0, random.nextInt(3));
                target(random.nextBoolean() ? viewer : plain, layer);
                if (bridge.slots.containsKey("viewer") && random.nextInt(3) == 0) {
                    show(cameras.get(random.nextInt(cameras.size())));
                }
                run(20 + random.nextInt(600));
            }
        }

        /** Each gets the encoding and the temporal layers that it is to get. */
        void endsWell() {
            target(viewer, LayerId.of(1, 0, 1));
            target(plain, LayerId.of(0, 0, 0));
            run(3000);
            long from = viewer.newest();
            long fromOfPlain = plain.newest();
            run(4 * 10 * FRAME_MS);
            assertLayers(viewer.after(from), 1, 1, 20);
            assertLayers(plain.after(fromOfPlain), 0, 0, 10);
        }

        private void assertLayers(List<Came> came, int encoding, int temporal, int pictures) {
            assertThat(came)
                    .as(name)
                    .allMatch(each -> each.encoder % ENCODINGS == encoding)
                    .allMatch(each -> each.truth.frame().temporal() <= temporal);
            assertThat(came.stream().map(Came::timestamp).distinct().count())
                    .as(name)
                    .isBetween(pictures - 2L, pictures + 2L);
        }

        @Override
        public void close() {
            bridge.close();
        }
    }

    /** A receiver knows the structure of each, and frame numbers go on; {@code extSeqs} are theirs. */
    private static void assertDescriptors(String name, List<byte[]> descriptors, boolean areMonotone) {
        DependencyDescriptor view = new DependencyDescriptor();
        DependencyStructure structure = null;
        int before = -1;
        try (Slab slab = Slab.allocate(512)) {
            for (byte[] descriptor : descriptors) {
                Memory.copyIn(descriptor, 0, slab.address(), descriptor.length);
                assertThat(view.wrap(slab.address(), descriptor.length, structure))
                        .as(name)
                        .isNull();
                structure = view.hasStructure() ? view.structure() : structure;
                if (before >= 0 && areMonotone) {
                    assertThat((short) (view.frameNumber() - before)).as(name).isNotNegative();
                }
                before = view.frameNumber();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eachViewerSeesOneStreamWithoutSeamsWhateverItIsToGet(long seed) {
        try (Call call = new Call(seed, 1, ENCODINGS, 2000)) {
            call.run(500);
            call.changeAtRandom(30);
            call.endsWell();
            for (Viewer viewer : List.of(call.viewer, call.plain)) {
                viewer.assertDecodable(call.name + ", " + viewer.client.name);
                assertThat(viewer.client.failures).isZero();
            }
            assertDescriptors(call.name, call.viewer.descriptors(2000), true);
            assertThat(call.plain.descriptors(2000)).allMatch(descriptor -> descriptor.length == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void aSlotShowsOneCameraAfterTheOther(long seed) {
        try (Call call = new Call(seed, 3, ENCODINGS, SLOT.ssrc())) {
            call.show(call.cameras.getFirst());
            call.run(500);
            call.changeAtRandom(30);
            call.endsWell();
            for (Viewer viewer : List.of(call.viewer, call.plain)) {
                viewer.assertDecodable(call.name + ", " + viewer.client.name);
                assertThat(viewer.client.failures).isZero();
            }
            assertDescriptors(call.name, call.viewer.descriptors(SLOT.ssrc()), true);
        }
    }

    /** The viewer without descriptors decodes in the order of sequence numbers, so no gap may stay open. */
    @ParameterizedTest
    @ValueSource(longs = {6, 7})
    void lossesLeaveNoGap(long seed) {
        try (Call call = new Call(seed, 1, ENCODINGS, 2000)) {
            call.bridge.network.conditions(new Conditions(0.03, 0.01, 5 * MS, 12 * MS));
            call.changeAtRandom(15);
            call.target(call.plain, LayerId.of(1, 0, 0));
            call.run(2000);
            long from = call.plain.newest();
            call.cameras.getFirst().encoders.forEach(LayeredSource::requestKeyFrame);
            call.run(20_000);
            call.bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
            call.run(500);
            call.plain.assertDecodable(call.name, from);
            assertThat(call.plain.client.emptyThatCame).isNotEmpty();
            call.endsWell();
        }
    }

    /** Nothing is chosen, then less, without a key frame. */
    @Test
    void ofOneEncodingTheDescriptorsGoAsTheyCameUntilLayersAreLeftOut() {
        try (Call call = new Call(8, 1, 1, 2000)) {
            call.run(1000);
            List<byte[]> whole = call.viewer.descriptors(2000);
            int first = call.all.size() - whole.size();
            assertThat(first).isLessThan(6);
            for (int i = 0; i < whole.size(); i++) {
                assertThat(whole.get(i))
                        .isEqualTo(call.all.get(first + i).packet.descriptor());
            }
            call.target(call.viewer, LayerId.of(0, 0, 0));
            call.run(200);
            long from = call.viewer.newest();
            call.run(4 * 10 * FRAME_MS);
            call.assertLayers(call.viewer.after(from), 0, 0, 10);
            assertThat(call.viewer.after(0))
                    .filteredOn(each -> each.truth.frame().isKey())
                    .extracting(each -> each.truth.frame().id())
                    .as("the first frame only")
                    .hasSizeLessThanOrEqualTo(3)
                    .containsOnly(0);
            call.viewer.assertDecodable("one encoding");
            assertDescriptors("one encoding", call.viewer.descriptors(2000), true);
        }
    }
}
