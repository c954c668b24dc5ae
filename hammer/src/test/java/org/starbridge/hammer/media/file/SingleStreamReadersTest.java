package org.starbridge.hammer.media.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.MediaFileException;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;

class SingleStreamReadersTest {
    private static RecordedStream video(byte[] file) {
        return MediaFile.read(new FileBytes("clip.ivf", file), MediaKind.VIDEO, StreamSelection.busiest());
    }

    private static RecordedStream audio(byte[] file) {
        return MediaFile.read(new FileBytes("clip.ogg", file), MediaKind.AUDIO, StreamSelection.busiest());
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 1143, 1144, 1145, 2288, 2289, 10_000})
    void cutsAFrameIntoEvenPayloadsThatJoinToIt(int frameBytes) {
        byte[] frame = SampleFiles.vp8Frame(true, frameBytes, 3);
        RecordedStream stream = video(SampleFiles.ivf(List.of(frame, SampleFiles.vp8Frame(false, 10, 4))));
        int payloads = stream.packets() - 1;
        assertThat(payloads).isEqualTo((frameBytes + 1143) / 1144);
        var joined = new ByteArrayOutputStream();
        for (int i = 0; i < payloads; i++) {
            byte[] payload = stream.copyOfPayload(i);
            assertThat(payload.length).isLessThanOrEqualTo(1150);
            assertThat(payload.length - stream.payloadBytes(0)).isBetween(0, 1);
            assertThat(Arrays.copyOf(payload, 6)).containsExactly(i == 0 ? 0x90 : 0x80, 0xF0, 0x80, 0, 0, 1);
            assertThat(stream.isMarked(i)).isEqualTo(i == payloads - 1);
            assertThat(stream.isKeyFrameStart(i)).isEqualTo(i == 0);
            joined.write(payload, 6, payload.length - 6);
        }
        assertThat(joined.toByteArray()).isEqualTo(frame);
        assertThat(Arrays.copyOf(stream.copyOfPayload(payloads), 6)).containsExactly(0x90, 0xF0, 0x80, 1, 1, 1);
    }

    @Test
    void timesIvfFramesByTheirTimeBase() {
        RecordedStream stream = video(SampleFiles.ivf(List.of(
                SampleFiles.vp8Frame(false, 10, 1),
                SampleFiles.vp8Frame(true, 10, 2),
                SampleFiles.vp8Frame(false, 10, 3),
                SampleFiles.vp8Frame(false, 10, 4))));
        assertThat(stream.packets()).isEqualTo(3);
        assertThat(stream.timestampOffset(2)).isEqualTo(7200);
        assertThat(stream.sendOffsetNs(2)).isEqualTo(80_000_000);
        assertThat(stream.loopTicks()).isEqualTo(10_800);
        assertThat(stream.loopNs()).isEqualTo(120_000_000);
    }

    @Test
    void refusesIvfThatItCannotUse() {
        byte[] file = SampleFiles.ivf(List.of(SampleFiles.vp8Frame(true, 10, 1)));
        assertRefused(changed(file, 11, '9'), "at byte 8: a codec other than VP80");
        assertRefused(changed(file, 6, 31), "at byte 6: a header of 31 bytes; expected 32");
        assertRefused(changed(file, 35, 0x7F), "at byte 44: the file ends after 10 bytes; expected a frame of 21");
        assertRefused(changed(file, 35, 0xFF), "expected a frame of 42");
        assertRefused(changed(changed(file, 16, 0), 17, 0), "a time base of 1/0 s");
        assertRefused(SampleFiles.ivf(List.of()), "no packet; expected at least one");
        assertRefused(SampleFiles.ivf(List.of(SampleFiles.vp8Frame(false, 10, 1))), "no VP8 key frame; expected one");
        assertThatThrownBy(() -> audio(file)).hasMessageContaining("the file holds VIDEO; expected AUDIO");
    }

    private static byte[] changed(byte[] file, int at, int value) {
        byte[] changed = file.clone();
        changed[at] = (byte) value;
        return changed;
    }

    private static void assertRefused(byte[] file, String sentence) {
        assertThatThrownBy(() -> video(file))
                .isInstanceOf(MediaFileException.class)
                .hasMessageStartingWith("clip.ivf, at byte ")
                .hasMessageContaining(sentence);
    }

    static List<byte[]> opusPackets() {
        List<byte[]> packets = new ArrayList<>();
        for (int lengthBytes : new int[] {3, 254, 255, 256, 510, 511, 80, 1275}) {
            byte[] packet = new byte[lengthBytes];
            Arrays.fill(packet, (byte) lengthBytes);
            packet[0] = (byte) 0xF8;
            packets.add(packet);
        }
        return packets;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 255})
    void putsOpusPacketsTogetherAcrossPages(int segmentsInAPage) {
        List<byte[]> packets = opusPackets();
        RecordedStream stream = audio(SampleFiles.ogg(7, segmentsInAPage, packets));
        assertThat(stream.codec()).isEqualTo(Codec.OPUS);
        assertThat(stream.packets()).isEqualTo(packets.size());
        for (int i = 0; i < packets.size(); i++) {
            assertThat(stream.copyOfPayload(i)).isEqualTo(packets.get(i));
            assertThat(stream.timestampOffset(i)).isEqualTo(960 * i);
            assertThat(stream.sendOffsetNs(i)).isEqualTo(20_000_000L * i);
        }
        assertThat(stream.loopTicks()).isEqualTo(960 * packets.size());
    }

    @Test
    void passesOverOtherLogicalStreams() {
        byte[] other = SampleFiles.page(2, 1, 0, List.of(4), new byte[4]);
        byte[] ours = SampleFiles.ogg(7, 10, opusPackets());
        byte[] both = Arrays.copyOf(other, other.length + ours.length);
        System.arraycopy(ours, 0, both, other.length, ours.length);
        assertThat(audio(both).packets()).isEqualTo(8);
        assertThatThrownBy(() -> audio(other)).hasMessageContaining("no Opus stream; expected a first page");
    }

    @Test
    void refusesOggThatItCannotUse() {
        byte[] file = SampleFiles.ogg(7, 10, opusPackets());
        assertThatThrownBy(() -> audio(changed(file, file.length - 1, 99)))
                .isInstanceOf(MediaFileException.class)
                .hasMessageContaining("a damaged Ogg page; expected its bytes to match its checksum");
        assertThatThrownBy(() -> audio(SampleFiles.ogg(7, 10, List.of(new byte[] {3}))))
                .isInstanceOf(MediaFileException.class)
                .hasMessageContaining("no Opus packet; expected one of up to 120 ms");
        assertThatThrownBy(() -> audio(SampleFiles.ogg(7, 255, List.of(new byte[3000]))))
                .isInstanceOf(MediaFileException.class)
                .hasMessageContaining("an Opus packet of 3000 bytes; expected at most 1400");
    }

    @ParameterizedTest
    @CsvSource({
        "0x00, 480", "0x08, 960", "0x10, 1920", "0x18, 2880", "0x60, 480", "0x68, 960", "0x70, 480", "0x78, 960",
        "0x80, 120", "0x88, 240", "0x90, 480", "0x98, 960", "0xF8, 960", "0xF9, 1920", "0xFA, 1920", "0x1A, 5760"
    })
    void readsDurationsFromTheFirstByte(String toc, int samples) {
        byte[] packet = {Integer.decode(toc).byteValue(), 0};
        assertThat(OggOpusReader.durationSamples(packet, 2)).isEqualTo(samples);
    }

    @ParameterizedTest
    @CsvSource({"0xFB, 6, 5760", "0xFB, 0x83, 2880", "0xFB, 7, 0", "0xFB, 0, 0", "0x1B, 2, 5760", "0x1B, 3, 0"})
    void readsCountedFrames(String toc, String count, int samples) {
        byte[] packet = {Integer.decode(toc).byteValue(), Integer.decode(count).byteValue()};
        assertThat(OggOpusReader.durationSamples(packet, 2)).isEqualTo(samples);
        assertThat(OggOpusReader.durationSamples(packet, 1)).isZero();
    }
}
