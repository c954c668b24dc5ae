package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.dependency.DependencyDescriptorWriter;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.dependency.DependencyStructureBuilder;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Which VP8 is judged by dependency descriptors, and which by its payload descriptor. */
class DescribedVp8Test {
    private static final int SSRC = 42;
    private static final int DESCRIPTOR_ID = 11;
    private static final byte[] KEY_FRAME = SourcePackets.VP8_KEY_FRAME;
    private static final byte[] DELTA = SourcePackets.VP8_DELTA;
    private static final byte[] REST = {0x00, 1, 2, 3};
    /** With picture id, TL0PICIDX and temporal layer. */
    private static final byte[] KEY_FRAME_WITH_NUMBERS = {(byte) 0x90, (byte) 0xE0, (byte) 0x80, 1, 1, 0, 0, 0, 0};

    private static final byte[] DELTA_WITH_NUMBERS = {(byte) 0x90, (byte) 0xE0, (byte) 0x80, 2, 1, (byte) 0x40, 1, 0, 0
    };

    /** Of {@link org.starbridge.rtp.codec.LayerTargets}, four for each spatial layer. */
    private static final int LAYER_ONE_AND_ABOVE = 0b1110_1110_1110_1110;

    private final SourcePackets packets = new SourcePackets();
    private final Slab slab = Slab.allocate(512);
    private final EncodingDependencies dependencies = new EncodingDependencies();
    private final FrameFacts facts = new FrameFacts();
    private final DependencyStructure structure = new DependencyStructureBuilder(0, 2, 0, 0)
            .template(0, 0, "SS", new int[] {0})
            .template(0, 0, "SS", new int[] {2}, 2)
            .template(0, 1, "-R", new int[] {1}, 1)
            .build();

    @AfterEach
    void free() {
        packets.close();
        slab.close();
    }

    private DependencyDescriptorWriter key(int frame) {
        return new DependencyDescriptorWriter(structure)
                .frame(true, true, 0, frame)
                .withStructure();
    }

    /** Of template 1, which is of temporal layer 0, or 2, which is of layer 1. */
    private DependencyDescriptorWriter frame(int template, int frame) {
        return new DependencyDescriptorWriter(structure).frame(true, true, template, frame);
    }

    /** How a packet is judged: "payload" or "frame NUMBER", its temporal layer, and whether a key frame begins. */
    private String packet(long extSeq, byte[] payload, @Nullable DependencyDescriptorWriter descriptor) {
        byte[] element = {};
        if (descriptor != null) {
            element = Memory.copyOf(slab.address(), descriptor.write(slab.address(), 512));
        }
        return judged(extSeq, payload, element);
    }

    private String judged(long extSeq, byte[] payload, byte[] element) {
        IncomingPacket packet = packets.withElement(SSRC, extSeq, payload, DESCRIPTOR_ID, element, extSeq * 1_000_000);
        FrameFacts parsed = packet.facts();
        assertThat(parsed.parse(
                        VideoCodec.VP8,
                        0,
                        packet.rtp().payloadAddress(),
                        packet.rtp().payloadLengthBytes(),
                        true))
                .isNull();
        dependencies.onPacket(packet, VideoCodec.VP8, DESCRIPTOR_ID);
        facts.unpack(parsed.packed(), parsed.firstCodecWord(), parsed.secondCodecWord());
        assertThat(facts.isDescribed()).isEqualTo(facts.hasDependencies());
        return (facts.isDescribed() ? "frame " + facts.frameNumber() : "payload") + " T" + facts.temporalLayer()
                + (facts.isKeyFrame() ? " key" : "");
    }

    @Test
    void thatWithoutNumbersIsJudgedByItsDescriptors() {
        assertThat(packet(1, KEY_FRAME, key(10))).isEqualTo("frame 10 T0 key");
        assertThat(packet(2, REST, frame(0, 10))).isEqualTo("frame 10 T0");
        assertThat(packet(3, DELTA, frame(2, 11))).isEqualTo("frame 11 T1");
        assertThat(facts.isLayered()).isTrue();
        assertThat(packet(4, DELTA, frame(1, 12))).isEqualTo("frame 12 T0");
    }

    /** The beginnings of frames, and the descriptors beside them, as Chromium sent them in the mode L1T3. */
    @Test
    void thatOfChromiumIsJudgedByItsDescriptors() {
        String[][] sent = {
            {"8500d180a2044eaaaf2860414d34538a0940413fc0b3c0", "109007019d012a0005d00239", "frame 209 T0 key"},
            {"8a00d2", "30314f000d1c240c2c2c44cc", "frame 210 T2"},
            {"8800d3", "101156000d1c240c2c2c44cc", "frame 211 T1"},
            {"8a00d4", "30915a000d1c240c2c2c44cc", "frame 212 T2"},
            {"8700d5", "10b17e00e4e0afb51337af10", "frame 213 T0"},
            {"8b00d6", "303152000d1c240c2c2c44cc", "frame 214 T2"},
            {"8900d7", "10717200111c240c2c2c44cc", "frame 215 T1"}
        };
        HexFormat hex = HexFormat.of();
        List<Long> dependencies = new ArrayList<>();
        for (int i = 0; i < sent.length; i++) {
            String[] packet = sent[i];
            assertThat(judged(i, hex.parseHex(packet[1]), hex.parseHex(packet[0])))
                    .isEqualTo(packet[2]);
            dependencies.add(facts.dependencies());
        }
        assertThat(dependencies)
                .as("of layer 0 the frame before it of layer 0, and so on; bit i stands for 1 + i frames back")
                .startsWith(0L, 0b1L, 0b10L);
        assertThat(dependencies.get(4)).isEqualTo(0b1000);
        assertThat(facts.present()).isEqualTo(LAYER_ONE_AND_ABOVE);
    }

    @Test
    void thatWithNumbersOrWithoutDescriptorsIsJudgedByThePayload() {
        assertThat(packet(1, KEY_FRAME_WITH_NUMBERS, key(10))).isEqualTo("payload T0 key");
        assertThat(packet(2, DELTA_WITH_NUMBERS, frame(2, 11))).isEqualTo("payload T1");
        assertThat(packet(3, KEY_FRAME, null)).isEqualTo("payload T0 key");
        assertThat(facts.isLayered()).isFalse();
        assertThat(packet(4, DELTA, null)).isEqualTo("payload T0");
    }

    @Test
    void eachKeyFrameDecidesForWhatFollowsIt() {
        assertThat(packet(1, KEY_FRAME, null)).isEqualTo("payload T0 key");
        assertThat(packet(2, DELTA, frame(2, 8)))
                .as("of no key frame with a structure")
                .isEqualTo("payload T0");
        assertThat(packet(4, KEY_FRAME, key(10))).isEqualTo("frame 10 T0 key");
        assertThat(packet(3, DELTA, frame(1, 9))).as("late").isEqualTo("payload T0");
        assertThat(packet(6, DELTA, frame(1, 12))).isEqualTo("frame 12 T0");
        assertThat(packet(8, KEY_FRAME, null)).isEqualTo("payload T0 key");
        assertThat(packet(9, DELTA, frame(1, 14))).isEqualTo("payload T0");
        assertThat(packet(5, DELTA, frame(2, 11))).as("late").isEqualTo("frame 11 T1");
        assertThat(packet(7, DELTA_WITH_NUMBERS, frame(2, 13)))
                .as("not of the kind of its key frame")
                .isEqualTo("payload T1");
    }

    /** What came before it could not be judged, so receivers may begin with the payload only. */
    @Test
    void aFirstKeyFrameThatComesLateIsJudgedByThePayload() {
        assertThat(packet(2, REST, frame(0, 10))).isEqualTo("payload T0");
        assertThat(packet(1, KEY_FRAME, key(10))).isEqualTo("payload T0 key");
        assertThat(packet(3, DELTA, frame(2, 11))).isEqualTo("payload T0");
        assertThat(packet(4, KEY_FRAME, key(12))).isEqualTo("frame 12 T0 key");
        assertThat(packet(6, REST, frame(0, 14))).isEqualTo("frame 14 T0");
        assertThat(packet(5, KEY_FRAME, key(14)))
                .as("late, of a structure that is known")
                .isEqualTo("frame 14 T0 key");
    }

    @Test
    void aKeyFrameWhoseDescriptorSaysOtherwiseIsOne() {
        packet(1, KEY_FRAME, key(10));
        assertThat(packet(2, KEY_FRAME, frame(1, 12))).isEqualTo("payload T0 key");
        assertThat(packet(3, DELTA, frame(2, 13))).isEqualTo("payload T0");
    }

    @Test
    void aKeyFrameIsRequestedOnlyWhereDescriptorsAreNeeded() {
        packet(1, KEY_FRAME, frame(1, 10));
        packet(2, DELTA, frame(1, 12));
        assertThat(dependencies.lacksStructure(10_000_000_000L)).isFalse();
        packet(3, KEY_FRAME, key(14));
        packet(4, DELTA, new DependencyDescriptorWriter(structure).frame(true, true, 40, 15));
        assertThat(facts.isDescribed()).isFalse();
        assertThat(dependencies.lacksStructure(10_000_000_000L)).isTrue();
    }

    @Test
    void whatBeginsToCountAgainIsDecidedAgain() {
        packet(100, KEY_FRAME, key(10));
        dependencies.restart();
        assertThat(packet(1, DELTA, frame(1, 12))).isEqualTo("payload T0");
        assertThat(packet(2, KEY_FRAME, key(14))).isEqualTo("frame 14 T0 key");
    }
}
