package org.starbridge.recording.mp4;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.TrackFormat;

/** Boxes are read back by their sizes alone, as ISO 14496-12 says; what is in them is what was to be written. */
class Mp4Test {
    private static final int FULL = 4;

    /** The content of a box at a path of types, the first of each; what is before the boxes of some is skipped. */
    private static ByteBuffer box(byte[] file, String path) {
        ByteBuffer content = ByteBuffer.wrap(file);
        for (String type : path.split("/", -1)) {
            content = child(content, type);
            int skipped = switch (type) {
                case "dref", "stsd" -> FULL + 4;
                case "avc1", "av01", "vp09", "vp08" -> 78;
                case "Opus", "mp4a" -> 28;
                default -> 0;
            };
            content.position(Math.min(skipped, content.limit()));
            content = content.slice();
        }
        return content;
    }

    private static ByteBuffer child(ByteBuffer parent, String wanted) {
        ByteBuffer found = null;
        while (parent.hasRemaining()) {
            int at = parent.position();
            int size = parent.getInt();
            byte[] type = new byte[4];
            parent.get(type);
            assertThat(size).as(new String(type, ISO_8859_1)).isBetween(8, parent.limit() - at);
            if (found == null && new String(type, ISO_8859_1).equals(wanted)) {
                found = parent.slice(at + 8, size - 8);
            }
            parent.position(at + size);
        }
        if (found == null) {
            throw new AssertionError("no " + wanted);
        }
        return found;
    }

    private static byte[] bytes(ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer content, int at, int length) {
        return new String(Arrays.copyOfRange(bytes(content.duplicate()), at, at + length), ISO_8859_1);
    }

    private static final String ENTRIES = "moov/trak/mdia/minf/stbl/stsd/";

    @ParameterizedTest
    @CsvSource({
        "H264, avc1, avcC, 0142e01fffe10003, 0142e01fffe10003, avc1.42e01f",
        "AV1, av01, av1C, 81054c00, 81054c00, av01.0.05M.10",
        "AV1, av01, av1C, 8145ec00, 8145ec00, av01.2.05H.12",
        "AV1, av01, av1C, 81050c00, 81050c00, av01.0.05M.08",
        "VP9, vp09, vpcC, 01010202011f03010a040102, 01000000 02 1f a4 01 01 01 0000, vp09.02.31.10",
        "VP9, vp09, vpcC, '', 01000000 00 0a 82 01 01 01 0000, vp09.00.10.08",
        "VP8, vp08, vpcC, '', 01000000 00 0a 82 01 01 01 0000, vp08.00.10.08"
    })
    void headersOfVideoNameSizeAndCodec(
            Codec codec, String entry, String type, String configuration, String written, String name) {
        TrackFormat format = new TrackFormat(codec, 1920, 1080, HexFormat.of().parseHex(configuration));
        byte[] file = InitSegment.of(format, 90_000);
        assertThat(text(box(file, "ftyp"), 0, 4)).isEqualTo("iso6");
        ByteBuffer track = box(file, "moov/trak/tkhd");
        assertThat(track.limit()).isEqualTo(84);
        assertThat(track.getInt(0)).as("visible").isEqualTo(7);
        assertThat(track.getInt(12)).isEqualTo(1);
        assertThat(track.getShort(36)).as("volume").isZero();
        assertThat(track.getInt(40)).as("matrix").isEqualTo(0x10000);
        assertThat(track.getInt(76)).isEqualTo(1920 << 16);
        assertThat(track.getInt(80)).isEqualTo(1080 << 16);
        assertThat(box(file, "moov/trak/mdia/mdhd").getInt(12)).isEqualTo(90_000);
        assertThat(text(box(file, "moov/trak/mdia/hdlr"), 8, 4)).isEqualTo("vide");
        assertThat(box(file, "moov/trak/mdia/minf/vmhd").limit()).isEqualTo(12);
        assertThat(box(file, "moov/mvex/trex").getInt(4)).isEqualTo(1);
        assertThat(box(file, "moov/mvhd").limit()).isEqualTo(100);
        ByteBuffer sample = child(skipped(box(file, "moov/trak/mdia/minf/stbl"), "stsd"), entry);
        assertThat(sample.getShort(6)).as("reference").isEqualTo((short) 1);
        assertThat(sample.getShort(24)).isEqualTo((short) 1920);
        assertThat(sample.getShort(26)).isEqualTo((short) 1080);
        assertThat(bytes(box(file, ENTRIES + entry + "/" + type)))
                .isEqualTo(HexFormat.of().parseHex(written.replace(" ", "")));
        assertThat(CodecName.of(format)).isEqualTo(name);
    }

    private static ByteBuffer skipped(ByteBuffer parent, String type) {
        ByteBuffer box = child(parent, type);
        assertThat(box.getInt(4)).as("entries").isEqualTo(1);
        return box.position(8).slice();
    }

    @Test
    void headersOfSoundNameChannelsAndRate() {
        byte[] head = "OpusHead\1\2\70\1".getBytes(ISO_8859_1); // 2 channels, a pre-skip of 312 samples
        byte[] file = InitSegment.of(new TrackFormat(Codec.OPUS, 0, 0, Arrays.copyOf(head, 19)), 48_000);
        assertThat(text(box(file, "moov/trak/mdia/hdlr"), 8, 4)).isEqualTo("soun");
        assertThat(box(file, "moov/trak/mdia/minf/smhd").limit()).isEqualTo(8);
        assertThat(box(file, "moov/trak/tkhd").getShort(36)).as("volume").isEqualTo((short) 0x100);
        ByteBuffer entry = child(skipped(box(file, "moov/trak/mdia/minf/stbl"), "stsd"), "Opus");
        assertThat(entry.getShort(16)).isEqualTo((short) 2);
        assertThat(entry.getInt(24)).isEqualTo(48_000 << 16);
        assertThat(bytes(box(file, ENTRIES + "Opus/dOps")))
                .isEqualTo(HexFormat.of().parseHex("000201380000bb80000000"));
        byte[] aac = InitSegment.of(new TrackFormat(Codec.AAC, 0, 0, new byte[] {0x11, (byte) 0x90}), 48_000);
        byte[] esds = bytes(box(aac, ENTRIES + "mp4a/esds"));
        assertThat(esds)
                .isEqualTo(HexFormat.of()
                        .parseHex("00000000 0319 000000 0411 4015 000000 00000000 00000000 0502 1190 060102"
                                .replace(" ", "")));
        assertThat(CodecName.of(new TrackFormat(Codec.OPUS, 0, 0, head))).isEqualTo("opus");
        assertThat(CodecName.of(new TrackFormat(Codec.AAC, 0, 0, new byte[2]))).isEqualTo("mp4a.40.2");
    }

    @Test
    void fragmentsHaveTheirSamplesWhereTheyAreSaidToBe() {
        byte[] first = new byte[300];
        Arrays.fill(first, (byte) 1);
        List<Sample> samples = List.of(
                new Sample(first, 3000, true),
                new Sample(new byte[] {2, 2}, 0x1_0000, false),
                new Sample(new byte[0], 1, false));
        byte[] file = Fragment.of(0x01020304, 0x0102030405060708L, samples);
        assertThat(box(file, "moof/mfhd").getInt(4)).isEqualTo(0x01020304);
        assertThat(box(file, "moof/traf/tfhd").getInt(0))
                .as("offsets count from moof")
                .isEqualTo(0x020000);
        ByteBuffer time = box(file, "moof/traf/tfdt");
        assertThat(time.get(0)).as("64 bits").isEqualTo((byte) 1);
        assertThat(time.getLong(4)).isEqualTo(0x0102030405060708L);
        ByteBuffer run = box(file, "moof/traf/trun");
        assertThat(run.getInt(0)).isEqualTo(0x701);
        assertThat(run.getInt(4)).isEqualTo(3);
        int at = run.getInt(8);
        assertThat(run.limit()).isEqualTo(12 + 3 * 12);
        for (int i = 0; i < 3; i++) {
            Sample sample = samples.get(i);
            assertThat(run.getInt(12 + 12 * i)).isEqualTo((int) sample.duration());
            assertThat(run.getInt(16 + 12 * i)).isEqualTo(sample.data().length);
            assertThat(run.getInt(20 + 12 * i)).isEqualTo(sample.isSync() ? 0x02000000 : 0x01010000);
            assertThat(Arrays.copyOfRange(file, at, at + sample.data().length)).isEqualTo(sample.data());
            at += sample.data().length;
        }
        assertThat(at).isEqualTo(file.length);
        assertThat(box(file, "mdat").limit()).isEqualTo(302);
    }

    private static TrackFormat vp9(int profile, int level) {
        return new TrackFormat(
                Codec.VP9, 640, 480, new byte[] {1, 1, (byte) profile, 2, 1, (byte) level, 3, 1, 8, 4, 1, 1});
    }

    /** A header holds what follows it: VP9 of any size up to its level, and all else if it is the same. */
    @Test
    void headersHoldWhatFollowsThem() {
        assertThat(CodecName.isCompatible(vp9(0, 30), vp9(0, 30))).isTrue();
        assertThat(CodecName.isCompatible(vp9(0, 30), vp9(0, 21))).isTrue();
        assertThat(CodecName.isCompatible(vp9(0, 30), vp9(0, 31))).isFalse();
        assertThat(CodecName.isCompatible(vp9(0, 30), vp9(1, 30))).isFalse();
        TrackFormat h264 = new TrackFormat(Codec.H264, 640, 480, new byte[] {1, 2});
        assertThat(CodecName.isCompatible(h264, new TrackFormat(Codec.H264, 640, 480, new byte[] {1, 2})))
                .isTrue();
        assertThat(CodecName.isCompatible(h264, new TrackFormat(Codec.H264, 640, 480, new byte[] {1, 3})))
                .isFalse();
        assertThat(CodecName.isCompatible(h264, new TrackFormat(Codec.H264, 640, 360, new byte[] {1, 2})))
                .isFalse();
        assertThat(CodecName.isCompatible(h264, vp9(0, 30))).isFalse();
        TrackFormat opus = new TrackFormat(Codec.OPUS, 0, 0, new byte[] {1});
        assertThat(CodecName.isCompatible(opus, new TrackFormat(Codec.OPUS, 0, 0, new byte[] {2})))
                .isTrue();
    }

    @Test
    void formatsThatAreEqualHaveTheSameHash() {
        assertThat(vp9(0, 30))
                .isEqualTo(vp9(0, 30))
                .hasSameHashCodeAs(vp9(0, 30))
                .isNotEqualTo(vp9(0, 31));
        assertThat(vp9(0, 30).hashCode()).isNotEqualTo(vp9(0, 31).hashCode());
        assertThat(new TrackFormat(Codec.VP8, 1, 2, new byte[0]))
                .isNotEqualTo(new TrackFormat(Codec.VP9, 1, 2, new byte[0]));
    }
}
