package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class Vp9DependenciesTest {
    private final Vp9Dependencies dependencies = new Vp9Dependencies();
    private final FrameFacts facts = new FrameFacts();

    private void packet(Vp9DescriptorWriter writer) {
        try (Slab slab = Slab.allocate(64)) {
            int length = writer.write(slab.address(), 64);
            assertThat(facts.parse(VideoCodec.VP9, 0, slab.address(), length, false))
                    .isNull();
            dependencies.onPacket(facts);
        }
    }

    /** A frame of one packet in non-flexible mode. */
    private String frame(int picture, int bits, int temporal, boolean isUp, int spatial, String flags, int tl0) {
        packet(new Vp9DescriptorWriter()
                .frame(true, true, flags.contains("P"), flags.contains("Z"))
                .pictureId(picture, bits)
                .layer(temporal, isUp, spatial, flags.contains("D"), tl0));
        return references();
    }

    /** How many frame numbers before its own the frame refers to. */
    private String references() {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < Long.SIZE; i++) {
            line.append((facts.dependencies() >>> i & 1) != 0 ? " " + (i + 1) : "");
        }
        return line.toString().trim();
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 15})
    void namesWhatAFrameOfTheUsualPatternRefersToOverAllWraps(int bits) {
        int first = (1 << bits) - 2;
        assertThat(frame(first, bits, 0, true, 0, "", 254)).isEmpty();
        assertThat(facts.isKeyFrame()).isTrue();
        assertThat(frame(first, bits, 0, true, 1, "DZ", 254)).isEqualTo("1");
        int[] temporal = {2, 1, 2, 0, 2, 1, 2, 0};
        String[] expected = {"4", "8", "4", "16", "4", "8", "4", "16"};
        for (int i = 0; i < temporal.length; i++) {
            int tl0 = 254 + (i + 1) / 4 & 0xFF;
            for (int spatial = 0; spatial < 2; spatial++) {
                String flags = spatial == 0 ? "P" : "PDZ";
                String line = frame(first + i + 1, bits, temporal[i], true, spatial, flags, tl0);
                // Also what is not referred to here may be: T2 after T1 names both T1 and T0.
                String own = i % 4 == 2 ? "4 12" : expected[i];
                assertThat(line).as("picture %d", i).isEqualTo(spatial == 0 ? own : "1 " + own);
                assertThat(facts.frameNumber()).isEqualTo(((1 << bits) - 2 + i + 1) * 4 + spatial & 0xFFFF);
            }
        }
    }

    @Test
    void withoutSwitchingUpPointsAFrameMayReferToAllSinceTheLastOfLayerZero() {
        frame(1, 15, 0, false, 0, "", 1);
        assertThat(frame(2, 15, 2, false, 0, "P", 1)).isEqualTo("4");
        assertThat(frame(3, 15, 1, false, 0, "P", 1)).isEqualTo("8");
        assertThat(frame(4, 15, 2, false, 0, "P", 1)).isEqualTo("4 8 12");
        assertThat(frame(5, 15, 0, false, 0, "P", 2)).isEqualTo("16");
        assertThat(frame(7, 15, 0, false, 0, "P", 4))
                .as("one of layer 0 is lost")
                .isEmpty();
    }

    @Test
    void inFlexibleModeAFrameNamesItsReferences() {
        packet(new Vp9DescriptorWriter()
                .frame(true, true, true, false)
                .pictureId(5, 15)
                .layer(1, false, 1, true, 0)
                .flexible(1, 16));
        assertThat(references()).isEqualTo("1 4 64");
        assertThat(facts.hasEarlierDependencies()).isFalse();
        packet(new Vp9DescriptorWriter()
                .frame(true, true, true, false)
                .pictureId(6, 15)
                .layer(1, false, 1, false, 0)
                .flexible(17));
        assertThat(references()).isEmpty();
        assertThat(facts.hasEarlierDependencies()).isTrue();
    }

    @Test
    void aFrameIsOfTheLayersThatReferToIt() {
        frame(1, 15, 1, true, 1, "P", 1);
        assertThat(facts.present()).isEqualTo(0b1110_1110_1110_0000);
        assertThat(facts.switching()).isZero();
        frame(2, 15, 0, true, 1, "PZ", 2);
        assertThat(facts.present()).isEqualTo(0b1111_0000);
        assertThat(facts.switching()).isEqualTo(0b1111_0000);
        frame(3, 15, 0, true, 0, "", 3);
        assertThat(facts.switching()).isEqualTo(LayerTargets.ALL);
        assertThat(facts.isLastOfLayerFrame()).isTrue();
    }

    @Test
    void aLayerThatRefersToNothingIsIndependent() {
        frame(1, 15, 0, true, 0, "Z", 1);
        assertThat(facts.beginsIndependentLayer()).as("the lowest").isFalse();
        frame(1, 15, 0, true, 1, "Z", 1);
        assertThat(facts.beginsIndependentLayer()).isTrue();
        frame(2, 15, 0, true, 1, "PZ", 2);
        assertThat(facts.beginsIndependentLayer()).as("not a key picture").isFalse();
        frame(3, 15, 0, true, 1, "DZ", 3);
        assertThat(facts.beginsIndependentLayer()).as("refers down").isFalse();
    }

    /** As browsers send VP9 with one layer. */
    @ParameterizedTest
    @ValueSource(ints = {7, 15})
    void withoutLayerIndicesEachPictureRefersToTheOneBefore(int bits) {
        int first = (1 << bits) - 2;
        for (int i = 0; i < 5; i++) {
            packet(new Vp9DescriptorWriter().frame(true, true, i > 0, false).pictureId(first + i, bits));
            assertThat(facts.isKeyFrame()).isEqualTo(i == 0);
            assertThat(references()).isEqualTo(i == 0 ? "" : "4");
            assertThat(facts.frameNumber()).isEqualTo((first + i) * 4 & 0xFFFF);
            assertThat(facts.present()).isEqualTo(LayerTargets.ALL);
            assertThat(facts.hasEarlierDependencies()).isFalse();
        }
    }

    @Test
    void aStreamWithoutPictureIdsGoesWhole() {
        packet(new Vp9DescriptorWriter().frame(true, true, false, false).layer(0, true, 0, false, 1));
        assertThat(facts.hasDependencies()).isFalse();
        try (Slab slab = Slab.allocate(1)) {
            Memory.put8(slab.address(), 0xA8); // cut off
            facts.parse(VideoCodec.VP9, 0, slab.address(), 1, false);
            dependencies.onPacket(facts);
        }
        assertThat(facts.hasDependencies()).isFalse();
        frame(1, 15, 0, true, 4, "", 1);
        assertThat(facts.hasDependencies())
                .as("more spatial layers than are told apart")
                .isFalse();
    }

    @Test
    void aStructureTellsTheHeights() {
        packet(new Vp9DescriptorWriter()
                .frame(true, true, false, false)
                .pictureId(5, 15)
                .layer(0, true, 0, false, 1)
                .spatialLayers(3)
                .sizes(320, 180, 640, 360, 720, 1280));
        assertThat(facts.toldSpatialLayers()).isEqualTo(3);
        assertThat(new int[] {facts.toldHeight(0), facts.toldHeight(1), facts.toldHeight(2)})
                .containsExactly(180, 360, 720);
        facts.unpack(facts.packed(), facts.firstCodecWord(), facts.secondCodecWord());
        assertThat(facts.toldSpatialLayers()).isZero();
    }
}
