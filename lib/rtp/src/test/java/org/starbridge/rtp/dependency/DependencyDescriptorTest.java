package org.starbridge.rtp.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;

class DependencyDescriptorTest {
    /**
     * The first descriptor of a key frame of Chromium, three spatial and temporal layers; recorded by the LiveKit
     * project.
     */
    private static final String CHROMIUM_KEY =
            "c1017280081485214eafffaaaa863cf0430c10c302afc0aaa0063c00430010c002a000a80006"
                    + "000040001d954926e082b04a0941b820ac1282503157f974000ca864330e222222eca8655304224230eca877530077004200ef008601df"
                    + "010d";

    private static final long KEEP = DependencyDescriptor.KEEP_ACTIVE_DECODE_TARGETS;

    private final DependencyDescriptor descriptor = new DependencyDescriptor();
    private @Nullable DependencyStructure known;

    private @Nullable DependencyFault wrap(Slab slab, int lengthBytes) {
        DependencyFault fault = descriptor.wrap(slab.address(), lengthBytes, known);
        if (fault == null && descriptor.hasStructure()) {
            known = descriptor.structure();
        }
        return fault;
    }

    /** Looks at a descriptor whose fields the view keeps; what it says is a line. */
    private String describe(String hex) {
        try (Slab slab = TestBytes.hex(hex)) {
            DependencyFault fault = wrap(slab, hex.length() / 2);
            return fault != null ? fault.toString() : describe(descriptor);
        }
    }

    private static String describe(DependencyDescriptor each) {
        StringBuilder line = new StringBuilder();
        line.append(each.isStartOfFrame() ? "start " : "").append(each.isEndOfFrame() ? "end " : "");
        line.append(each.frameNumber()).append(" S").append(each.spatialLayer());
        line.append(" T").append(each.temporalLayer()).append(' ');
        DependencyStructure structure = each.structure();
        for (int target = 0; target < structure.decodeTargets(); target++) {
            line.append(each.indication(target).symbol());
        }
        line.append(" frames");
        IntStream.range(0, each.frameDiffs()).forEach(i -> line.append(' ').append(each.frameDiff(i)));
        line.append(" chains");
        IntStream.range(0, structure.chains()).forEach(i -> line.append(' ').append(each.chainDiff(i)));
        line.append(' ').append(each.width()).append('x').append(each.height());
        if (each.hasActiveDecodeTargets()) {
            line.append(" active ").append(Integer.toHexString(each.activeDecodeTargets()));
        }
        return line.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "86017340fc, start 371 S1 T0 ---SSSSSS frames 1 chains 1 1 1 240x135 active 3f",
        "46017340fc, end 371 S1 T0 ---SSSSSS frames 1 chains 1 1 1 240x135 active 3f",
        "c3017540fc, start end 373 S0 T2 --D--R--R frames 3 chains 3 2 1 120x67 active 3f",
        "88017640fc, start 374 S1 T2 -----D--R frames 3 1 chains 4 3 2 240x135 active 3f",
        "c2017840fc, start end 376 S0 T1 -DS-RR-RR frames 6 chains 6 5 4 120x67 active 3f",
        "8b0174,     start 372 S2 T0 ------SSS frames 1 chains 2 1 1 480x270",
        "0b0174,     372 S2 T0 ------SSS frames 1 chains 2 1 1 480x270",
        "8f0174,     UNKNOWN_TEMPLATE",
        "8f,         TRUNCATED",
    })
    void readsWhatChromiumSends(String hex, String expected) {
        assertThat(describe(CHROMIUM_KEY))
                .isEqualTo("start end 370 S0 T0 SSSSSSSSS frames chains 0 0 0 120x67 active 1ff");
        assertThat(describe(hex)).isEqualTo(expected);
    }

    @Test
    void readsTheStructureThatChromiumSends() {
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        DependencyStructure structure = descriptor.structure();
        assertThat(structure.templateIdOffset()).isZero();
        assertThat(structure.templates()).isEqualTo(15);
        assertThat(structure.decodeTargets()).isEqualTo(9);
        assertThat(structure.chains()).isEqualTo(3);
        assertThat(structure.allDecodeTargets()).isEqualTo(0x1FF);
        assertThat(structure.highestSpatialLayer()).isEqualTo(2);
        assertThat(structure.hasResolutions()).isTrue();
        for (int target = 0; target < 9; target++) {
            assertThat(structure.protectingChain(target)).isEqualTo(target / 3);
            assertThat(structure.spatialLayerOf(target)).isEqualTo(target / 3);
            assertThat(structure.temporalLayerOf(target)).isEqualTo(target % 3);
        }
        int[][] sizes = {{120, 67}, {240, 135}, {480, 270}};
        for (int layer = 0; layer < 3; layer++) {
            assertThat(structure.width(layer)).isEqualTo(sizes[layer][0]);
            assertThat(structure.height(layer)).isEqualTo(sizes[layer][1]);
        }
        assertThat(structure.frameDiffs(10)).isEqualTo(2);
        assertThat(structure.frameDiff(10, 0)).isEqualTo(12);
        assertThat(structure.frameDiff(10, 1)).isEqualTo(1);
        assertThat(structure.chainDiff(14, 0)).isEqualTo(11);
        assertThat(structure.indication(0, 2)).isEqualTo(DecodeTargetIndication.SWITCH);
        assertThat(structure.indication(0, 3)).isEqualTo(DecodeTargetIndication.REQUIRED);
    }

    @Test
    void packsIndicationsIntoMasks() {
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        assertThat(describe("c2017840fc")).contains("-DS-RR-RR");
        assertThat(descriptor.presentDecodeTargets()).isEqualTo(0b1_1011_0110);
        assertThat(descriptor.discardableDecodeTargets()).isEqualTo(0b0_0000_0010);
        assertThat(descriptor.switchDecodeTargets()).isEqualTo(0b0_0000_0100);
    }

    @Test
    void takesTheSameStructureForTheKnownOne() {
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        DependencyStructure first = descriptor.structure();
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        assertThat(descriptor.structure()).isSameAs(first);
        known = null;
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        assertThat(descriptor.structure()).isNotSameAs(first).isEqualTo(first).hasSameHashCodeAs(first);
        // the highest bit of template_id_offset
        String other = CHROMIUM_KEY.substring(0, 6) + "84" + CHROMIUM_KEY.substring(8);
        assertThat(describe(other)).isEqualTo("UNKNOWN_TEMPLATE");
        assertThat(known).isNotNull();
    }

    @Test
    void isAFaultWhereverItIsCut() {
        int whole = CHROMIUM_KEY.length() / 2;
        for (int length = 0; length < whole; length++) {
            known = null;
            assertThat(describe(CHROMIUM_KEY.substring(0, 2 * length)))
                    .as("%d bytes", length)
                    .isEqualTo(length == 3 ? "NO_STRUCTURE" : "TRUNCATED");
        }
        assertThat(describe("860173")).isEqualTo("NO_STRUCTURE");
        assertThat(descriptor.frameNumber()).isEqualTo(371);
        assertThat(descriptor.templateId()).isEqualTo(6);
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        assertThat(describe("86017340")).isEqualTo("TRUNCATED");
    }

    @ParameterizedTest
    @CsvSource({
        // flags and 13 bits of offset and targets, then next_layer_idc over and over
        "800000 8000 0000000000000000000000000000000000, TOO_MANY_TEMPLATES",
        "800000 8000 2aaaaaaa,                           TOO_MANY_LAYERS",
        "800000 8000 15555555,                           TOO_MANY_LAYERS",
        // one template of one target, then differences of 1 without end
        "800000 8000 30 842108421084210842108421,        TOO_MANY_FRAME_DIFFS",
        "800000 8000 3,                                  TRUNCATED",
    })
    void namesWhatIsWrongWithAStructure(String bytes, DependencyFault fault) {
        String hex = bytes.replace(" ", "");
        assertThat(describe(hex.substring(0, hex.length() / 2 * 2))).isEqualTo(fault.name());
        assertThat(fault.sentence()).isNotBlank();
    }

    /** One spatial layer and three temporal layers, in the manner of the examples of AV1 RTP appendix A. */
    private static DependencyStructure l1t3(int offset) {
        return new DependencyStructureBuilder(offset, 3, 0, 0, 0)
                .template(0, 0, "SSS", new int[] {0})
                .template(0, 0, "SSS", new int[] {4}, 4)
                .template(0, 1, "-DS", new int[] {2}, 2)
                .template(0, 2, "--D", new int[] {1}, 1)
                .template(0, 2, "--D", new int[] {3}, 1)
                .build();
    }

    /** The bytes of the writer's descriptor. */
    private static String written(DependencyDescriptorWriter writer) {
        try (Slab slab = Slab.allocate(4096)) {
            int length = writer.write(slab.address(), 4096);
            assertThat(writer.write(slab.address(), length - 1)).isZero();
            assertThat(writer.write(slab.address(), length)).isEqualTo(length);
            return TestBytes.hexAt(slab.address(), length);
        }
    }

    private String rewritten(String hex, long frameNumber, int templateIdShift, long active) {
        int length = hex.length() / 2;
        try (Slab slab = TestBytes.hex(hex);
                Slab slot = Slab.allocate(4096)) {
            assertThat(wrap(slab, length)).isNull();
            int expected = descriptor.rewrittenLengthBytes(active);
            assertThat(descriptor.rewrite(slot.address(), expected - 1, frameNumber, templateIdShift, active))
                    .isZero();
            assertThat(TestBytes.hexAt(slot.address(), 64)).matches("0+");
            assertThat(descriptor.rewrite(slot.address(), expected, frameNumber, templateIdShift, active))
                    .isEqualTo(expected);
            return TestBytes.hexAt(slot.address(), expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // offset, template, frame number, new frame number, shift, then id and number as they are
        "0,  0, 0,     1,        0,   0,  1",
        "0,  4, 65535, 65536,    0,   4,  0",
        "0,  4, 0,     65535,    0,   4,  65535",
        "60, 4, 7,     0x1FFFF,  0,   0,  65535",
        "60, 3, 7,     8,        1,   0,  8",
        "60, 4, 7,     8,        63,  63, 8",
        "0,  1, 7,     8,        -2,  63, 8",
        "63, 1, 7,     8,        64,  0,  8",
    })
    void rewritesNumbersAroundTheirWraps(
            int offset, int template, int number, long newNumber, int shift, int newId, int newNumberRead) {
        DependencyStructure structure = l1t3(offset);
        DependencyDescriptorWriter writer = new DependencyDescriptorWriter(structure);
        String key = rewritten(written(writer.frame(true, true, 0, 5).withStructure()), 5, shift, KEEP);
        String delta = rewritten(written(writer.frame(true, false, template, number)), newNumber, shift, KEEP);
        known = null;
        assertThat(describe(key)).startsWith("start end 5 S0 T0 SSS");
        assertThat(descriptor.structure().templateIdOffset()).isEqualTo((offset + shift) & 63);
        assertThat(describe(delta)).startsWith("start " + newNumberRead + " S0 T" + structure.temporalLayer(template));
        assertThat(descriptor.templateId()).isEqualTo(newId);
        assertThat(descriptor.template()).isEqualTo(template);
    }

    @Test
    void isTheSameAfterARewriteToItsOwnNumbers() {
        assertThat(rewritten(CHROMIUM_KEY, 370, 0, KEEP)).isEqualTo(CHROMIUM_KEY);
        assertThat(rewritten("86017340fc", 371, 64, KEEP)).isEqualTo("86017340fc");
        assertThat(rewritten("860173", 371 + 65536, 0, KEEP)).isEqualTo("860173");
    }

    @Test
    void addsOrReplacesTheActiveDecodeTargets() {
        String key = rewritten(CHROMIUM_KEY, 370, 0, 0b000_000_111);
        assertThat(key).hasSize(CHROMIUM_KEY.length() + 4);
        assertThat(describe(key)).endsWith("120x67 active 7");
        assertThat(rewritten("860173", 371, 0, 0x3F)).isEqualTo("86017340fc");
        assertThat(rewritten("86017340fc", 371, 0, 0x1FF)).isEqualTo("86017347fc");
        assertThat(rewritten("86017340fc", 371, 0, 0xFFFF_FE00L)).isEqualTo("8601734000");
    }

    @Test
    void dropsFlagsThatAnnounceNothing() {
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        assertThat(describe("86017300")).isEqualTo("start 371 S1 T0 ---SSSSSS frames 1 chains 1 1 1 240x135");
        assertThat(rewritten("86017300", 371, 0, KEEP)).isEqualTo("860173");
        assertThat(rewritten("86017300", 371, 0, 0x3F)).isEqualTo("86017340fc");
    }

    @Test
    void goesIntoBothFormsOfTheHeaderExtension() {
        assertThat(appended("86017340fc", ExtensionForm.ONE_BYTE)).isEqualTo("ok");
        assertThat(appended("86017340fc", ExtensionForm.TWO_BYTE)).isEqualTo("ok");
        assertThat(appended(CHROMIUM_KEY, ExtensionForm.TWO_BYTE)).isEqualTo("ok");
        assertThat(appended(CHROMIUM_KEY, ExtensionForm.ONE_BYTE)).isEqualTo("does not fit");
    }

    private String appended(String hex, ExtensionForm form) {
        assertThat(describe(CHROMIUM_KEY)).startsWith("start end 370");
        RtpHeaderWriter header = new RtpHeaderWriter();
        try (Slab slab = TestBytes.hex(hex);
                Slab packet = Slab.allocate(256)) {
            assertThat(wrap(slab, hex.length() / 2)).isNull();
            header.fixed(packet.address(), 256, true, 41, 1, 2, 3);
            header.begin(form);
            assertThat(form.canHold(11, descriptor.rewrittenLengthBytes(0x1F)))
                    .isEqualTo(form == ExtensionForm.TWO_BYTE || hex.length() <= 32);
            if (!descriptor.appendRewritten(header, 11, 1000, 2, 0x1F)) {
                return "does not fit";
            }
            String before = describe(descriptor).replaceAll(" active.*", "");
            int length = header.end();
            RtpView view = new RtpView();
            assertThat(view.wrap(packet.address(), length)).isNull();
            HeaderExtensions extensions = new HeaderExtensions();
            long element = extensions.find(view, 11);
            DependencyStructure shifted = descriptor.hasStructure() ? null : shifted(2);
            assertThat(descriptor.wrap(element, extensions.elementLengthBytes(), shifted))
                    .isNull();
            assertThat(describe(descriptor)).isEqualTo(before.replaceFirst("37[01]", "1000") + " active 1f");
            return "ok";
        }
    }

    /** Chromium's structure with another offset. */
    private static DependencyStructure shifted(int offset) {
        DependencyDescriptor view = new DependencyDescriptor();
        try (Slab slab = TestBytes.hex(CHROMIUM_KEY);
                Slab copy = Slab.allocate(128)) {
            assertThat(view.wrap(slab.address(), CHROMIUM_KEY.length() / 2, null))
                    .isNull();
            int length = view.rewrite(copy.address(), 128, 0, offset, KEEP);
            assertThat(view.wrap(copy.address(), length, null)).isNull();
            return view.structure();
        }
    }

    @Test
    void readsBackWhatWasWritten() {
        Random random = new Random(25);
        for (int round = 0; round < 500; round++) {
            DependencyStructure structure = RandomStructures.next(random);
            DependencyDescriptorWriter writer = new DependencyDescriptorWriter(structure);
            known = null;
            for (int i = 0; i < 6; i++) {
                int template = random.nextInt(structure.templates());
                int number = random.nextInt(1 << 16);
                writer.frame(random.nextBoolean(), random.nextBoolean(), template, number);
                boolean hasStructure = i == 0 || random.nextInt(8) == 0;
                if (hasStructure) {
                    writer.withStructure();
                }
                int mask = random.nextInt() & structure.allDecodeTargets();
                boolean hasMask = random.nextBoolean();
                if (hasMask) {
                    writer.activeDecodeTargets(mask);
                }
                String letters = RandomStructures.indications(random, structure.decodeTargets());
                boolean hasLetters = random.nextBoolean();
                if (hasLetters) {
                    writer.indications(letters);
                }
                int[] frames = RandomStructures.ints(random, random.nextInt(17), 1, 4096);
                boolean hasFrames = random.nextBoolean();
                if (hasFrames) {
                    writer.frameDiffs(frames);
                }
                int[] chains = RandomStructures.ints(random, structure.chains(), 0, 255);
                boolean hasChains = random.nextBoolean();
                if (hasChains) {
                    writer.chainDiffs(chains);
                }
                String hex = written(writer);
                String line = describe(hex);
                assertThat(descriptor.structure()).isEqualTo(structure);
                assertThat(descriptor.hasStructure()).isEqualTo(hasStructure);
                assertThat(descriptor.frameNumber()).isEqualTo(number);
                assertThat(descriptor.template()).isEqualTo(template);
                assertThat(descriptor.activeDecodeTargets())
                        .isEqualTo(hasMask ? mask : hasStructure ? structure.allDecodeTargets() : 0);
                assertThat(hasLetters && !line.contains(" " + letters + " ")).isFalse();
                assertThat(descriptor.frameDiffs())
                        .isEqualTo(hasFrames ? frames.length : structure.frameDiffs(template));
                for (int k = 0; k < descriptor.frameDiffs(); k++) {
                    assertThat(descriptor.frameDiff(k))
                            .isEqualTo(hasFrames ? frames[k] : structure.frameDiff(template, k));
                }
                for (int k = 0; k < structure.chains(); k++) {
                    assertThat(descriptor.chainDiff(k))
                            .isEqualTo(hasChains ? chains[k] : structure.chainDiff(template, k));
                }
                assertThat(rewritten(hex, number, 0, KEEP)).isEqualTo(hex);
            }
        }
    }

    @Test
    void refusesStructuresThatTheFormatCanNotExpress() {
        int[] none = {};
        assertThatThrownBy(() -> new DependencyStructureBuilder(64, 1)).hasMessageContaining("64");
        assertThatThrownBy(() -> new DependencyStructureBuilder(0, 33)).hasMessageContaining("33");
        assertThatThrownBy(() -> new DependencyStructureBuilder(0, 2, 0)).hasMessageContaining("2 decode targets");
        assertThatThrownBy(() -> new DependencyStructureBuilder(0, 1).build()).hasMessageContaining("templates 0");
        DependencyStructureBuilder builder = new DependencyStructureBuilder(0, 1);
        assertThatThrownBy(() -> builder.template(0, 1, "S", none)).hasMessageContaining("layer 0, 1");
        assertThatThrownBy(() -> builder.template(0, 0, "X", none)).hasMessageContaining("X");
        assertThatThrownBy(() -> builder.template(0, 0, "SS", none)).hasMessageContaining("2");
        assertThatThrownBy(() -> builder.template(0, 0, "S", none, 17)).hasMessageContaining("17");
        assertThatThrownBy(() -> builder.template(0, 0, "S", none).resolution(0, 0, 9))
                .hasMessageContaining("width 0");
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        DependencyStructure structure = l1t3(0);
        int[] wellFormed = new int[2];
        TestBytes.neverThrows(
                0x5EED25,
                48,
                (random, bytes) -> {
                    if (bytes.length > 8 && random.nextBoolean()) {
                        bytes[0] = (byte) 0x80;
                        Arrays.fill(bytes, 3, 6, (byte) 0);
                        bytes[3] = (byte) 0x80;
                        bytes[5] = (byte) (0x30 | random.nextInt(16));
                    }
                },
                (address, length) -> {
                    if (descriptor.wrap(address, length, structure) == null) {
                        wellFormed[descriptor.hasStructure() ? 1 : 0]++;
                        assertThat(describe(descriptor)).isNotBlank();
                        assertThat(descriptor.rewrittenLengthBytes(KEEP)).isBetween(3, length);
                    }
                });
        assertThat(wellFormed[0]).isGreaterThan(1000);
        assertThat(wellFormed[1]).isGreaterThan(1000);
    }
}
