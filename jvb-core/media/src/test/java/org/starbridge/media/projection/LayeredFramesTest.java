package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.projection.LayeredSource.InterLayer;
import org.starbridge.media.projection.LayeredSource.Wire;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.dependency.DependencyDescriptorWriter;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.dependency.DependencyStructureBuilder;
import org.starbridge.rtp.dependency.DescribedFrames;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.testkit.DailyShare;

/**
 * Sources with spatial and temporal layers in one SSRC, in every structure and on every wire: what a receiver gets is
 * closed under dependencies, whole, and numbered without a seam, whatever is wanted, lost or comes late.
 */
class LayeredFramesTest {
    private static final long FRAME_NS = 33_000_000;
    private static final List<Long> SEEDS = DailyShare.of(
            "LayeredFramesTest, seeds",
            10,
            LongStream.rangeClosed(1, 40).boxed().toList());
    /** In packets. What comes after two more key frames is of a structure that is no longer kept. */
    private static final int MAX_LATENESS = 30;

    static Stream<Arguments> structures() {
        List<Arguments> all = new ArrayList<>();
        for (Wire wire : Wire.values()) {
            for (InterLayer interLayer : InterLayer.values()) {
                all.add(Arguments.of(wire, interLayer));
            }
        }
        return all.stream();
    }

    private static LayeredSource source(Random random, Wire wire, InterLayer interLayer) {
        return new LayeredSource(random, wire, interLayer, 1 + random.nextInt(3), 1 + random.nextInt(3), 0);
    }

    @ParameterizedTest
    @MethodSource("structures")
    void withoutLossesEveryPictureIsWholeWhateverIsWanted(Wire wire, InterLayer interLayer) {
        for (long seed : SEEDS) {
            Random random = new Random(seed);
            LayeredSource source = source(random, wire, interLayer);
            if (seed % 4 == 0 && interLayer != InterLayer.NEVER) { // else the first key picture is not whole
                source.sendAtMost(2);
            }
            String name = "seed " + seed;
            try (LayeredReceiver receiver = new LayeredReceiver()) {
                receiver.target(random.nextInt(3), random.nextInt(3));
                long nowNs = 0;
                for (int picture = 0; picture < 400; picture++) {
                    if (random.nextInt(20) == 0) {
                        receiver.target(random.nextInt(3), random.nextInt(3));
                    }
                    if (random.nextInt(60) == 0) {
                        source.spatialLayers(1 + random.nextInt(source.maxSpatialLayers()));
                    }
                    int requests = receiver.requests;
                    for (LayeredSource.Packet packet : source.capture()) {
                        receiver.onPacket(packet, nowNs);
                    }
                    if (receiver.requests > requests) {
                        source.requestKeyFrame();
                    }
                    nowNs += FRAME_NS;
                }
                receiver.assertClosed(name);
                receiver.assertChained(name);
                receiver.assertMonotone(name);
                receiver.assertWholePictures(name);
                assertThat(receiver.came).as(name).hasSizeGreaterThan(50);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void withLossesAndLatePacketsWhatGoesIsClosed(Wire wire, InterLayer interLayer) {
        for (long seed : SEEDS) {
            Random random = new Random(seed);
            LayeredSource source = source(random, wire, interLayer);
            String name = "seed " + seed;
            if (seed % 4 == 0) {
                source.sendAtMost(2);
            }
            List<LayeredSource.Packet> late = new ArrayList<>();
            try (LayeredReceiver receiver = new LayeredReceiver()) {
                receiver.target(2, 2);
                long nowNs = 0;
                for (int picture = 0; picture < 400; picture++) {
                    if (random.nextInt(20) == 0) {
                        receiver.target(random.nextInt(3), random.nextInt(3));
                    }
                    int requests = receiver.requests;
                    for (LayeredSource.Packet packet : source.capture()) {
                        switch (random.nextInt(25)) {
                            case 0 -> {} // lost
                            case 1, 2 -> late.add(packet);
                            default -> receiver.onPacket(packet, nowNs);
                        }
                        late.removeIf(each -> packet.extSeq() - each.extSeq() > MAX_LATENESS); // lost for good
                        while (!late.isEmpty() && random.nextInt(8) == 0) {
                            receiver.onPacket(late.remove(random.nextInt(late.size())), nowNs);
                        }
                    }
                    if (receiver.requests > requests || random.nextInt(100) == 0) {
                        source.requestKeyFrame();
                    }
                    nowNs += FRAME_NS;
                }
                receiver.assertClosed(name);
                receiver.assertChained(name);
                receiver.assertMonotone(name);
                assertThat(receiver.came).as(name).hasSizeGreaterThan(50);
            }
        }
    }

    /** Of each picture the lowest layers up to what it is to get, in K-SVC and with independent layers, too. */
    @ParameterizedTest
    @MethodSource("structures")
    void whoChoosesItselfGetsEveryPictureWithAllLayersUpToItsOwn(Wire wire, InterLayer interLayer) {
        for (long seed : SEEDS) {
            Random random = new Random(seed);
            LayeredSource source = source(random, wire, interLayer);
            String name = "seed " + seed;
            try (LayeredReceiver receiver = new LayeredReceiver()) {
                receiver.projection.keepLowerLayers(true);
                int limit = random.nextInt(3);
                receiver.target(limit, 2);
                long nowNs = 0;
                boolean isSettled = true; // less goes at once, more with a key frame
                for (int picture = 0; picture < 200; picture++) {
                    if (random.nextInt(20) == 0) {
                        int other = random.nextInt(3);
                        isSettled &= other <= limit;
                        limit = other;
                        receiver.target(limit, 2);
                    }
                    int requests = receiver.requests;
                    List<LayeredSource.Packet> packets = source.capture();
                    for (LayeredSource.Packet packet : packets) {
                        receiver.onPacket(packet, nowNs);
                    }
                    isSettled |= packets.getFirst().frame().isKey();
                    if (receiver.requests > requests) {
                        source.requestKeyFrame();
                    }
                    nowNs += FRAME_NS;
                    String all = "012".substring(0, Math.min(limit + 1, source.maxSpatialLayers()));
                    String came = receiver.layersOf(picture);
                    assertThat(all).as("%s, picture %s", name, picture).startsWith(came);
                    if (isSettled) {
                        assertThat(came).as("%s, picture %s", name, picture).isEqualTo(all);
                    }
                    assertThat(came).as("%s, picture %s", name, picture).isNotEmpty();
                }
                receiver.assertClosed(name);
                receiver.assertChained(name);
                receiver.assertMonotone(name);
                receiver.assertWholePictures(name);
            }
        }
    }

    @Test
    void whoChoosesItselfIsToldOfTheTargetsOfAllItsLayers() {
        LayeredSource source = new LayeredSource(new Random(2), Wire.DESCRIPTOR, InterLayer.KEY_PICTURES, 3, 3, 0);
        try (LayeredReceiver receiver = new LayeredReceiver()) {
            receiver.projection.keepLowerLayers(true);
            receiver.target(1, 2);
            source.capture().forEach(packet -> receiver.onPacket(packet, 0));
            assertThat(receiver.activeDecodeTargets).containsOnly(0b000_111_111);
        }
    }

    /** Three spatial and three temporal layers. */
    private static final class Call implements AutoCloseable {
        final LayeredReceiver receiver = new LayeredReceiver();
        final LayeredSource source;
        long nowNs;
        int pictures;

        Call(Wire wire, InterLayer interLayer) {
            source = new LayeredSource(new Random(5), wire, interLayer, 3, 3, 0);
        }

        /** Captures pictures and says which spatial layers of each went; nothing of a picture: "-". */
        String run(int count) {
            List<String> went = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                for (LayeredSource.Packet packet : source.capture()) {
                    receiver.onPacket(packet, nowNs);
                }
                nowNs += FRAME_NS;
                String layers = receiver.layersOf(pictures++);
                went.add(layers.isEmpty() ? "-" : layers);
            }
            return String.join(" ", went);
        }

        @Override
        public void close() {
            receiver.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VP9, 0, 2, 0 0 0 0",
        "VP9, 1, 2, 01 1 1 1",
        "VP9, 2, 2, 012 2 2 2",
        "VP9, 2, 1, 012 - 2 - 2",
        "VP9, 1, 0, 01 - - - 1",
        "VP9_FLEXIBLE, 1, 2, 01 1 1 1",
        "DESCRIPTOR, 0, 2, 0 0 0 0",
        "DESCRIPTOR, 2, 2, 012 2 2 2",
        "DESCRIPTOR, 1, 1, 01 - 1 - 1",
    })
    void ofKSvcOnlyTheWantedLayerGoesBehindTheKeyPicture(Wire wire, int spatial, int temporal, String expected) {
        try (Call call = new Call(wire, InterLayer.KEY_PICTURES)) {
            call.receiver.target(spatial, temporal);
            assertThat(call.run(expected.split(" ", -1).length)).isEqualTo(expected);
            assertThat(call.receiver.requests).as("it began with a key frame").isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VP9, 0, 2, 0 0 0 0",
        "VP9_FLEXIBLE, 1, 2, 01 1 1 1",
        "VP9, 2, 1, 02 - 2 - 2",
        "DESCRIPTOR, 1, 1, 01 - 1 - 1",
        "DESCRIPTOR, 2, 2, 02 2 2 2",
    })
    void ofIndependentLayersTheWantedOneGoesBehindTheBeginningOfTheKeyPicture(
            Wire wire, int spatial, int temporal, String expected) {
        try (Call call = new Call(wire, InterLayer.NEVER)) {
            call.receiver.target(spatial, temporal);
            assertThat(call.run(expected.split(" ", -1).length)).isEqualTo(expected);
            call.receiver.assertWholePictures("independent");
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 0 0 0 0 0 0", "1, 0 - 0 - 0 -", "0, 0 - - - 0 -"})
    void ofVp8BesideADescriptorTheWantedTemporalLayersGo(int temporal, String expected) {
        try (Call call = new Call(Wire.VP8, InterLayer.ALL)) {
            call.receiver.target(2, temporal);
            assertThat(call.run(6)).isEqualTo(expected);
            call.receiver.assertWholePictures("VP8");
            assertThat(call.receiver.requests).isZero();
        }
    }

    /** A decoder that goes by sequence numbers would wait at a gap that stays open. */
    @ParameterizedTest
    @CsvSource({"VP8", "DESCRIPTOR"})
    void whatComesLateAndIsLeftOutLeavesNoGap(Wire wire) {
        int filled = 0;
        for (long seed : SEEDS) {
            Random random = new Random(seed);
            LayeredSource source = source(random, wire, InterLayer.ALL);
            List<LayeredSource.Packet> late = new ArrayList<>();
            try (LayeredReceiver receiver = new LayeredReceiver()) {
                receiver.target(2, 2);
                source.capture().forEach(packet -> receiver.onPacket(packet, 0));
                for (int picture = 0; picture < 200; picture++) {
                    if (random.nextInt(20) == 0) {
                        receiver.target(random.nextInt(3), random.nextInt(3));
                    }
                    for (LayeredSource.Packet packet : source.capture()) {
                        if (random.nextInt(6) > 0) {
                            receiver.onPacket(packet, picture * FRAME_NS);
                        } else {
                            late.add(packet);
                        }
                        while (late.size() > 3) {
                            receiver.onPacket(late.removeFirst(), picture * FRAME_NS);
                        }
                    }
                }
                late.forEach(packet -> receiver.onPacket(packet, 200 * FRAME_NS));
                receiver.assertClosed("seed " + seed);
                receiver.assertNoGap("seed " + seed);
                assertThat(receiver.came).hasSizeGreaterThan(50);
                filled += receiver.filled.size();
            }
        }
        assertThat(filled).isPositive();
    }

    @Test
    void chainWithAFrameThatWasLeftOutNeedsAKeyFrame() {
        DependencyStructure structure = new DependencyStructureBuilder(0, 2, 0, 0)
                .template(0, 0, "SS", new int[] {0})
                .template(0, 0, "SS", new int[] {1}, 2)
                .template(0, 1, "-R", new int[] {1}, 1)
                .build();
        DependencyDescriptorWriter writer = new DependencyDescriptorWriter(structure);
        DescribedFrames described = new DescribedFrames();
        LayeredFrames frames = new LayeredFrames(true);
        int temporalLayerZero = LayerId.of(0, 0, 0);
        try (Slab slab = Slab.allocate(512)) {
            FrameFacts key = facts(described, writer.frame(true, true, 0, 10).withStructure(), slab);
            frames.start(key);
            assertThat(frames.passes(key, temporalLayerZero)).isTrue();
            assertThat(frames.passes(facts(described, writer.frame(true, true, 2, 11), slab), temporalLayerZero))
                    .as("temporal layer 1")
                    .isFalse();
            assertThat(frames.passes(facts(described, writer.frame(true, true, 1, 12), slab), temporalLayerZero))
                    .as("refers to the key frame, but its chain goes over temporal layer 1")
                    .isFalse();
            assertThat(frames.needsKeyFrame()).isTrue();
            assertThat(frames.passes(
                            facts(described, writer.frame(true, true, 0, 13).withStructure(), slab), temporalLayerZero))
                    .isTrue();
            assertThat(frames.needsKeyFrame()).isFalse();
        }
    }

    private static FrameFacts facts(DescribedFrames described, DependencyDescriptorWriter writer, Slab slab) {
        FrameFacts facts = new FrameFacts();
        Memory.put8(slab.address() + 400, 0x10);
        facts.parse(VideoCodec.AV1, 0, slab.address() + 400, 1, true);
        assertThat(described.onPacket(facts, slab.address(), writer.write(slab.address(), 400), true))
                .isNull();
        facts.place(true, 1, 1);
        return facts;
    }

    @ParameterizedTest
    @CsvSource({"VP9", "DESCRIPTOR"})
    void ofKSvcTheLayerChangesWithAKeyFrameThatIsHeldDown(Wire wire) {
        try (Call call = new Call(wire, InterLayer.KEY_PICTURES)) {
            call.receiver.target(0, 2);
            assertThat(call.run(4)).isEqualTo("0 0 0 0");
            call.receiver.requests = 0;
            call.receiver.target(2, 2);
            assertThat(call.run(24)).doesNotContain("2");
            assertThat(call.receiver.requests)
                    .as("a second after the last key frame")
                    .isZero();
            call.run(8);
            assertThat(call.receiver.requests).isEqualTo(1);
            call.source.requestKeyFrame();
            assertThat(call.run(8)).isEqualTo("012 2 2 2 2 2 2 2");
            call.receiver.target(1, 2);
            assertThat(call.run(8)).as("less, until the key frame").isEqualTo("2 - - - 2 - - -");
            call.source.requestKeyFrame();
            assertThat(call.run(4)).isEqualTo("01 1 1 1");
            call.receiver.assertWholePictures("down");
        }
    }

    @ParameterizedTest
    @CsvSource({"VP9", "VP9_FLEXIBLE", "DESCRIPTOR"})
    void ofFullSvcTheLayerFallsWithoutAKeyFrame(Wire wire) {
        try (Call call = new Call(wire, InterLayer.ALL)) {
            call.receiver.target(2, 2);
            assertThat(call.run(6)).isEqualTo("012 012 012 012 012 012");
            call.receiver.requests = 0;
            call.receiver.target(0, 2);
            assertThat(call.run(6)).as("at the next picture of layer 0").isEqualTo("- - 0 0 0 0");
            call.receiver.target(2, 2);
            assertThat(call.run(30)).doesNotContain("1");
            assertThat(call.receiver.requests).isEqualTo(1);
            call.source.requestKeyFrame();
            assertThat(call.run(2)).isEqualTo("012 012");
            call.receiver.assertClosed("full");
            call.receiver.assertWholePictures("full");
        }
    }

    @ParameterizedTest
    @CsvSource({"VP9", "DESCRIPTOR"})
    void whereTheSenderEndsALayerTheNextLowerOneIsTheBest(Wire wire) {
        try (Call call = new Call(wire, InterLayer.KEY_PICTURES)) {
            call.receiver.target(2, 2);
            call.run(4);
            call.source.spatialLayers(2);
            assertThat(call.run(4)).isEqualTo("01 1 1 1");
            call.source.spatialLayers(3);
            assertThat(call.run(4)).isEqualTo("012 2 2 2");
        }
    }

    /** Its key pictures end without the layers that it names and does not have. */
    @ParameterizedTest
    @CsvSource({"VP9", "VP9_FLEXIBLE", "DESCRIPTOR"})
    void ofAnEncoderWithFewerLayersThanItNamesTheHighestThatComesGoes(Wire wire) {
        for (InterLayer interLayer : List.of(InterLayer.KEY_PICTURES, InterLayer.ALL)) {
            try (Call call = new Call(wire, interLayer)) {
                String delta = interLayer == InterLayer.ALL ? " 01" : " 1";
                call.source.sendAtMost(2);
                call.receiver.target(3, 3);
                assertThat(call.run(60)).isEqualTo("01" + delta.repeat(59));
                call.source.requestKeyFrame();
                assertThat(call.run(60)).isEqualTo("01" + delta.repeat(59));
                assertThat(call.receiver.requests).as("nothing is waited for").isZero();
                call.receiver.assertClosed(wire.name());
                call.receiver.assertWholePictures(wire.name());
                call.source.sendAtMost(3);
                String again = call.run(60);
                if (call.receiver.requests > 0) { // one that was missing is waited for when it comes
                    call.source.requestKeyFrame();
                    again = call.run(4);
                }
                assertThat(again).startsWith("012");
                assertThat(call.receiver.requests).isLessThanOrEqualTo(1);
            }
        }
    }

    /** Pictures are few, and the marker of the key picture comes late. */
    @Test
    void aKeyPictureWithoutTheHighestLayerIsKnownByTheFrameNumbersToo() {
        try (Call call = new Call(Wire.DESCRIPTOR, InterLayer.KEY_PICTURES)) {
            call.source.sendAtMost(2);
            call.receiver.target(3, 3);
            List<LayeredSource.Packet> key = call.source.capture();
            while (key.size() < 2 || key.get(key.size() - 2).frame().spatial() == 0) { // two packets of the upper layer
                call.source.requestKeyFrame();
                key = call.source.capture();
            }
            key.subList(0, key.size() - 1).forEach(packet -> call.receiver.onPacket(packet, 0));
            for (int picture = 1; picture < 6; picture++) {
                List<LayeredSource.Packet> packets = call.source.capture();
                boolean isTwo = picture == 2;
                for (LayeredSource.Packet packet : packets) {
                    call.receiver.onPacket(packet, picture * FRAME_NS);
                }
                if (isTwo) {
                    call.receiver.onPacket(key.getLast(), picture * FRAME_NS);
                }
                assertThat(call.receiver.layersOf(packets.getFirst().frame().picture()))
                        .isEqualTo("1");
            }
            assertThat(call.receiver.requests).isZero();
        }
    }

    /** From a source that went whole: nothing is missing, so the lower layers can be gone on with. */
    @ParameterizedTest
    @CsvSource({"VP9", "DESCRIPTOR"})
    void whatWentWholeFallsToALowerLayerWithoutAKeyFrame(Wire wire) {
        try (Call call = new Call(wire, InterLayer.KEY_PICTURES)) {
            call.receiver.isWhole = true;
            assertThat(call.run(4)).isEqualTo("012 012 012 012");
            call.receiver.target(0, 2);
            call.receiver.takeOver = true;
            assertThat(call.run(5)).isEqualTo("0 0 0 0 0");
            assertThat(call.receiver.requests).isZero();
            call.receiver.assertMonotone("taken over");
        }
    }

    @Test
    void theReceiverIsToldWhichDecodeTargetsItGets() {
        try (Call call = new Call(Wire.DESCRIPTOR, InterLayer.ALL)) {
            call.receiver.target(1, 1);
            call.run(4);
            assertThat(call.receiver.activeDecodeTargets).containsExactly(0b011_011);
            call.receiver.target(0, 2);
            call.run(6);
            assertThat(call.receiver.activeDecodeTargets).endsWith(0b111);
        }
        try (Call call = new Call(Wire.DESCRIPTOR, InterLayer.KEY_PICTURES)) {
            call.receiver.target(2, 2);
            call.run(8);
            assertThat(call.receiver.activeDecodeTargets)
                    .as("of the others frames are missing")
                    .containsExactly(0b111_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"VP9", "DESCRIPTOR"})
    void numbersGoOnWhereAnotherSourceTakesThePlace(Wire wire) {
        try (LayeredReceiver receiver = new LayeredReceiver()) {
            receiver.target(1, 2);
            long nowNs = 0;
            for (int turn = 0; turn < 6; turn++) {
                LayeredSource source =
                        new LayeredSource(new Random(turn), wire, InterLayer.KEY_PICTURES, 1 + turn % 3, 3, turn % 2);
                receiver.projection.onSourceChange();
                receiver.projection.target(LayerId.of(turn % 2, 1, 2));
                for (int picture = 0; picture < 30; picture++) {
                    for (LayeredSource.Packet packet : source.capture()) {
                        receiver.onPacket(packet, nowNs);
                    }
                    nowNs += FRAME_NS;
                }
            }
            receiver.assertMonotone("sources");
            receiver.assertWholePictures("sources");
        }
    }
}
