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
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.projection.LayeredSource;
import org.starbridge.media.projection.LayeredSource.InterLayer;
import org.starbridge.media.projection.LayeredSource.Wire;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.dependency.DependencyDescriptor;

/**
 * A camera with three spatial and temporal layers in one SSRC on one of three bridges. The others get the layers that
 * the most demanding of their viewers wants, and all below. The IV ledger is on.
 */
class RelayedLayersTest {
    private static final long MS = 1_000_000;
    private static final int FRAME_MS = 33;
    private static final int CAMERA = 2000;
    private static final int CAMERA_RTX = 3000;
    private static final int DESCRIPTOR_ID = 12;
    private static final int TOP = LayerId.MAX_LAYERS - 1;

    private record Came(int timestamp, boolean marker, LayeredSource.Packet truth) {}

    /** A viewer, or another bridge. */
    private static final class Receiver {
        final TreeMap<Long, Came> came = new TreeMap<>();
        int from;

        /** What came since the last {@link #forget}. */
        List<Came> latest() {
            return List.copyOf(came.values()).subList(from, came.size());
        }

        void forget() {
            from = came.size();
        }

        Set<Integer> spatialLayers() {
            Set<Integer> layers = new TreeSet<>();
            latest().forEach(each -> layers.add(each.truth.frame().spatial()));
            return layers;
        }

        Set<Integer> temporalLayers() {
            Set<Integer> layers = new TreeSet<>();
            latest().forEach(each -> layers.add(each.truth.frame().temporal()));
            return layers;
        }

        long pictures() {
            return latest().stream().mapToInt(each -> each.timestamp).distinct().count();
        }

        /** No number is missing, every picture has one marker, and was made from what came before. */
        void assertDecodable(String name) {
            assertNoGap(name);
            assertClosed(name);
        }

        void assertNoGap(String name) {
            assertThat(came.lastKey() - came.firstKey()).as(name).isEqualTo(came.size() - 1);
        }

        /** Every picture has one marker, and was made from what came before. */
        void assertClosed(String name) {
            Set<Integer> frames = new HashSet<>();
            Came last = null;
            for (Came each : came.values()) {
                if (last != null) {
                    assertThat(last.marker).as("%s: %s", name, each.truth).isEqualTo(last.timestamp != each.timestamp);
                }
                assertThat(frames)
                        .as(() -> name + ": " + each.truth)
                        .containsAll(each.truth.frame().references());
                frames.add(each.truth.frame().id());
                last = each;
            }
        }
    }

    private static final class Call implements AutoCloseable {
        final Random random;
        final SimulatedMesh mesh;
        final LayeredSource source;
        final SimulatedClient camera;
        final SentStream stream;
        final List<LayeredSource.Packet> all = new ArrayList<>();
        final Map<String, Receiver> receivers = new TreeMap<>();
        long captureAtNs;

        Call(long seed, Wire wire, InterLayer interLayer) {
            random = new Random(seed);
            mesh = new SimulatedMesh(seed, 3, 1);
            mesh.videoCodec = wire == Wire.VP8 ? "vp8" : wire == Wire.DESCRIPTOR ? "av1" : "vp9";
            mesh.extensionIds.put(DependencyDescriptor.URI, DESCRIPTOR_ID);
            source = new LayeredSource(random, wire, interLayer, 3, 3, 0);
            camera =
                    mesh.add(0, "camera", SimulatedBridge.encoding(CAMERA, 0), SimulatedBridge.rtx(CAMERA_RTX, CAMERA));
            camera.descriptorId = DESCRIPTOR_ID;
            stream = camera.addStream(CAMERA, SimulatedBridge.VP8, 65_400);
            stream.rtxSsrc = CAMERA_RTX;
            watch(1, "small");
            watch(1, "medium");
            watch(1, "every layer"); // that comes to this bridge
            watch(2, "large");
            mesh.publish();
            assertThat(mesh.connectAll()).isTrue();
            mesh.run(100 * MS);
            captureAtNs = mesh.clock.nowNs();
        }

        private void watch(int bridge, String name) {
            SimulatedClient client = mesh.add(bridge, name);
            client.descriptorId = DESCRIPTOR_ID;
            client.mediaByRtxSsrc.put(CAMERA_RTX, CAMERA);
            Receiver receiver = new Receiver();
            receivers.put(name, receiver);
            client.watcher = (_, extSeq, timestamp, marker, payload) -> receiver.came.putIfAbsent(
                    extSeq,
                    new Came(timestamp, marker, all.get(ByteBuffer.wrap(payload).getInt(payload.length - 4))));
        }

        Receiver of(String name) {
            return Objects.requireNonNull(receivers.get(name));
        }

        void run(int durationMs) {
            for (int i = 0; i < durationMs; i++) {
                if (!camera.keyFrameRequests.isEmpty()) {
                    camera.keyFrameRequests.clear();
                    source.requestKeyFrame();
                }
                if (mesh.clock.nowNs() >= captureAtNs) {
                    captureAtNs += FRAME_MS * MS;
                    source.capture().forEach(this::send);
                }
                mesh.run(MS);
            }
        }

        private void send(LayeredSource.Packet packet) {
            byte[] payload = Arrays.copyOf(packet.payload(), 80 + random.nextInt(100));
            ByteBuffer.wrap(payload).putInt(payload.length - 4, all.size());
            all.add(packet);
            camera.descriptor = packet.descriptor();
            camera.send(stream, payload, packet.marker(), packet.timestamp());
        }

        /** What viewers get, and the most that goes to the bridge that two of them are on. */
        void want(int small, int medium) {
            mesh.targets.put("small", Map.of(CAMERA, LayerId.of(0, small, 2)));
            mesh.targets.put("medium", Map.of(CAMERA, LayerId.of(0, medium, 2)));
            int most = Math.max(small, medium);
            mesh.relayTargetsTo.put(1, Map.of(CAMERA, LayerId.of(0, most, TOP)));
            mesh.publish();
        }

        @Override
        public void close() {
            mesh.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VP9, KEY_PICTURES",
        "VP9, ALL",
        "VP9_FLEXIBLE, LOWEST_TEMPORAL_LAYER",
        "DESCRIPTOR, KEY_PICTURES",
        "DESCRIPTOR, ALL",
        "DESCRIPTOR, NEVER"
    })
    void aBridgeGetsTheLayersThatItsMostDemandingViewerWants(Wire wire, InterLayer interLayer) {
        try (Call call = new Call(31, wire, interLayer)) {
            call.run(1000);
            long wholeBytes = bytesToBridge(call, 1);
            call.want(0, 1);
            call.run(2500); // a key frame that a lower layer needs in K-SVC may take a second
            call.receivers.values().forEach(Receiver::forget);
            long before = bytesToBridge(call, 1);
            long beforeOther = bytesToBridge(call, 2);
            call.run(2000);
            long limited = bytesToBridge(call, 1) - before;
            long other = bytesToBridge(call, 2) - beforeOther;
            assertThat(wholeBytes).isPositive();
            assertThat((double) limited / other).as("two of three layers").isBetween(0.5, 0.8);
            assertThat(call.of("small").latest()).hasSizeGreaterThan(50);
            assertThat(call.of("small").spatialLayers()).isSubsetOf(0);
            assertThat(call.of("medium").spatialLayers()).contains(1).isSubsetOf(0, 1);
            assertThat(call.of("large").spatialLayers()).contains(2);

            call.want(0, 2); // more is wanted, and comes with a key frame
            call.run(2500);
            call.of("medium").forget();
            call.run(500);
            assertThat(call.of("medium").spatialLayers()).contains(2);
            call.want(0, 0);
            call.run(3000);
            call.of("medium").forget();
            call.run(500);
            assertThat(call.of("medium").spatialLayers()).isSubsetOf(0);
            call.receivers.forEach((name, receiver) -> receiver.assertDecodable(name));
        }
    }

    /** Its descriptors go to the next bridge, which knows the layers from nothing else. */
    @Test
    void theNextBridgeChoosesTemporalLayersOfVp8BesideDescriptors() {
        try (Call call = new Call(34, Wire.VP8, InterLayer.ALL)) {
            call.run(1000);
            call.mesh.targets.put("small", Map.of(CAMERA, LayerId.of(0, 0, 0)));
            call.mesh.targets.put("medium", Map.of(CAMERA, LayerId.of(0, 0, 1)));
            call.mesh.relayTargetsTo.put(1, Map.of(CAMERA, LayerId.of(0, 0, TOP)));
            call.mesh.publish();
            call.run(500);
            call.receivers.values().forEach(Receiver::forget);
            call.run(2000);
            assertThat(call.of("small").temporalLayers()).containsExactly(0);
            assertThat(call.of("medium").temporalLayers()).containsExactly(0, 1);
            assertThat(call.of("every layer").temporalLayers()).containsExactly(0, 1, 2);
            assertThat(call.of("large").temporalLayers()).containsExactly(0, 1, 2);
            assertThat(call.of("small").pictures()).isBetween(13L, 17L);
            assertThat(call.of("medium").pictures()).isBetween(28L, 32L);
            call.receivers.forEach((name, receiver) -> receiver.assertDecodable(name));
        }
    }

    private static long bytesToBridge(Call call, int bridge) {
        SimulatedMesh.Link link =
                Objects.requireNonNull(call.mesh.nodes.getFirst().links.get(bridge));
        return link.endpoint.stats().traffic().bytesSent();
    }

    /**
     * What is lost between bridges is repaired between them, as it was sent; what is left out is not asked for. Of
     * K-SVC a viewer gets the highest layer alone: what is lost of a lower layer, and repaired too late to be left out,
     * is a gap.
     */
    @ParameterizedTest
    @CsvSource({"VP9, KEY_PICTURES", "DESCRIPTOR, ALL"})
    void withLossesBetweenBridgesNothingIsMissing(Wire wire, InterLayer interLayer) {
        try (Call call = new Call(32, wire, interLayer)) {
            call.run(500);
            call.want(0, 1);
            call.run(2500);
            call.mesh.loseBetweenBridges(0.03);
            call.run(5000);
            call.mesh.loseBetweenBridges(0);
            call.run(1500);
            assertThat(call.mesh.network.lost()).isGreaterThan(20);
            for (String each : List.of("every layer", "large")) {
                call.of(each).assertClosed(each);
                if (interLayer != InterLayer.KEY_PICTURES) {
                    call.of(each).assertNoGap(each);
                }
            }
            call.of("every layer").forget();
            call.run(500);
            assertThat(call.of("every layer").spatialLayers()).contains(1).isSubsetOf(0, 1);
            assertThat(call.camera.askedBySsrc)
                    .as("by bridges that miss something")
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"VP9, KEY_PICTURES", "DESCRIPTOR, ALL"})
    void whateverIsLostAndWantedPicturesGoOn(Wire wire, InterLayer interLayer) {
        try (Call call = new Call(33, wire, interLayer)) {
            call.mesh.loseBetweenBridges(0.03);
            for (int i = 0; i < 20; i++) {
                call.want(call.random.nextInt(2), call.random.nextInt(3));
                call.run(100 + call.random.nextInt(900));
            }
            call.mesh.loseBetweenBridges(0);
            call.want(0, 1);
            call.run(4000);
            call.receivers.values().forEach(Receiver::forget);
            call.run(1000);
            assertThat(call.of("small").pictures()).isGreaterThanOrEqualTo(29);
            assertThat(call.of("medium").pictures()).isGreaterThanOrEqualTo(29);
            assertThat(call.of("small").spatialLayers()).containsExactly(0);
            assertThat(call.of("medium").spatialLayers()).contains(1).isSubsetOf(0, 1);
            assertThat(call.of("large").spatialLayers()).contains(2);
        }
    }
}
