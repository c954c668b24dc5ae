package org.starbridge.rtp.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Slab;

class DescribedFramesTest {
    /** The first descriptor of a key frame of Chromium, L3T3; recorded by the LiveKit project. */
    private static final String CHROMIUM_KEY =
            "c1017280081485214eafffaaaa863cf0430c10c302afc0aaa0063c00430010c002a000a80006"
                    + "000040001d954926e082b04a0941b820ac1282503157f974000ca864330e222222eca8655304224230eca877530077004200ef008601df"
                    + "010d";

    private final DescribedFrames frames = new DescribedFrames();
    private final FrameFacts facts = new FrameFacts();

    private @Nullable DependencyFault packet(String hex, boolean isNewest) {
        try (Slab payload = TestBytes.hex("10");
                Slab element = TestBytes.hex(hex)) {
            facts.parse(VideoCodec.AV1, 0, payload.address(), 1, false);
            return frames.onPacket(facts, element.address(), hex.length() / 2, isNewest);
        }
    }

    private static String written(DependencyDescriptorWriter writer) {
        try (Slab slab = Slab.allocate(512)) {
            return TestBytes.hexAt(slab.address(), writer.write(slab.address(), 512));
        }
    }

    @Test
    void saysInLayersWhatTheDescriptorSaysInDecodeTargets() {
        assertThat(packet("860173", true)).isEqualTo(DependencyFault.NO_STRUCTURE);
        assertThat(facts.hasDependencies()).isFalse();
        assertThat(packet(CHROMIUM_KEY, true)).isNull();
        assertThat(facts.isKeyFrame()).isTrue();
        assertThat(facts.isDescribed()).isTrue();
        assertThat(facts.frameNumber()).isEqualTo(370);
        assertThat(facts.dependencies()).isZero();
        assertThat(facts.present())
                .as("the fourth of each is the third; the fourth layer the third")
                .isEqualTo(0xFFFF);
        assertThat(facts.switching()).isEqualTo(0xFFFF);
        assertThat(facts.toldSpatialLayers()).isEqualTo(3);
        assertThat(facts.toldHeight(2)).isEqualTo(270);
        assertThat(DescriptorNumbers.chainDiff(facts.codecNumbers(), 2))
                .as("all chains begin here")
                .isZero();
        assertThat(packet("880176", true)).isNull(); // S1 T2: -----D--R
        assertThat(facts.spatialLayer()).isEqualTo(1);
        assertThat(facts.temporalLayer()).isEqualTo(2);
        assertThat(facts.isKeyFrame()).isFalse();
        assertThat(facts.present()).isEqualTo(0b1100_1100_1100_0000);
        assertThat(facts.switching()).isZero();
        assertThat(facts.dependencies()).isEqualTo(0b101);
        for (int spatial = 0; spatial < 3; spatial++) {
            assertThat(DescriptorNumbers.chainDiff(facts.codecNumbers(), spatial))
                    .as("the key picture was three frames, this is the second one of the next")
                    .isEqualTo(4 - spatial);
        }
        assertThat(facts.toldSpatialLayers()).isZero();
        assertThat(packet("86017340fc", true)).isNull(); // active: layers 0 and 1
        assertThat(facts.toldSpatialLayers()).isEqualTo(2);
    }

    /** An encoder may have fewer layers than its structure names; its payload says how many. */
    @Test
    void whatThePayloadTellsOfItsLayersCounts() {
        // A key frame of VP9 with two spatial layers of 320x180 and 640x360.
        String payload = "bec2101030014000b402800168834983420013f0";
        try (Slab bytes = TestBytes.hex(payload);
                Slab element = TestBytes.hex(CHROMIUM_KEY)) {
            facts.parse(VideoCodec.VP9, 0, bytes.address(), payload.length() / 2, false);
            assertThat(frames.onPacket(facts, element.address(), CHROMIUM_KEY.length() / 2, true))
                    .isNull();
        }
        assertThat(facts.toldSpatialLayers()).isEqualTo(2);
        assertThat(facts.toldHeight(0)).isEqualTo(180);
        assertThat(facts.toldHeight(1)).isEqualTo(360);
    }

    private static DependencyStructure oneLayer(int offset) {
        return new DependencyStructureBuilder(offset, 1)
                .template(0, 0, "S", new int[] {})
                .template(0, 0, "S", new int[] {}, 1)
                .build();
    }

    @Test
    void packetsOfTheStructureBeforeAreJudgedByIt() {
        DependencyDescriptorWriter before = new DependencyDescriptorWriter(oneLayer(10));
        DependencyDescriptorWriter now = new DependencyDescriptorWriter(oneLayer(12));
        assertThat(packet(written(before.frame(true, true, 0, 65_534).withStructure()), true))
                .isNull();
        assertThat(facts.codecNumbers()).isEqualTo(10 | 2 << 6);
        assertThat(packet(written(now.frame(true, true, 0, 0).withStructure()), true))
                .isNull();
        assertThat(facts.isKeyFrame()).isTrue();
        assertThat(DescriptorNumbers.nextTemplateId(facts.codecNumbers())).isEqualTo(14);
        assertThat(packet(written(before.frame(true, true, 1, 65_535)), false)).isNull();
        assertThat(facts.frameNumber()).isEqualTo(65_535);
        assertThat(DescriptorNumbers.templateIdOffset(facts.codecNumbers())).isEqualTo(10);
        assertThat(packet(written(before.frame(true, true, 0, 65_534).withStructure()), false))
                .as("once more, late: it takes no structure's place")
                .isNull();
        assertThat(packet(written(now.frame(true, true, 1, 1)), true)).isNull();
        assertThat(DescriptorNumbers.templateIdOffset(facts.codecNumbers())).isEqualTo(12);
    }

    @Test
    void withAStructureThatComesLateNobodyCanBegin() {
        DependencyDescriptorWriter writer = new DependencyDescriptorWriter(oneLayer(0));
        assertThat(packet(written(writer.frame(true, true, 1, 6)), true)).isEqualTo(DependencyFault.NO_STRUCTURE);
        assertThat(packet(written(writer.frame(true, true, 0, 5).withStructure()), false))
                .isNull();
        assertThat(facts.isKeyFrame()).as("what follows it was not judged").isFalse();
        assertThat(packet(written(writer.frame(true, true, 0, 9).withStructure()), false))
                .isNull();
        assertThat(facts.isKeyFrame()).as("what follows it is").isTrue();
        assertThat(packet(
                        written(writer.frame(true, true, 0, 12).withStructure().frameDiffs(1)), true))
                .isNull();
        assertThat(facts.isKeyFrame()).as("it refers to a frame before it").isFalse();
        assertThat(packet(written(writer.frame(true, true, 1, 99).frameDiffs(64, 65)), true))
                .isNull();
        assertThat(facts.dependencies()).isEqualTo(1L << 63);
        assertThat(facts.hasEarlierDependencies()).isTrue();
    }

    @Test
    void aReceiverGetsAllFramesOfTheDecodeTargetsThatItsOwnCovers() {
        assertThat(packet(CHROMIUM_KEY, true)).isNull();
        DependencyDescriptor descriptor = new DependencyDescriptor();
        try (Slab element = TestBytes.hex(CHROMIUM_KEY)) {
            assertThat(descriptor.wrap(element.address(), CHROMIUM_KEY.length() / 2, null))
                    .isNull();
        }
        DependencyStructure structure = descriptor.structure();
        assertThat(structure.decodeTarget(1, 1)).isEqualTo(4);
        assertThat(structure.decodeTarget(3, 3)).isEqualTo(8);
        assertThat(structure.decodeTarget(0, 3)).isEqualTo(2);
        assertThat(structure.coveredDecodeTargets(4)).isEqualTo(0b011_011);
        assertThat(structure.coveredDecodeTargets(8)).isEqualTo(0x1FF);
        assertThat(structure.coveredDecodeTargets(-1)).isZero();
    }
}
