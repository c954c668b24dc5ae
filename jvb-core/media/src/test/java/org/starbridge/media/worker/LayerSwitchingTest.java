package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.projection.DecoderModel;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * Whole conferences with a camera whose layers are chosen for each receiver again and again: a decoder model at each
 * receiver sees no seam, and what is asked for again is what was sent. The IV ledger is on.
 */
class LayerSwitchingTest {
    private static final long MS = 1_000_000;
    private static final int CAMERA = 2000;
    private static final int CAMERA_RTX = 3000;
    private static final int[] TARGETS = {-1, 0, 1, 2, 64, 65, 66, 128, 129, 130, 130};
    private static final int DESCRIPTOR_BYTES = 6;

    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Came(int timestamp, boolean marker, byte[] payload) {}

    /** Who looks at the camera. */
    private static final class Viewer {
        final SimulatedClient client;
        final DecoderModel decoder;
        final Map<Long, Came> came = new HashMap<>();
        int repeated;
        int lastTimestamp;

        Vp8Source.@Nullable Packet lastPacket;

        long askedForKeyFrameNs;

        Viewer(SimulatedClient client, String name, List<Vp8Source.Packet> all, SimulatedBridge bridge) {
            this.client = client;
            decoder = new DecoderModel(name + ", " + client.name);
            client.mediaByRtxSsrc.put(CAMERA_RTX, CAMERA);
            client.watcher = (ssrc, extSeq, timestamp, marker, payload) -> {
                assertThat(ssrc).as(name).isEqualTo(CAMERA);
                Came before = came.putIfAbsent(extSeq, new Came(timestamp, marker, payload));
                if (before != null) {
                    repeated++;
                    assertThat(before.timestamp).as(name).isEqualTo(timestamp);
                    assertThat(before.marker).as(name).isEqualTo(marker);
                    assertThat(before.payload).as(name + ": as it was sent").isEqualTo(payload);
                    return;
                }
                Vp8Source.Packet truth = all.get(ByteBuffer.wrap(payload).getInt(payload.length - 4));
                lastTimestamp = timestamp;
                lastPacket = truth;
                byte[] descriptor = Arrays.copyOf(payload, DESCRIPTOR_BYTES);
                decoder.onPacket(extSeq, timestamp, marker, descriptor, truth, bridge.clock.nowNs());
            };
        }
    }

    private static final class Call implements AutoCloseable {
        final SimulatedBridge bridge;
        final Random random;
        final String name;
        final int encodings;
        final Vp8Source source;
        final Stream[] declared;
        final SimulatedClient camera;
        final List<SentStream> sent = new ArrayList<>();
        final List<Vp8Source.Packet> all = new ArrayList<>();
        final List<Viewer> viewers = new ArrayList<>();
        int active;
        long captureAtNs;
        int keyFrameRequests;
        boolean pads;

        Call(long seed, int encodings, int viewerCount, int workers, Recovery recovery) {
            name = "seed " + seed;
            random = new Random(seed);
            this.encodings = encodings;
            active = encodings;
            bridge = new SimulatedBridge(seed, workers);
            bridge.recovery = recovery;
            source = new Vp8Source(random, encodings, 0, false);
            List<Stream> declared = new ArrayList<>();
            for (int i = 0; i < encodings; i++) {
                declared.add(SimulatedBridge.encoding(CAMERA, i));
                declared.add(SimulatedBridge.rtx(CAMERA_RTX + i, CAMERA + i));
            }
            this.declared = declared.toArray(Stream[]::new);
            camera = bridge.join("camera", this.declared);
            for (int i = 0; i < encodings; i++) {
                SentStream stream = camera.addStream(CAMERA + i, SimulatedBridge.VP8, 65_400 + random.nextInt(100));
                stream.rtxSsrc = recovery == Recovery.NACK_AND_RTX ? CAMERA_RTX + i : 0;
                sent.add(stream);
            }
            for (int i = 0; i < viewerCount; i++) {
                viewers.add(new Viewer(bridge.join("viewer" + i), name, all, bridge));
            }
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            bridge.clients.values().forEach(client -> client.recovery.start(bridge.clock.nowNs()));
            captureAtNs = bridge.clock.nowNs();
        }

        void run(int durationMs) {
            for (int i = 0; i < durationMs; i++) {
                if (!camera.keyFrameRequests.isEmpty()) {
                    assertThat(camera.keyFrameRequests)
                            .as(name)
                            .allMatch(ssrc -> ssrc >= CAMERA && ssrc < CAMERA + encodings);
                    keyFrameRequests += camera.keyFrameRequests.size();
                    camera.keyFrameRequests.clear();
                    source.requestKeyFrame();
                }
                if (bridge.clock.nowNs() >= captureAtNs) {
                    captureAtNs += Vp8Source.FRAME_MS * MS;
                    source.capture(active).forEach(this::send);
                }
                bridge.run(MS);
                viewers.forEach(this::askIfItStalls);
            }
        }

        private void send(Vp8Source.Packet packet) {
            SentStream stream = sent.get(packet.encoding());
            byte[] payload = Arrays.copyOf(packet.bytes(), 60 + random.nextInt(100));
            ByteBuffer.wrap(payload).putInt(payload.length - 4, all.size());
            all.add(packet);
            camera.send(stream, payload, packet.marker(), packet.timestamp());
            if (pads && random.nextInt(4) == 0) {
                camera.sendEmpty(stream);
            }
        }

        private void askIfItStalls(Viewer viewer) {
            long nowNs = bridge.clock.nowNs();
            if (nowNs - Math.max(viewer.decoder.lastDecodedNs, viewer.askedForKeyFrameNs) > 500 * MS) {
                viewer.askedForKeyFrameNs = nowNs;
                viewer.client.requestKeyFrame(CAMERA);
            }
        }

        void target(Viewer viewer, int layer) {
            bridge.targets.put(viewer.client.name, Map.of(CAMERA, layer));
            bridge.publish();
        }

        void changeAtRandom(int changes) {
            for (int i = 0; i < changes; i++) {
                if (random.nextInt(8) == 0) {
                    active = 1 + random.nextInt(encodings);
                } else {
                    int layer = TARGETS[random.nextInt(TARGETS.length)];
                    target(viewers.get(random.nextInt(viewers.size())), Math.min(layer, encodings * 64 - 62));
                }
                run(20 + random.nextInt(700));
                Viewer viewer = viewers.get(random.nextInt(viewers.size()));
                if (!viewer.came.isEmpty()) { // some of what came lately, again
                    long highest = viewer.came.keySet().stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .getAsLong();
                    viewer.client.recovery.request(CAMERA, highest - 12, 12);
                }
            }
            active = encodings;
        }

        /** Everything that is wanted is decoded, at the frame rate of its temporal layer. */
        void endsWell(int layer) {
            viewers.forEach(viewer -> target(viewer, layer));
            run(3000);
            List<int[]> before = viewers.stream()
                    .map(viewer -> viewer.decoder.decodedByLayer.clone())
                    .toList();
            run(10 * 8 * Vp8Source.FRAME_MS);
            int[] framesOfPattern = {2, 2, 4};
            for (int i = 0; i < viewers.size(); i++) {
                Viewer viewer = viewers.get(i);
                assertThat(Objects.requireNonNull(viewer.lastPacket).encoding())
                        .as(name)
                        .isEqualTo(layer >> 6);
                for (int temporal = 0; temporal < 3; temporal++) {
                    int expected = temporal <= (layer & 7) ? 10 * framesOfPattern[temporal] : 0;
                    assertThat(viewer.decoder.decodedByLayer[temporal] - before.get(i)[temporal])
                            .as(name + ", frames of layer " + temporal)
                            .isBetween(expected - 2, expected + 2);
                }
                assertThat(viewer.client.failures).as(name).isZero();
            }
        }

        @Override
        public void close() {
            bridge.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3"})
    void receiversSeeOneStreamWithoutSeamsWhateverTheyAreToGet(long seed, int workers) {
        try (Call call = new Call(seed, 3, 2, workers, Recovery.NACK_AND_RTX)) {
            call.pads = seed % 2 == 0;
            call.run(1000);
            call.changeAtRandom(25);
            call.endsWell(seed == 1 ? 130 : seed == 2 ? 65 : 0);
            for (Viewer viewer : call.viewers) {
                assertThat(viewer.decoder.missing()).as(call.name).isZero();
                assertThat(viewer.decoder.undecoded()).as(call.name).isZero();
                assertThat(viewer.decoder.decoded).as(call.name).isGreaterThan(100);
                assertThat(viewer.repeated).as(call.name).isPositive();
            }
            assertThat(call.keyFrameRequests).as(call.name).isBetween(2, 60);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void nothingBreaksWhateverIsLostAndWhatIsAskedForIsSentAsItWas(long seed) {
        Recovery recovery = seed % 2 == 0 ? Recovery.NACK : Recovery.NACK_AND_RTX;
        try (Call call = new Call(seed, 3, 2, 2, recovery)) {
            call.bridge.network.conditions(new Conditions(0.02, 0.01, 5 * MS, 12 * MS));
            call.changeAtRandom(30);
            call.bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
            call.endsWell(130);
            int recovered = call.viewers.stream()
                    .mapToInt(viewer -> viewer.client.recovery.recovered)
                    .sum();
            assertThat(recovered).as(call.name).isGreaterThan(recovery == Recovery.NACK ? -1 : 10);
        }
    }

    @Test
    void aSourceWithOneEncodingGoesOnWithoutKeyFrameWhenItsLayersAreLeftOut() {
        try (Call call = new Call(21, 1, 2, 1, Recovery.NACK_AND_RTX)) {
            call.run(1000);
            int requests = call.keyFrameRequests;
            for (int layer : new int[] {1, 0, 2, 0, ForwardingTable.HIGHEST_LAYER, 1}) {
                call.target(call.viewers.getFirst(), layer);
                for (int i = 0; i < 10; i++) {
                    call.run(100);
                    long silentNs = call.bridge.clock.nowNs() - call.viewers.getFirst().decoder.lastDecodedNs;
                    assertThat(silentNs).as("layer " + layer).isLessThan(200 * MS);
                }
            }
            assertThat(call.keyFrameRequests).isEqualTo(requests);
            for (Viewer viewer : call.viewers) {
                assertThat(viewer.decoder.missing()).isZero();
                assertThat(viewer.decoder.undecoded()).isZero();
            }
            int[] decoded = call.viewers.getFirst().decoder.decodedByLayer;
            assertThat(decoded[2]).isLessThan(call.viewers.getLast().decoder.decodedByLayer[2] * 2 / 3);
            call.endsWell(1);
        }
    }

    @Test
    void anEncodingThatIsTakenBackAndDeclaredAgainBreaksNothing() {
        try (Call call = new Call(61, 3, 2, 2, Recovery.NACK_AND_RTX)) {
            call.run(1000);
            for (int i = 0; i < 5; i++) {
                call.bridge.declare("camera", Arrays.copyOf(call.declared, 4));
                call.run(i == 2 ? 3 : 300);
                call.bridge.declare("camera", call.declared);
                call.sent.forEach(stream -> call.camera.recovery.sendAgain(stream, stream.nextIndex - 3));
                call.run(600);
            }
            call.endsWell(130);
            call.viewers.forEach(
                    viewer -> assertThat(viewer.decoder.undecoded()).isZero());
        }
    }

    @Test
    void senderReportsTellTheTimesOfWhatTheReceiverGets() {
        try (Call call = new Call(31, 3, 2, 2, Recovery.NONE)) {
            call.target(call.viewers.getLast(), 66);
            call.run(2000);
            call.target(call.viewers.getFirst(), 64);
            call.run(2000);
            call.target(call.viewers.getFirst(), 130);
            call.run(1000);
            call.viewers.forEach(viewer -> viewer.client.senderReportTimestamps.clear());
            call.sent.forEach(stream -> call.camera.sendSenderReport(stream, 0x1234_5678_9ABC_DEF0L));
            call.bridge.run(20 * MS);
            for (Viewer viewer : call.viewers) {
                Vp8Source.Packet last = Objects.requireNonNull(viewer.lastPacket);
                int sinceNs = call.sent.get(last.encoding()).nextTimestamp - last.timestamp();
                assertThat(viewer.client.senderReportTimestamps).containsExactly(viewer.lastTimestamp + sinceNs);
            }
        }
    }

    /** RFC 3550 section 6.4.1: without it nothing tells which audio belongs to what the receiver gets now. */
    @Test
    void afterEachSwitchASenderReportTellsTheTimeOfWhatTheReceiverGetsNow() {
        try (Call call = new Call(32, 3, 1, 2, Recovery.NONE)) {
            Viewer viewer = call.viewers.getFirst();
            call.target(viewer, 2);
            call.run(500);
            long ntp = 0x1234_5678_9ABC_DEF0L;
            long reportedNs = call.bridge.clock.nowNs();
            List<Integer> reported = new ArrayList<>();
            for (SentStream stream : call.sent) {
                call.camera.sendSenderReport(stream, ntp);
                reported.add(stream.nextTimestamp);
            }
            for (int layer : new int[] {66, 130, 0, 66}) {
                call.run(700);
                viewer.client.senderReports.clear();
                long beforeNs = call.bridge.clock.nowNs();
                call.target(viewer, layer);
                call.run(1000);
                Vp8Source.Packet last = Objects.requireNonNull(viewer.lastPacket);
                assertThat(last.encoding()).isEqualTo(layer >> 6);
                assertThat(viewer.client.senderReports).hasSize(1);
                SimulatedClient.GotReport report = viewer.client.senderReports.getFirst();
                long elapsedNs = (((report.ntp() - ntp) >> 16) * 1_000_000_000L) >> 16;
                assertThat(elapsedNs).isBetween(beforeNs - reportedNs - 20 * MS, beforeNs - reportedNs + 700 * MS);
                int ticks = report.rtpTimestamp()
                        - (reported.get(last.encoding()) + viewer.lastTimestamp - last.timestamp());
                assertThat((long) ticks).isBetween(elapsedNs * 9 / 100_000 - 2, elapsedNs * 9 / 100_000 + 2);
            }
        }
    }

    @Test
    void aReceiverThatGetsALowerEncodingIsNotShownTheHigherOnes() {
        try (Call call = new Call(41, 3, 2, 1, Recovery.NACK_AND_RTX)) {
            call.viewers.forEach(viewer -> call.target(viewer, 2));
            call.run(1500);
            assertThat(call.bridge.workers.workers().getFirst().tables().fanOuts())
                    .as("the lowest only")
                    .isEqualTo(1);
            call.target(call.viewers.getFirst(), 66);
            call.run(1500);
            assertThat(call.bridge.workers.workers().getFirst().tables().fanOuts())
                    .isEqualTo(2);
            assertThat(Objects.requireNonNull(call.viewers.getFirst().lastPacket)
                            .encoding())
                    .isEqualTo(1);
            assertThat(Objects.requireNonNull(call.viewers.getLast().lastPacket).encoding())
                    .isZero();
        }
    }

    @Test
    void whatIsLostOfEncodingsThatNoReceiverGetsIsNotAskedFor() {
        try (Call call = new Call(71, 3, 2, 1, Recovery.NACK)) {
            call.target(call.viewers.getFirst(), 66);
            call.target(call.viewers.getLast(), 66);
            call.run(3000);
            call.camera.askedBySsrc.clear();
            call.bridge.network.conditions(new Conditions(0.03, 0, 5 * MS, 5 * MS));
            call.run(3000);
            assertThat(call.camera.askedBySsrc).containsOnlyKeys(CAMERA + 1);

            call.target(call.viewers.getLast(), 0);
            call.active = 2; // the highest ends: who is to get it gets the next
            call.target(call.viewers.getFirst(), 130);
            call.run(3500);
            call.camera.askedBySsrc.clear();
            call.run(3000);
            assertThat(call.camera.askedBySsrc).containsOnlyKeys(CAMERA, CAMERA + 1);
        }
    }

    @Test
    void whatASourceSendsCanBeReadByWhoeverChooses() {
        try (Call call = new Call(51, 3, 1, 2, Recovery.NONE)) {
            MediaEndpoint camera = Objects.requireNonNull(call.camera.endpoint);
            assertThat(camera.layers()).as("not asked for before").isEmpty();
            call.run(2500);
            LayersSnapshot layers = Objects.requireNonNull(camera.layers().get(CAMERA));
            assertThat(layers.layers())
                    .extracting(LayersSnapshot.Layer::id)
                    .containsExactly(0, 1, 2, 64, 65, 66, 128, 129, 130);
            assertThat(layers.layers()).allSatisfy(layer -> {
                assertThat(layer.isActive()).isTrue();
                assertThat(layer.height()).isEqualTo(180 << layer.encoding());
                assertThat(layer.bitrateBps()).isPositive();
            });
            call.active = 2;
            call.run(2500);
            assertThat(Objects.requireNonNull(camera.layers().get(CAMERA)).layers())
                    .filteredOn(layer -> !layer.isActive())
                    .extracting(LayersSnapshot.Layer::encoding)
                    .containsExactly(2, 2, 2);
        }
    }
}
