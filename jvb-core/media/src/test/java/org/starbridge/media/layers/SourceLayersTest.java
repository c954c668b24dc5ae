package org.starbridge.media.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.codec.Vp9Dependencies;
import org.starbridge.rtp.codec.Vp9DescriptorWriter;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.LayersAllocation;

class SourceLayersTest {
    private static final long MS = 1_000_000;

    private final SourceLayers layers = new SourceLayers(3);
    private final FrameFacts facts = new FrameFacts();
    private long extSeq = 100;

    private boolean packet(int encoding, int temporal, int bytes, long nowNs) {
        try (Slab slab = Slab.allocate(8)) {
            int length = Vp8Descriptor.write(slab.address(), 8, true, 1, 1, temporal, -1);
            Memory.put8(slab.address() + length, 1);
            assertThat(facts.parse(VideoCodec.VP8, encoding, slab.address(), length + 1, true))
                    .isNull();
            return layers.onPacket(facts, extSeq++, bytes, nowNs);
        }
    }

    private boolean keyFrame(int encoding, int height, long nowNs) {
        return keyFrame(encoding, height * 16 / 9, height, nowNs);
    }

    private boolean keyFrame(int encoding, int width, int height, long nowNs) {
        try (Slab slab = Slab.allocate(16)) {
            int length = Vp8Descriptor.write(slab.address(), 16, true, 1, 1, 0, -1);
            long header = slab.address() + length;
            Memory.put24(header + 3, 0x9D012A);
            Memory.put8(header + 6, width);
            Memory.put8(header + 7, width >> 8);
            Memory.put8(header + 8, height);
            Memory.put8(header + 9, height >> 8);
            facts.parse(VideoCodec.VP8, encoding, slab.address(), length + 10, true);
            return layers.onPacket(facts, extSeq++, 100, nowNs);
        }
    }

    private boolean allocation(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        LayersAllocation allocation = new LayersAllocation();
        try (Slab slab = Slab.allocate(bytes.length)) {
            Memory.copyIn(bytes, 0, slab.address(), bytes.length);
            assertThat(allocation.parse(slab.address(), bytes.length)).isNull();
        }
        return layers.onAllocation(allocation);
    }

    @Test
    void assumesThreeTemporalLayersOfDoubledHeights() {
        for (int encoding = 0; encoding < 3; encoding++) {
            assertThat(layers.height(LayerId.of(encoding, 0, 0))).isEqualTo(180 << encoding);
            assertThat(layers.isActive(encoding)).isFalse();
            assertThat(layers.framesPerSecond(LayerId.of(encoding, 0, 0))).isEqualTo(7.5f);
            assertThat(layers.framesPerSecond(LayerId.of(encoding, 0, 1))).isEqualTo(15f);
            assertThat(layers.framesPerSecond(LayerId.of(encoding, 0, 2))).isEqualTo(30f);
            assertThat(layers.framesPerSecond(LayerId.of(encoding, 0, 3))).isEqualTo(30f);
        }
    }

    @Test
    void keyFramesTellTheHeight() {
        assertThat(keyFrame(1, 270, 0)).isTrue();
        assertThat(layers.height(LayerId.of(1, 0, 0))).isEqualTo(270);
        assertThat(keyFrame(1, 270, MS)).isFalse();
        assertThat(keyFrame(1, 240, 2 * MS)).isTrue();
        assertThat(layers.height(LayerId.of(1, 0, 0))).isEqualTo(240);
        assertThat(layers.height(LayerId.of(0, 0, 0))).isEqualTo(180);
    }

    @Test
    void anEncodingEndsWhenTheOthersGoOnWithoutIt() {
        assertThat(packet(2, 0, 1000, 0)).isTrue();
        assertThat(packet(2, 2, 1000, MS)).isFalse();
        assertThat(packet(1, 0, 1000, 2 * MS)).isTrue();
        for (int i = 0; i < 10; i++) {
            assertThat(packet(1, 0, 1000, 10L * i * MS)).isFalse();
        }
        assertThat(layers.isActive(2)).as("too short a time").isTrue();
        assertThat(packet(1, 0, 1000, SourceLayers.ENDED_NS + 2 * MS)).isTrue();
        assertThat(layers.isActive(2)).isFalse();
        assertThat(facts.isFlowing(1)).isTrue();
        assertThat(facts.isFlowing(2)).isFalse();
        assertThat(packet(2, 0, 1000, 3000 * MS)).isTrue();
        assertThat(facts.isFlowing(2)).isTrue();
    }

    @Test
    void aScreenOnWhichNothingMovesHasNotEnded() {
        for (int i = 0; i < 10; i++) {
            packet(0, 0, 1000, i * 3000L * MS);
            packet(1, 0, 1000, i * 3000L * MS);
            assertThat(layers.poll(i * 3000L * MS + 2999 * MS)).isFalse();
        }
        assertThat(layers.isActive(0) && layers.isActive(1)).isTrue();
        assertThat(layers.poll(27_000 * MS + SourceLayers.SILENT_NS + MS)).isTrue();
        assertThat(layers.isActive(0) || layers.isActive(1)).isFalse();
    }

    @Test
    void aSilentSourceOffersWhatItSentLast() {
        assertThat(offered(0)).as("nothing is known yet").isEmpty();
        packet(0, 0, 1000, 0);
        for (int i = 0; i < 10; i++) {
            packet(1, 0, 1000, i * 200L * MS);
            packet(2, 0, 1000, i * 200L * MS);
        }
        assertThat(offered(1800 * MS)).as("the first has ended").containsExactly(1, 2);
        long silentNs = 1800 * MS + SourceLayers.SILENT_NS + MS;
        assertThat(layers.poll(silentNs)).isTrue();
        assertThat(layers.snapshot(silentNs).layers()).noneMatch(LayersSnapshot.Layer::isActive);
        assertThat(offered(silentNs)).containsExactly(1, 2);
        assertThat(layers.poll(silentNs)).isFalse();
        packet(0, 0, 1000, silentNs + MS);
        assertThat(offered(silentNs + MS)).as("another one is sent since").containsExactly(0);
    }

    private List<Integer> offered(long nowNs) {
        return layers.snapshot(nowNs).layers().stream()
                .filter(LayersSnapshot.Layer::isOffered)
                .map(LayersSnapshot.Layer::encoding)
                .distinct()
                .toList();
    }

    @Test
    void tellsWhichPacketsAreTheNewest() {
        packet(0, 0, 1000, 0);
        assertThat(facts.isNewest()).isTrue();
        extSeq -= 2;
        packet(0, 0, 1000, 0);
        assertThat(facts.isNewest()).isFalse();
        packet(1, 0, 1000, 0);
        assertThat(facts.isNewest()).isTrue();
    }

    @Test
    void aLayerCostsWhatItDependsOnToo() {
        for (int i = 0; i < 300; i++) {
            packet(0, i % 3, 125 * (1 + i % 3), i * 10L * MS);
        }
        long now = 3000 * MS;
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 0), now)).isBetween(32_000L, 34_000L);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 1), now)).isBetween(98_000L, 102_000L);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 2), now)).isBetween(198_000L, 202_000L);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 3), now)).isEqualTo(layers.bitrateBps(LayerId.of(0, 0, 2), now));
        assertThat(layers.bitrateBps(LayerId.of(1, 0, 3), now)).isZero();
    }

    @Test
    void aPortraitIsAsHighAsALandscape() {
        keyFrame(1, 360, 640, 0);
        assertThat(layers.height(LayerId.of(1, 0, 0))).isEqualTo(360);
        assertThat(keyFrame(2, 480, 640, 0)).isTrue();
        assertThat(layers.height(LayerId.of(2, 0, 0))).isEqualTo(480);
        // One stream: 90x160 with 10 kbit/s and 15 frames.
        assertThat(allocation("01 00 0a 0059009f0f")).isTrue();
        assertThat(layers.height(LayerId.of(0, 0, 0))).isEqualTo(90);
    }

    @ParameterizedTest
    @CsvSource({
        "VP9, 0a1802d00500, 720",
        "VP9, aa8123000050014000b402800168050002d0, 720",
        "AV1, 680c0800000024c4ffdf36be401030, 480",
        "H264, 6742c01fda014016ec0440000003004000000f23c60ca8, 720"
    })
    void otherCodecsTellTheHeightToo(VideoCodec codec, String hex, int height) {
        byte[] payload = HexFormat.of().parseHex(hex);
        try (Slab slab = Slab.allocate(payload.length)) {
            Memory.copyIn(payload, 0, slab.address(), payload.length);
            assertThat(facts.parse(codec, 0, slab.address(), payload.length, false))
                    .isNull();
            assertThat(layers.onPacket(facts, extSeq++, 100, 0)).isTrue();
        }
        assertThat(layers.height(LayerId.of(0, 0, 0))).isEqualTo(height);
    }

    @Test
    void theWindowSlidesAndForgetsAPause() {
        packet(0, 0, 1000, 0);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 0), 20 * MS)).isEqualTo(8000);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 0), 1019 * MS)).isEqualTo(8000);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 0), 1020 * MS)).isZero();
        packet(0, 0, 1000, 2000 * MS);
        packet(0, 0, 1000, 1990 * MS);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 0), 2020 * MS)).isEqualTo(16_000);
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 0), 3_600_000 * MS)).isZero();
    }

    @Test
    void anAllocationTellsEverythingAtOnce() {
        packet(0, 0, 100, 0);
        packet(1, 0, 100, 0);
        packet(2, 0, 100, 0);
        // Three streams, the third not sent: 160x90 with 10 and 15 kbit/s, 320x240 with 20 and 30; 15 and 20 frames.
        assertThat(allocation("20 11 00 50 0a0f 141e 009f00590f 013f00ef14")).isTrue();
        assertThat(layers.isActive(2)).isFalse();
        assertThat(layers.isActive(1)).isTrue();
        assertThat(layers.height(LayerId.of(0, 0, 0))).isEqualTo(90);
        assertThat(layers.height(LayerId.of(1, 0, 0))).isEqualTo(240);
        assertThat(layers.temporalLayers(LayerId.of(1, 0, 0))).isEqualTo(2);
        assertThat(layers.framesPerSecond(LayerId.of(1, 0, 0))).isEqualTo(10f);
        assertThat(layers.framesPerSecond(LayerId.of(1, 0, 1))).isEqualTo(20f);
        assertThat(layers.targetBps(LayerId.of(1, 0, 1))).isEqualTo(30_000);
        assertThat(layers.targetBps(LayerId.of(2, 0, 0))).isZero();
        assertThat(allocation("20 11 00 50 0a0f 141f 009f00590f 013f00ef14")).isFalse();
        assertThat(layers.targetBps(LayerId.of(1, 0, 1))).isEqualTo(31_000);
        assertThat(packet(2, 0, 100, MS)).isTrue();
        assertThat(allocation("00")).isTrue();
        assertThat(layers.isActive(0)).isFalse();
    }

    @Test
    void aSnapshotTellsEveryLayer() {
        packet(1, 1, 1000, 0);
        LayersSnapshot snapshot = layers.snapshot(20 * MS);
        assertThat(snapshot.version()).isEqualTo(layers.version());
        assertThat(snapshot.layers()).hasSize(9);
        LayersSnapshot.Layer layer = snapshot.layers().get(5);
        assertThat(layer).isEqualTo(new LayersSnapshot.Layer(LayerId.of(1, 0, 2), true, true, 360, 30f, 1f, 8000, 0));
        assertThat(layer.encoding()).isEqualTo(1);
        assertThat(layer.temporalLayer()).isEqualTo(2);
        assertThat(snapshot.layers().get(3).bitrateBps()).isZero();
        assertThat(snapshot.layers().get(8).isActive()).isFalse();
    }

    @Test
    void countsTheFramesOfALayerAndThoseBelowIt() {
        for (int i = 0; i < 20; i++) {
            packet(0, i % 2, 100, 100L * i * MS);
        }
        LayersSnapshot snapshot = layers.snapshot(2000 * MS);
        assertThat(snapshot.layers().get(0).receivedFramesPerSecond()).isEqualTo(5f);
        assertThat(snapshot.layers().get(1).receivedFramesPerSecond()).isEqualTo(10f);
        assertThat(snapshot.layers().get(3).receivedFramesPerSecond()).isZero();
        assertThat(layers.snapshot(2500 * MS).layers().get(1).receivedFramesPerSecond())
                .isEqualTo(5f);
    }

    @Test
    void takesNoNoticeOfAnEncodingThatWasNotDeclared() {
        assertThat(packet(3, 0, 100, 0)).isFalse();
        assertThat(packet(0, 3, 100, 0)).isTrue();
        assertThat(layers.temporalLayers(LayerId.of(0, 0, 0))).isEqualTo(4);
        assertThatThrownBy(() -> new SourceLayers(9)).hasMessageContaining("9 encodings");
        assertThatThrownBy(() -> new SourceLayers(0)).hasMessageContaining("0 encodings");
    }

    /**
     * A frame of one packet of a VP9 stream in K-SVC mode, with three spatial layers, or as many as the argument says.
     */
    private boolean vp9(int picture, int spatial, int told, int bytes, long nowNs) {
        return vp9(picture, spatial, told, 1, bytes, nowNs);
    }

    private boolean vp9(int picture, int spatial, int told, int shift, int bytes, long nowNs) {
        Vp9DescriptorWriter writer = new Vp9DescriptorWriter()
                .frame(true, true, picture > 0, picture > 0)
                .pictureId(picture, 15)
                .layer(0, true, spatial, picture == 0 && spatial > 0, picture & 0xFF);
        if (told > 0) {
            int[] sizes = new int[2 * told];
            for (int i = 0; i < told; i++) {
                sizes[2 * i] = 240 << (i * shift);
                sizes[2 * i + 1] = 135 << (i * shift);
            }
            writer.spatialLayers(told).sizes(sizes);
        }
        try (Slab slab = Slab.allocate(64)) {
            int length = writer.write(slab.address(), 64);
            facts.parse(VideoCodec.VP9, 0, slab.address(), length, spatial == 2);
            dependencies.onPacket(facts);
        }
        return layers.onPacket(facts, extSeq++, bytes, nowNs);
    }

    private final Vp9Dependencies dependencies = new Vp9Dependencies();

    @Test
    void spatialLayersOfOneEncodingHaveTheirOwnHeightsAndBitrates() {
        for (int picture = 0; picture < 100; picture++) {
            for (int spatial = 0; spatial < 3; spatial++) {
                boolean isChanged =
                        vp9(picture, spatial, picture == 0 && spatial == 0 ? 3 : 0, 100 << spatial, picture * 33L * MS);
                assertThat(isChanged).isEqualTo(picture == 0 && spatial == 0);
            }
        }
        long nowNs = 100 * 33 * MS;
        for (int spatial = 0; spatial < 3; spatial++) {
            assertThat(layers.height(LayerId.of(0, spatial, 0))).isEqualTo(135 << spatial);
            assertThat(layers.bitrateBps(LayerId.of(0, spatial, 2), nowNs))
                    .as("that of its own frames")
                    .isBetween((28L * 800) << spatial, (31L * 800) << spatial);
        }
        LayersSnapshot snapshot = layers.snapshot(nowNs);
        assertThat(snapshot.layers()).hasSize(3 * 3 + 3 + 3);
        assertThat(snapshot.layers().get(8).spatialLayer()).isEqualTo(2);
        assertThat(snapshot.layers().get(8).isActive()).isTrue();
        assertThat(facts.highestFlowingSpatialLayer()).isEqualTo(2);
    }

    /** As a screen has them: only their bitrates tell them apart. */
    @Test
    void spatialLayersOfOneSizeHaveOneHeight() {
        for (int picture = 0; picture < 40; picture++) {
            for (int spatial = 0; spatial < 3; spatial++) {
                vp9(picture, spatial, picture == 0 && spatial == 0 ? 3 : 0, 0, 100 << spatial, picture * 33L * MS);
            }
        }
        long nowNs = 40 * 33 * MS;
        for (int spatial = 0; spatial < 3; spatial++) {
            assertThat(layers.height(LayerId.of(0, spatial, 0))).isEqualTo(135);
        }
        assertThat(layers.bitrateBps(LayerId.of(0, 0, 2), nowNs))
                .isLessThan(layers.bitrateBps(LayerId.of(0, 1, 2), nowNs));
        assertThat(layers.bitrateBps(LayerId.of(0, 1, 2), nowNs))
                .isLessThan(layers.bitrateBps(LayerId.of(0, 2, 2), nowNs));
    }

    @Test
    void aKeyPictureCountsToTheLayersAboveToo() {
        for (int spatial = 0; spatial < 3; spatial++) {
            vp9(0, spatial, spatial == 0 ? 3 : 0, 1000, 0);
        }
        for (int spatial = 0; spatial < 3; spatial++) {
            assertThat(layers.bitrateBps(LayerId.of(0, spatial, 0), 20 * MS)).isEqualTo(8000L * (spatial + 1));
        }
    }

    @Test
    void aSpatialLayerEndsWhenTheSenderSaysSoOrGoesOnWithoutIt() {
        vp9(0, 0, 3, 100, 0);
        assertThat(facts.highestFlowingSpatialLayer()).isEqualTo(2);
        assertThat(vp9(0, 0, 2, 100, MS)).isTrue();
        assertThat(facts.highestFlowingSpatialLayer()).isEqualTo(1);
        assertThat(layers.snapshot(MS).layers().get(5).isActive()).isTrue();
        assertThat(vp9(1, 2, 0, 100, 2 * MS)).as("the third one comes again").isTrue();
        long nowNs = 2 * MS;
        boolean isChanged = false;
        for (int picture = 2; picture < 30; picture++) {
            nowNs += 33 * MS;
            vp9(picture, 0, 0, 100, nowNs);
            isChanged |= vp9(picture, 2, 0, 100, nowNs);
        }
        assertThat(isChanged).as("the second one came no more").isTrue();
        assertThat(layers.snapshot(nowNs).layers().get(3).isActive()).isFalse();
        assertThat(layers.snapshot(nowNs).layers().get(6).isActive()).isTrue();
    }

    /** A frame of one packet that a dependency descriptor describes, of two layers that come. */
    private void described(int frame, boolean isKey, int told, long nowNs) {
        byte[] payload = HexFormat.of().parseHex("680c0800000024c4ffdf36be401030");
        int spatial = frame % 2;
        try (Slab slab = Slab.allocate(payload.length)) {
            Memory.copyIn(payload, 0, slab.address(), payload.length);
            facts.parse(VideoCodec.AV1, 0, slab.address(), isKey ? payload.length : 1, spatial == 1);
        }
        facts.describe(spatial, 0, true, true, isKey);
        facts.depend(frame, 0, false, LayerTargets.ALL, 0, 0);
        if (told > 0) {
            facts.tellSpatialLayers(told);
        }
        layers.onPacket(facts, extSeq++, 100, nowNs);
    }

    private List<Integer> flowing() {
        return layers.snapshot(0).layers().stream()
                .filter(LayersSnapshot.Layer::isActive)
                .map(LayersSnapshot.Layer::spatialLayer)
                .distinct()
                .toList();
    }

    @Test
    void aSpatialLayerWithoutWhichTheKeyPictureThatToldItEndedDoesNotFlow() {
        int frame = 65_532;
        described(frame++, true, 3, 0);
        assertThat(flowing()).containsExactly(0, 1, 2);
        assertThat(layers.height(LayerId.of(0, 1, 0))).isEqualTo(240);
        described(frame++, false, 0, 0);
        assertThat(flowing()).as("at once").containsExactly(0, 1);
        assertThat(layers.height(LayerId.of(0, 0, 0))).as("the size was of two").isEqualTo(240);
        assertThat(layers.height(LayerId.of(0, 1, 0))).isEqualTo(480);
        described(frame++, true, 3, MS);
        assertThat(flowing()).as("the same encoder").containsExactly(0, 1);
        described(frame++, false, 0, MS);
        described(frame++, true, 2, 2 * MS);
        described(frame++, false, 0, 2 * MS);
        described(frame++, true, 3, 3 * MS);
        assertThat(flowing()).as("since it said that it ended").containsExactly(0, 1, 2);
        described(frame + 1, false, 0, 3 * MS);
        assertThat(flowing()).as("a marker of another picture").containsExactly(0, 1, 2);
    }
}
