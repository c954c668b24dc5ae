package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class Vp9DescriptorTest {
    private final Vp9Descriptor descriptor = new Vp9Descriptor();

    private static String describe(Vp9Descriptor each) {
        StringBuilder line = new StringBuilder();
        line.append(each.isInterPicturePredicted() ? 'P' : '-').append(each.isFlexible() ? 'F' : '-');
        line.append(each.isStartOfFrame() ? 'B' : '-').append(each.isEndOfFrame() ? 'E' : '-');
        line.append(each.isNotReferenceForUpperLayers() ? 'Z' : '-');
        line.append(' ').append(each.pictureId()).append('/').append(each.pictureIdBits());
        if (each.hasLayers()) {
            line.append(" T").append(each.temporalLayer()).append(each.isSwitchingUpPoint() ? "U" : "");
            line.append(" S").append(each.spatialLayer()).append(each.isInterLayerPredicted() ? "D" : "");
            line.append(" tl0 ").append(each.tl0PicIdx());
        }
        for (int i = 0; i < each.references(); i++) {
            line.append(" -").append(each.reference(i));
        }
        return line.append(each.isStartOfKeyPicture() ? " key" : "").toString();
    }

    @ParameterizedTest
    @CsvSource({
        // a sender without layers and ids (GStreamer)
        "08 8349,                    1, --B-- -1/0 key",
        "00 f113,                    1, ----- -1/0",
        "04 2956,                    1, ---E- -1/0",
        // picture ids of both widths, around the wrap
        "88 7f 00,                   2, --B-- 127/7 key",
        "c8 00,                      2, P-B-- 0/7",
        "8c ffff,                    3, --BE- 32767/15 key",
        "cc 8000,                    3, P-BE- 0/15",
        // non-flexible mode, K-SVC: the key picture, then a picture of layer 1 alone
        "a8 8001 10 ff,              5, --B-- 1/15 T0U S0 tl0 255 key",
        "ac 8001 13 ff,              5, --BE- 1/15 T0U S1D tl0 255",
        "ed 8002 52 00,              5, P-BEZ 2/15 T2U S1 tl0 0",
        "e9 8002 f0 00,              5, P-B-Z 2/15 T7U S0 tl0 0",
        "a8 8001 1e 07,              5, --B-- 1/15 T0U S7 tl0 7",
        // flexible mode: no TL0PICIDX; one to three references
        "bc 8001 10,                 4, -FBE- 1/15 T0U S0 tl0 -1 key",
        "fc 8001 12 02,              5, PFBE- 1/15 T0U S1 tl0 -1 -1",
        "fc 8001 42 05 08,           6, PFBE- 1/15 T2 S1 tl0 -1 -2 -4",
        "fc 8001 42 05 09 fe,        7, PFBE- 1/15 T2 S1 tl0 -1 -2 -4 -127",
        "dc 01 02,                   3, PFBE- 1/7 -1",
    })
    void readsEveryForm(String bytes, int length, String expected) {
        int total = bytes.replace(" ", "").length() / 2;
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(descriptor.wrap(slab.address(), total)).isNull();
            assertThat(descriptor.lengthBytes()).isEqualTo(length);
            assertThat(describe(descriptor)).isEqualTo(expected);
            assertThat(descriptor.hasScalabilityStructure()).isFalse();
            assertThat(descriptor.scalabilityStructure().spatialLayers()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',               EMPTY",
        "88,               TRUNCATED",
        "8880,             TRUNCATED",
        "a88001,           TRUNCATED",
        "a8800110,         TRUNCATED",
        "28,               TRUNCATED",
        "fc800112,         TRUNCATED",
        "fc80014205,       TRUNCATED",
        "fc8001420509,     TRUNCATED",
        "fc800142050903,   TRUNCATED",
        "fc80014205090302, TOO_MANY_REFERENCES",
        "0a,               TRUNCATED",
        "0a10,             TRUNCATED",
        "0a08,             TRUNCATED",
        "0a0801,           TRUNCATED",
        "0a080114,         TRUNCATED",
    })
    void namesWhatIsWrong(String bytes, DescriptorFault fault) {
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(descriptor.wrap(slab.address(), bytes.length() / 2)).isEqualTo(fault);
            assertThat(fault.sentence()).isNotBlank();
        }
    }

    /** Three layers of 320 x 180 to 1280 x 720, and the group 0-2-1-2 of pictures. */
    private static final String STRUCTURE =
            "aa 8001 10 05 58 0140 00b4 0280 0168 0500 02d0 04 14 04 54 01 34 02 58 01 02";

    @Test
    void readsAScalabilityStructure() {
        int length = STRUCTURE.replace(" ", "").length() / 2;
        try (Slab slab = TestBytes.hex(STRUCTURE + " 83")) {
            for (int cut = 5; cut < length; cut++) {
                assertThat(descriptor.wrap(slab.address(), cut))
                        .as("%d bytes", cut)
                        .isEqualTo(DescriptorFault.TRUNCATED);
            }
            assertThat(descriptor.wrap(slab.address(), length + 1)).isNull();
            assertThat(descriptor.lengthBytes()).isEqualTo(length);
            assertThat(descriptor.hasScalabilityStructure()).isTrue();
            Vp9ScalabilityStructure structure = descriptor.scalabilityStructure();
            assertThat(structure.spatialLayers()).isEqualTo(3);
            assertThat(structure.hasSizes()).isTrue();
            for (int layer = 0; layer < 3; layer++) {
                assertThat(structure.width(layer)).isEqualTo(320 << layer);
                assertThat(structure.height(layer)).isEqualTo(180 << layer);
            }
            assertThat(structure.pictures()).isEqualTo(4);
            int[] temporal = {0, 2, 1, 2};
            int[][] references = {{4}, {1}, {2}, {1, 2}};
            for (int picture = 0; picture < 4; picture++) {
                assertThat(structure.temporalLayer(picture)).isEqualTo(temporal[picture]);
                assertThat(structure.isSwitchingUpPoint(picture)).isTrue();
                assertThat(structure.references(picture)).isEqualTo(references[picture].length);
                for (int i = 0; i < references[picture].length; i++) {
                    assertThat(structure.reference(picture, i)).isEqualTo(references[picture][i]);
                }
            }
        }
    }

    @Test
    void rewritesIndicesInTheirOwnWidthAndNothingElse() {
        try (Slab slab = TestBytes.hex("aa ffff 10 ff 20 83");
                Slab slot = Slab.allocate(6)) {
            assertThat(descriptor.wrap(slab.address(), 7)).isNull();
            assertThat(descriptor.copyRewritten(slot.address(), 0x8000, 0x100)).isEqualTo(6);
            assertThat(TestBytes.hexAt(slot.address(), 6)).isEqualTo("aa8000100020");
            descriptor.rewriteEndOfFrame(slot.address(), true);
            assertThat(TestBytes.hexAt(slot.address(), 6)).isEqualTo("ae8000100020");
            descriptor.rewriteEndOfFrame(slot.address(), false);
            assertThat(TestBytes.hexAt(slot.address(), 6)).isEqualTo("aa8000100020");
            assertThat(TestBytes.hexAt(slab.address(), 7)).isEqualTo("aaffff10ff2083");
        }
        try (Slab slab = TestBytes.hex("f8 7f 10 02 83");
                Slab slot = Slab.allocate(4)) {
            assertThat(descriptor.wrap(slab.address(), 5)).isNull();
            assertThat(descriptor.copyRewritten(slot.address(), 0x80, 9)).isEqualTo(4);
            assertThat(TestBytes.hexAt(slot.address(), 4)).isEqualTo("f8001002");
        }
        try (Slab slab = TestBytes.hex("08 83")) {
            assertThat(descriptor.wrap(slab.address(), 2)).isNull();
            descriptor.rewritePictureId(slab.address(), 5);
            descriptor.rewriteTl0PicIdx(slab.address(), 5);
            assertThat(TestBytes.hexAt(slab.address(), 2)).isEqualTo("0883");
        }
    }

    @Test
    void readsBackWhatWasWritten() {
        Random random = new Random(9);
        Vp9DescriptorWriter writer = new Vp9DescriptorWriter();
        try (Slab slab = Slab.allocate(2048)) {
            for (int round = 0; round < 10_000; round++) {
                boolean isPredicted = random.nextBoolean();
                boolean isStart = random.nextBoolean();
                boolean isEnd = random.nextBoolean();
                boolean isLast = random.nextBoolean();
                writer.frame(isStart, isEnd, isPredicted, isLast);
                int bits = new int[] {0, 7, 15}[random.nextInt(3)];
                int pictureId = bits == 0 ? -1 : random.nextInt(1 << bits);
                if (bits != 0) {
                    writer.pictureId(pictureId, bits);
                }
                boolean hasLayers = random.nextBoolean();
                boolean isFlexible = random.nextBoolean();
                int temporal = random.nextInt(8);
                int spatial = random.nextInt(8);
                boolean isSwitch = random.nextBoolean();
                boolean isDependent = random.nextBoolean();
                int tl0 = random.nextInt(256);
                if (hasLayers) {
                    writer.layer(temporal, isSwitch, spatial, isDependent, tl0);
                }
                int[] references = random.ints(isPredicted ? 1 + random.nextInt(3) : 0, 1, 128)
                        .toArray();
                if (isFlexible) {
                    writer.flexible(references);
                }
                StructureValues structure = random.nextBoolean() ? null : new StructureValues(random);
                if (structure != null) {
                    structure.write(writer);
                }
                int length = writer.lengthBytes();
                assertThat(writer.write(slab.address(), length - 1)).isZero();
                assertThat(writer.write(slab.address(), length)).isEqualTo(length);
                assertThat(descriptor.wrap(slab.address(), length)).isNull();
                assertThat(descriptor.lengthBytes()).isEqualTo(length);
                StringBuilder expected = new StringBuilder();
                expected.append(isPredicted ? 'P' : '-')
                        .append(isFlexible ? 'F' : '-')
                        .append(isStart ? 'B' : '-');
                expected.append(isEnd ? 'E' : '-').append(isLast ? 'Z' : '-');
                expected.append(' ').append(pictureId).append('/').append(bits);
                if (hasLayers) {
                    expected.append(" T").append(temporal).append(isSwitch ? "U" : "");
                    expected.append(" S").append(spatial).append(isDependent ? "D" : "");
                    expected.append(" tl0 ").append(isFlexible ? -1 : tl0);
                }
                for (int i = 0; isFlexible && i < references.length; i++) {
                    expected.append(" -").append(references[i]);
                }
                boolean isLowest = !hasLayers || (spatial == 0 && !isDependent);
                expected.append(isStart && !isPredicted && isLowest ? " key" : "");
                assertThat(describe(descriptor)).isEqualTo(expected.toString());
                assertThat(descriptor.hasScalabilityStructure()).isEqualTo(structure != null);
                if (structure != null) {
                    structure.check(descriptor.scalabilityStructure());
                }
            }
        }
    }

    /** A scalability structure of random size. */
    private static final class StructureValues {
        final int[] sizes;
        final int layers;
        final int[] temporal;
        final int[][] references;

        StructureValues(Random random) {
            layers = 1 + random.nextInt(8);
            sizes = random.ints(random.nextBoolean() ? 2L * layers : 0, 0, 1 << 16)
                    .toArray();
            temporal = random.ints(random.nextInt(random.nextInt(8) == 0 ? 256 : 8), 0, 8)
                    .toArray();
            references = new int[temporal.length][];
            for (int i = 0; i < references.length; i++) {
                references[i] = random.ints(random.nextInt(4), 0, 256).toArray();
            }
        }

        void write(Vp9DescriptorWriter writer) {
            writer.spatialLayers(layers);
            if (sizes.length != 0) {
                writer.sizes(sizes);
            }
            writer.pictureGroup(temporal, references);
        }

        void check(Vp9ScalabilityStructure structure) {
            assertThat(structure.spatialLayers()).isEqualTo(layers);
            assertThat(structure.hasSizes()).isEqualTo(sizes.length != 0);
            for (int layer = 0; layer < layers; layer++) {
                assertThat(structure.width(layer)).isEqualTo(sizes.length == 0 ? -1 : sizes[2 * layer]);
                assertThat(structure.height(layer)).isEqualTo(sizes.length == 0 ? -1 : sizes[2 * layer + 1]);
            }
            assertThat(structure.pictures()).isEqualTo(temporal.length);
            for (int picture = 0; picture < temporal.length; picture++) {
                assertThat(structure.temporalLayer(picture)).isEqualTo(temporal[picture]);
                assertThat(structure.references(picture)).isEqualTo(references[picture].length);
                for (int i = 0; i < references[picture].length; i++) {
                    assertThat(structure.reference(picture, i)).isEqualTo(references[picture][i]);
                }
            }
        }
    }

    @Test
    void refusesToWriteWhatTheFormatCanNotExpress() {
        Vp9DescriptorWriter writer = new Vp9DescriptorWriter().frame(true, true, true, false);
        assertThatThrownBy(() -> writer.pictureId(1, 8)).hasMessageContaining("bits 8");
        assertThatThrownBy(() -> writer.layer(8, true, 0, false, 0)).hasMessageContaining("temporal layer 8");
        assertThatThrownBy(writer::flexible).hasMessageContaining("references 0");
        assertThatThrownBy(() -> writer.flexible(1, 2, 3, 4)).hasMessageContaining("references 4");
        assertThatThrownBy(() -> writer.flexible(0)).hasMessageContaining("reference 0");
        assertThatThrownBy(() -> writer.spatialLayers(2).sizes(1, 2)).hasMessageContaining("2");
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        int[] wellFormed = new int[1];
        TestBytes.neverThrows(0x5EED9, 48, (random, bytes) -> {}, (address, length) -> {
            if (descriptor.wrap(address, length) != null) {
                return;
            }
            wellFormed[0]++;
            assertThat(descriptor.lengthBytes()).isBetween(1, length);
            assertThat(describe(descriptor)).isNotBlank();
            boolean isSure = descriptor.hasLayers() && descriptor.isStartOfKeyPicture();
            assertThat(isSure && !KeyFrames.isKeyFrame(VideoCodec.VP9, address, length))
                    .isFalse();
            Vp9ScalabilityStructure structure = descriptor.scalabilityStructure();
            for (int layer = 0; layer < structure.spatialLayers(); layer++) {
                assertThat(structure.width(layer) < 0).isEqualTo(structure.height(layer) < 0);
            }
            for (int picture = 0; picture < structure.pictures(); picture++) {
                for (int i = 0; i < structure.references(picture); i++) {
                    assertThat(structure.reference(picture, i)).isBetween(0, 255);
                }
            }
            String before = TestBytes.hexAt(address, length);
            descriptor.rewritePictureId(address, descriptor.pictureId());
            descriptor.rewriteTl0PicIdx(address, descriptor.tl0PicIdx());
            descriptor.rewriteEndOfFrame(address, descriptor.isEndOfFrame());
            assertThat(TestBytes.hexAt(address, length)).isEqualTo(before);
        });
        assertThat(wellFormed[0]).isGreaterThan(10_000);
    }
}
