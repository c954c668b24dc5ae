package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.projection.DecoderModel;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * Cameras that take turns in the slots of a viewer whose SSRCs are rewritten, beside one whose SSRCs are not: for each
 * SSRC that a viewer gets, a decoder model sees one camera without seams. The IV ledger is on.
 */
class SlotSwitchingTest {
    private static final long MS = 1_000_000;
    private static final int ENCODINGS = 3;
    private static final int DESCRIPTOR_BYTES = 6;
    private static final SourceSlot[] SLOT = {new SourceSlot(2900, 3900, null), new SourceSlot(2901, 3901, null)};

    private record Came(int timestamp, boolean marker, int what) {}

    /** A camera, its encoders and its client. */
    private static final class Camera {
        final int lowest;
        final Vp8Source source;
        final SimulatedClient client;
        final List<SentStream> sent = new ArrayList<>();
        final Stream[] declared;

        Camera(int number, Random random, SimulatedBridge bridge) {
            lowest = 2000 + 100 * number;
            source = new Vp8Source(random, ENCODINGS, 1_000_000L * number, false);
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < ENCODINGS; i++) {
                streams.add(SimulatedBridge.encoding(lowest, i));
                streams.add(SimulatedBridge.rtx(lowest + 1000 + i, lowest + i));
            }
            declared = streams.toArray(Stream[]::new);
            client = bridge.join("camera" + number, declared);
            for (int i = 0; i < ENCODINGS; i++) {
                SentStream stream = client.addStream(lowest + i, SimulatedBridge.VP8, 65_300 + random.nextInt(200));
                stream.rtxSsrc = bridge.recovery == Recovery.NACK_AND_RTX ? lowest + 1000 + i : 0;
                sent.add(stream);
            }
        }
    }

    /** A viewer: what comes under each SSRC. */
    private static final class Viewer {
        final SimulatedClient client;
        final Map<Integer, DecoderModel> decoders = new HashMap<>();
        final Map<Integer, Vp8Source.Packet> lastPackets = new HashMap<>();
        final Map<Integer, Long> askedNs = new HashMap<>();
        final Map<Integer, Map<Long, Came>> came = new HashMap<>();

        Viewer(String name, Call call) {
            client = call.bridge.join(name);
            for (SourceSlot slot : SLOT) {
                client.mediaByRtxSsrc.put(slot.retransmissionSsrc(), slot.ssrc());
            }
            for (Camera camera : call.cameras) {
                client.mediaByRtxSsrc.put(camera.lowest + 1000, camera.lowest);
            }
            client.watcher = (ssrc, extSeq, timestamp, marker, payload) -> {
                int what = ByteBuffer.wrap(payload).getInt(payload.length - 4);
                Came now = new Came(timestamp, marker, what);
                Came before = came.computeIfAbsent(ssrc, _ -> new HashMap<>()).putIfAbsent(extSeq, now);
                if (before != null) {
                    assertThat(now).as(call.name + ": as it was sent").isEqualTo(before);
                    return;
                }
                Vp8Source.Packet truth = call.all.get(what);
                lastPackets.put(ssrc, truth);
                byte[] descriptor = Arrays.copyOf(payload, DESCRIPTOR_BYTES);
                decoders.computeIfAbsent(ssrc, _ -> new DecoderModel(call.name + ", " + name + ", " + ssrc))
                        .onPacket(extSeq, timestamp, marker, descriptor, truth, call.bridge.clock.nowNs());
            };
        }

        DecoderModel decoder(int ssrc) {
            return Objects.requireNonNull(decoders.get(ssrc), () -> "nothing came under " + ssrc);
        }

        /** Which camera's packet came last. */
        int cameraIn(SourceSlot slot) {
            return (int) (Objects.requireNonNull(lastPackets.get(slot.ssrc()))
                            .frame()
                            .id()
                    / 1_000_000);
        }
    }

    private static final class Call implements AutoCloseable {
        final String name;
        final Random random;
        final SimulatedBridge bridge;
        final List<Camera> cameras = new ArrayList<>();
        final List<Vp8Source.Packet> all = new ArrayList<>();
        /** Its SSRCs are rewritten. */
        final Viewer viewer;
        /** Its are not. */
        final Viewer plain;

        long captureAtNs;
        int keyFrameRequests;

        Call(long seed, int cameraCount, int workers, Recovery recovery) {
            name = "seed " + seed;
            random = new Random(seed);
            bridge = new SimulatedBridge(seed, workers);
            bridge.recovery = recovery;
            for (int i = 0; i < cameraCount; i++) {
                cameras.add(new Camera(i, random, bridge));
            }
            bridge.slots.put("viewer", Map.of());
            viewer = new Viewer("viewer", this);
            plain = new Viewer("plain", this);
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            bridge.clients.values().forEach(client -> client.recovery.start(bridge.clock.nowNs()));
            captureAtNs = bridge.clock.nowNs();
        }

        void run(int durationMs) {
            for (int i = 0; i < durationMs; i++) {
                boolean captures = bridge.clock.nowNs() >= captureAtNs;
                captureAtNs += captures ? Vp8Source.FRAME_MS * MS : 0;
                for (Camera camera : cameras) {
                    answerKeyFrameRequests(camera);
                    if (captures) {
                        camera.source.capture(ENCODINGS).forEach(packet -> send(camera, packet));
                    }
                }
                bridge.run(MS);
                askIfItStalls(viewer);
                askIfItStalls(plain);
            }
        }

        private void answerKeyFrameRequests(Camera camera) {
            if (!camera.client.keyFrameRequests.isEmpty()) {
                assertThat(camera.client.keyFrameRequests)
                        .as(name + ": under its own SSRCs")
                        .allMatch(ssrc -> ssrc >= camera.lowest && ssrc < camera.lowest + ENCODINGS);
                keyFrameRequests += camera.client.keyFrameRequests.size();
                camera.client.keyFrameRequests.clear();
                camera.source.requestKeyFrame();
            }
        }

        private void send(Camera camera, Vp8Source.Packet packet) {
            byte[] payload = Arrays.copyOf(packet.bytes(), 60 + random.nextInt(60));
            ByteBuffer.wrap(payload).putInt(payload.length - 4, all.size());
            all.add(packet);
            camera.client.send(camera.sent.get(packet.encoding()), payload, packet.marker(), packet.timestamp());
        }

        private void askIfItStalls(Viewer viewer) {
            long nowNs = bridge.clock.nowNs();
            viewer.decoders.forEach((ssrc, decoder) -> {
                long since = Math.max(decoder.lastDecodedNs, viewer.askedNs.getOrDefault(ssrc, 0L));
                if (nowNs - since > 500 * MS) {
                    viewer.askedNs.put(ssrc, nowNs);
                    viewer.client.requestKeyFrame(ssrc);
                }
            });
        }

        /** Which camera goes into which slot: its number, or -1 for none. */
        void show(int... cameraBySlot) {
            Map<Integer, SourceSlot> slots = new HashMap<>();
            for (int i = 0; i < cameraBySlot.length; i++) {
                if (cameraBySlot[i] >= 0) {
                    slots.put(cameras.get(cameraBySlot[i]).lowest, SLOT[i]);
                }
            }
            bridge.slots.put("viewer", slots);
            bridge.publish();
        }

        void target(String viewer, Camera camera, int layer) {
            Map<Integer, Integer> layers = new HashMap<>(bridge.targets.getOrDefault(viewer, Map.of()));
            layers.put(camera.lowest, layer);
            bridge.targets.put(viewer, layers);
        }

        void moveAtRandom(int moves) {
            int[] layers = {-1, 0, 1, 2, 64, 66, 128, 129, 130, 130, 130};
            for (int i = 0; i < moves; i++) {
                List<Integer> numbers = new ArrayList<>();
                for (int camera = -1; camera < cameras.size(); camera++) {
                    numbers.add(camera);
                }
                Collections.shuffle(numbers, random);
                Camera camera = cameras.get(random.nextInt(cameras.size()));
                target(random.nextBoolean() ? "viewer" : "plain", camera, layers[random.nextInt(layers.length)]);
                show(numbers.get(0), numbers.get(1));
                run(20 + random.nextInt(600));
            }
        }

        /**
         * With each slot on a camera of its own, both are decoded at full rate, and so are all of the other viewer's.
         */
        void endsWell() {
            bridge.targets.clear();
            show(1, 0);
            run(3000);
            Map<DecoderModel, Integer> before = new HashMap<>();
            viewer.decoders.values().forEach(decoder -> before.put(decoder, decoder.decoded));
            plain.decoders.values().forEach(decoder -> before.put(decoder, decoder.decoded));
            run(20 * Vp8Source.FRAME_MS);
            assertThat(viewer.cameraIn(SLOT[0])).as(name).isEqualTo(1);
            assertThat(viewer.cameraIn(SLOT[1])).as(name).isZero();
            assertThat(viewer.decoders.keySet())
                    .as(name + ": nothing but slots")
                    .containsExactlyInAnyOrder(2900, 2901);
            assertThat(plain.decoders).as(name).hasSize(cameras.size());
            before.forEach((decoder, decoded) ->
                    assertThat(decoder.decoded - decoded).as(name).isBetween(18, 22));
            assertThat(viewer.client.failures + plain.client.failures).as(name).isZero();
        }

        @Override
        public void close() {
            bridge.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3"})
    void aSlotShowsOneCameraAfterTheOtherWithoutSeams(long seed, int workers) {
        try (Call call = new Call(seed, 3, workers, Recovery.NACK_AND_RTX)) {
            call.moveAtRandom(18);
            call.endsWell();
            for (SourceSlot slot : SLOT) {
                DecoderModel decoder = call.viewer.decoder(slot.ssrc());
                assertThat(decoder.undecoded()).as(call.name).isZero();
                // A frame that was on its way when the camera changed leaves a gap of one.
                assertThat(decoder.missing()).as(call.name).isLessThan(25);
            }
            assertThat(call.keyFrameRequests).as(call.name).isBetween(4, 150);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void nothingBreaksWhateverIsLostAndWhatIsAskedForIsSentAsItWas(long seed) {
        Recovery recovery = seed % 2 == 0 ? Recovery.NACK : Recovery.NACK_AND_RTX;
        try (Call call = new Call(seed, 3, 2, recovery)) {
            call.bridge.network.conditions(new Conditions(0.02, 0.01, 5 * MS, 12 * MS));
            call.moveAtRandom(18);
            call.bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
            call.endsWell();
            if (recovery == Recovery.NACK_AND_RTX) {
                assertThat(call.viewer.client.recovery.recovered).as(call.name).isGreaterThan(5);
            }
        }
    }

    @Test
    void camerasThatChangeSlotsInOneStepDoNotMix() {
        try (Call call = new Call(21, 2, 2, Recovery.NACK_AND_RTX)) {
            for (int i = 0; i < 6; i++) {
                call.show(i % 2, 1 - i % 2);
                call.run(500);
                assertThat(call.viewer.cameraIn(SLOT[0])).isEqualTo(i % 2);
                assertThat(call.viewer.cameraIn(SLOT[1])).isEqualTo(1 - i % 2);
            }
            call.endsWell();
        }
    }

    @Test
    void theSlotOfACameraThatLeftIsGoneOnWithByTheNextOne() {
        try (Call call = new Call(31, 3, 2, Recovery.NACK_AND_RTX)) {
            call.show(2, 0);
            call.run(1000);
            Camera gone = call.cameras.removeLast();
            call.bridge.slots.put("viewer", Map.of(call.cameras.getFirst().lowest, SLOT[1]));
            call.bridge.leave(gone.client.name);
            call.run(300);
            int decoded = call.viewer.decoder(SLOT[0].ssrc()).decoded;
            call.show(1, 0);
            call.run(1000);
            assertThat(call.viewer.decoder(SLOT[0].ssrc()).decoded - decoded).isGreaterThan(20);
            assertThat(call.viewer.decoder(SLOT[0].ssrc()).undecoded()).isZero();
            assertThat(call.viewer.cameraIn(SLOT[0])).isEqualTo(1);
        }
    }

    @Test
    void whatIsMutedInASlotLeavesNoGapAndComesBackWithAKeyFrame() {
        try (Call call = new Call(41, 2, 1, Recovery.NACK_AND_RTX)) {
            call.show(0, 1);
            call.run(1000);
            Camera camera = call.cameras.getFirst();
            Stream[] muted =
                    Arrays.stream(camera.declared).map(SimulatedBridge::muted).toArray(Stream[]::new);
            call.bridge.declare(camera.client.name, muted);
            call.run(300);
            int decoded = call.viewer.decoder(SLOT[0].ssrc()).decoded;
            call.run(300);
            assertThat(call.viewer.decoder(SLOT[0].ssrc()).decoded).isEqualTo(decoded);
            call.bridge.declare(camera.client.name, camera.declared);
            call.run(1000);
            assertThat(call.viewer.decoder(SLOT[0].ssrc()).decoded).isGreaterThan(decoded + 20);
            assertThat(call.viewer.decoder(SLOT[0].ssrc()).undecoded()).isZero();
            assertThat(call.viewer.decoder(SLOT[1].ssrc()).missing()).isZero();
        }
    }

    @Test
    void senderReportsAreAboutWhoIsInTheSlot() {
        try (Call call = new Call(51, 2, 2, Recovery.NONE)) {
            call.show(0, -1);
            call.run(1000);
            call.show(1, -1);
            call.run(1000);
            call.viewer.client.senderReportTimestamps.clear();
            for (Camera camera : call.cameras) {
                camera.sent.forEach(stream -> camera.client.sendSenderReport(stream, 0x1234_5678_9ABC_DEF0L));
            }
            call.bridge.run(20 * MS);
            assertThat(call.viewer.client.senderReportTimestamps)
                    .as("one, of the camera that is shown, on the slot's clock")
                    .containsExactly(Objects.requireNonNull(call.viewer.came.get(SLOT[0].ssrc())).values().stream()
                            .map(Came::timestamp)
                            .max((a, b) -> a - b)
                            .orElseThrow());
        }
    }

    @Test
    void talkersTakeTurnsInAnAudioSlotAndTheNumbersGoOn() {
        try (SimulatedBridge bridge = new SimulatedBridge(61, 2)) {
            SourceSlot slot = new SourceSlot(800, 801, null);
            SimulatedClient ann = bridge.join("ann", SimulatedBridge.audio(500));
            SimulatedClient bob = bridge.join("bob", SimulatedBridge.audio(600));
            bridge.slots.put("listener", Map.of());
            SimulatedClient listener = bridge.join("listener");
            List<String> heard = new ArrayList<>();
            List<Integer> timestamps = new ArrayList<>();
            Set<Integer> ssrcs = new HashSet<>();
            listener.watcher = (ssrc, _, timestamp, _, payload) -> {
                ssrcs.add(ssrc);
                heard.add(new String(payload, java.nio.charset.StandardCharsets.US_ASCII));
                timestamps.add(timestamp);
            };
            SentStream fromAnn = ann.addStream(500, SimulatedBridge.OPUS, 65_500);
            SentStream fromBob = bob.addStream(600, SimulatedBridge.OPUS, 20);
            fromBob.nextTimestamp = -2000;
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            for (int turn = 0; turn < 6; turn++) {
                bridge.slots.put("listener", Map.of(turn % 2 == 0 ? 500 : 600, slot));
                bridge.publish();
                bridge.run(20 * MS);
                heard.clear();
                for (int i = 0; i < 30; i++) {
                    ann.send(fromAnn, "ann".getBytes(java.nio.charset.StandardCharsets.US_ASCII), false);
                    bob.send(fromBob, "bob".getBytes(java.nio.charset.StandardCharsets.US_ASCII), false);
                    bridge.run(20 * MS);
                }
                assertThat(heard).as("turn " + turn).hasSize(30).containsOnly(turn % 2 == 0 ? "ann" : "bob");
            }
            assertThat(ssrcs).containsExactly(800);
            List<Long> numbers = Objects.requireNonNull(listener.got.get(800)).order;
            for (int i = 1; i < timestamps.size(); i++) {
                assertThat(numbers.get(i) - numbers.get(i - 1)).as("no gap").isEqualTo(1);
                assertThat(timestamps.get(i) - timestamps.get(i - 1))
                        .as("as time goes by")
                        .isBetween(960, 4 * 960);
            }
            assertThat(ann.keyFrameRequests)
                    .as("no key frame is asked of audio")
                    .isEmpty();
        }
    }
}
