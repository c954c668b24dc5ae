package org.starbridge.bridge.transcode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.starbridge.recording.frame.TrackFormat;

class FlvReaderTest {
    /** As FFmpeg writes it: main profile, 1280 x 720. */
    private static final byte[] AVC_C =
            HexFormat.of().parseHex("014d401fffe10017674d401fda014016ec0440000003004000000f23c60ca801000468ef0fc8");

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    private void tag(int type, int timeMs, int... data) {
        file.write(type);
        file.writeBytes(new byte[] {0, 0, (byte) data.length});
        file.writeBytes(new byte[] {(byte) (timeMs >> 16), (byte) (timeMs >> 8), (byte) timeMs, (byte) (timeMs >> 24)});
        file.writeBytes(new byte[3]);
        for (int each : data) {
            file.write(each);
        }
        file.writeBytes(new byte[4]);
    }

    private FlvReader reader() throws IOException {
        FlvReader reader = new FlvReader(new ByteArrayInputStream(file.toByteArray()));
        reader.begin();
        return reader;
    }

    private void header() {
        file.writeBytes(new byte[] {'F', 'L', 'V', 1, 5, 0, 0, 0, 9, 0, 0, 0, 0});
    }

    @Test
    void framesComeWithTheirTimes() throws Exception {
        header();
        int[] configuration = new int[5 + AVC_C.length];
        configuration[0] = 0x17;
        for (int i = 0; i < AVC_C.length; i++) {
            configuration[5 + i] = AVC_C[i] & 0xFF;
        }
        tag(18, 0, 1, 2, 3);
        tag(9, 0, configuration);
        tag(8, 0, 0xAF, 0, 0x11, 0x90);
        tag(9, 0x01020304, 0x17, 1, 0, 0, 0, 9, 9);
        tag(8, 0x7FFFFFFF, 0xAF, 1, 7);
        tag(9, -1, 0x27, 1, 0, 0, 0, 8);
        FlvReader reader = reader();

        FlvReader.Tag key = reader.next();
        assertThat(key.timeMs()).isEqualTo(0x01020304);
        assertThat(key.isKeyFrame()).isTrue();
        assertThat(key.data()).containsExactly(9, 9);
        assertThat(key.format())
                .extracting(TrackFormat::width, TrackFormat::height)
                .containsExactly(1280, 720);
        FlvReader.Tag sound = reader.next();
        assertThat(sound.timeMs()).isEqualTo(0x7FFFFFFF);
        assertThat(sound.data()).containsExactly(7);
        assertThat(sound.format()).isNull();
        FlvReader.Tag other = reader.next();
        assertThat(other.timeMs()).isEqualTo(-1);
        assertThat(other.isKeyFrame()).isFalse();
        assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }

    @Test
    void whatIsNoFlvIsAnError() {
        file.writeBytes("ftypisom and more".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThatThrownBy(this::reader).isInstanceOf(IOException.class).hasMessageContaining("FLV");
    }
}
