package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.media.file.MediaFile;
import org.starbridge.hammer.media.file.SampleFiles;
import org.starbridge.hammer.media.file.SampleFiles.Packet;
import org.starbridge.hammer.media.file.StreamSelection;

/** Codecs and key frames are recognised by a few bytes of payload; the rows are written from the payload formats. */
class VideoPayloadTest {
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource({
        "VP8, 9080 00 10 0000 9d012a 8002e001, key frame with a picture id",
        "VP8, 10 10 0000 9d012a 8002e001, key frame without extension",
        "VP9, 08 834983420027f0, key frame without picture id",
        "VP9, a8 8001 00 05 82498342, key frame with long picture id and layer indices",
        "VP9, 0a 18 0280 01e0 01 04 01 82498342, key frame behind a scalability structure",
        "H264, 67 42c01e8c, parameter set alone",
        "H264, 65 88840c3f, IDR slice alone",
        "H264, 7c85 88840c3f, IDR slice begun in an FU-A",
        "H264, 78 0002 0910 0004 67 42c01e, parameter set second in a STAP-A",
        "AV1, 68 03 080000 100203, sequence header first of two OBUs",
        "AV1, 18 0a0b000000, sequence header alone with its size",
    })
    void recognisesKeyFrames(Codec codec, String hex, String what) {
        byte[] payload = bytes(hex);
        assertThat(VideoPayload.marksKeyFrame(codec, payload, 0, payload.length))
                .isTrue();
        for (int length = 1; length < payload.length; length++) {
            // Only that a cut payload is looked at within its bounds.
            byte[] cut = java.util.Arrays.copyOf(payload, length);
            assertThat(VideoPayload.marksKeyFrame(codec, cut, 0, length)).isIn(true, false);
        }
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource({
        "VP8, 9080 01 11 0000 9d012a 8002e001, inter frame",
        "VP8, 8080 00 10 0000 9d012a 8002e001, not the first packet",
        "VP8, 11 10 0000 9d012a 8002e001, another partition",
        "VP9, 48 834983420027f0, predicted",
        "VP9, 00 834983420027f0, not the first packet",
        "VP9, 08 874983420027f0, inter frame",
        "H264, 61 9a000000, other slice",
        "H264, 7c05 88840c3f, IDR slice continued in an FU-A",
        "H264, 78 0002 0910 0004 06 42c01e, STAP-A without parameter set",
        "AV1, 60 03 080000 100203, no new sequence",
        "AV1, 90 32000000, continued OBU",
    })
    void takesNothingElseForOne(Codec codec, String hex, String what) {
        byte[] payload = bytes(hex);
        assertThat(VideoPayload.marksKeyFrame(codec, payload, 0, payload.length))
                .as(what)
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "VP8, 10 10 0000 9d012a 8002e001, 10 11 5555, 00 77 4242",
        "VP9, 08 834983420027f0, 48 87 5555, 44 1234",
        "H264, 78 0004 67 42c01e 0002 6888, 7c81 9a5555, 7c41 1234",
        "AV1, 68 03 080000 100203, 50 3200 5555, 90 1234",
    })
    void tellsTheCodecOfACapture(Codec codec, String keyFrame, String interFrame, String rest) {
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            byte[] payload = bytes(i % 2 == 1 ? rest : i % 20 == 0 ? keyFrame : interFrame);
            int frame = i / 2;
            packets.add(new Packet(frame * 33, 1, SampleFiles.rtp(1, 96, i, frame * 2970L, i % 2 == 1, payload)));
        }
        RecordedStream stream = MediaFile.read(
                new FileBytes("call.rtpdump", SampleFiles.rtpdump(packets)),
                MediaKind.VIDEO,
                StreamSelection.busiest());
        assertThat(stream.codec()).isEqualTo(codec);
        assertThat(stream.keyFrames()).isEqualTo(3);
        assertThat(stream.packets()).isEqualTo(60);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
