package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class H264PayloadTest {
    private final H264Payload payload = new H264Payload();

    private String describe() {
        StringBuilder line = new StringBuilder();
        line.append(payload.isStartOfUnit() ? '[' : '.');
        IntStream.rangeClosed(1, 23)
                .filter(payload::begins)
                .forEach(type -> line.append(' ').append(type));
        line.append(payload.isEndOfUnit() ? " ]" : " .").append(" nri ").append(payload.nalRefIdc());
        line.append(payload.beginsPicture() ? " picture" : "");
        line.append(payload.beginsIdrPicture() ? " idr" : "");
        line.append(payload.beginsSequenceParameterSet() ? " sps" : "");
        return line.append(payload.beginsPictureParameterSet() ? " pps" : "").toString();
    }

    @ParameterizedTest
    @CsvSource({
        // packets of GStreamer's rtph264pay, the long ones cut: supplement and parameter sets, an IDR picture of two
        // slices
        "1800090600058ee8a0e20d8000070601030b40408000226742c01fda0280f6c044000003000400000300f3800006e98000dd3192c801e30654000468ce3c80, [ 6 7 8 ] nri 3 sps pps",
        "7c85888203, [ 5 . nri 3 picture idr",
        "7c05e59e58, . . nri 3",
        "7c45ff0840, . ] nri 3",
        "7c85004b22, [ 5 . nri 3",
        "41004b26c8, [ 1 ] nri 2",
        // single units
        "65 88,      [ 5 ] nri 3 picture idr",
        "61 9a,      [ 1 ] nri 3 picture",
        "01 9a,      [ 1 ] nri 0 picture",
        "01 5a,      [ 1 ] nri 0",
        "42 9a,      [ 2 ] nri 2 picture",
        "65,         [ 5 ] nri 3",
        "67 42,      [ 7 ] nri 3 sps",
        "09 f0,      [ 9 ] nri 0",
        // aggregates: the highest nal_ref_idc counts
        "18 0002 419a 0002 0142, [ 1 ] nri 2 picture",
        "18 0001 68 0000 0002 6588, [ 5 8 ] nri 3 picture idr pps",
        "18,         [ ] nri 0",
        // one fragment of a whole, and fragments of parameter sets
        "7c c5 88,   [ 5 ] nri 3 picture idr",
        "1c 81 9a,   [ 1 . nri 0 picture",
        "7c 87 42,   [ 7 . nri 3 sps",
        "7c 85,      [ 5 . nri 3",
        // modes that are not looked into
        "19 000000 0001 65, [ ] nri 0",
        "7d 85 0000 88,     [ ] nri 3",
        "00,         [ ] nri 0",
        "'',         EMPTY",
        "7c,         TRUNCATED",
        "18 00,      TRUNCATED",
        "18 0001,    TRUNCATED",
        "18 0001 65 0004 674200, TRUNCATED",
    })
    void readsWhatBegins(String bytes, String expected) {
        try (Slab slab = TestBytes.hex(bytes)) {
            DescriptorFault fault =
                    payload.wrap(slab.address(), bytes.replace(" ", "").length() / 2);
            String line = fault != null ? fault.name() : describe();
            assertThat(line).isEqualTo(expected);
        }
    }

    @Test
    void hasNothingAfterAFault() {
        try (Slab slab = TestBytes.hex("18 0002 6588 0009")) {
            assertThat(payload.wrap(slab.address(), 7)).isEqualTo(DescriptorFault.TRUNCATED);
            assertThat(payload.begins(5)).isFalse();
            assertThat(payload.beginsPicture()).isFalse();
        }
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        int[] keys = new int[1];
        TestBytes.neverThrows(
                0x5EED26,
                24,
                (random, bytes) -> {
                    if (bytes.length > 4 && random.nextBoolean()) {
                        bytes[0] = 0x18;
                        bytes[1] = 0;
                        bytes[2] = (byte) random.nextInt(bytes.length);
                    }
                },
                (address, length) -> {
                    boolean isWhole = payload.wrap(address, length) == null;
                    boolean key = payload.beginsIdrPicture() || payload.beginsSequenceParameterSet();
                    keys[0] += key ? 1 : 0;
                    assertThat(key && !isWhole).isFalse();
                    assertThat(key && !KeyFrames.isKeyFrame(VideoCodec.H264, address, length))
                            .isFalse();
                    assertThat(payload.nalRefIdc()).isBetween(0, 3);
                });
        assertThat(keys[0]).isGreaterThan(100);
    }
}
