package org.starbridge.hammer.media.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.MediaFileException;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.file.SampleFiles.Packet;
import org.starbridge.hammer.media.file.SampleFiles.PcapStyle;

class CaptureReadersTest {
    private static final PcapStyle PLAIN = new PcapStyle(ByteOrder.BIG_ENDIAN, false, 101, false);

    private static RecordedStream read(byte[] bytes, MediaKind kind, StreamSelection selection) {
        return MediaFile.read(new FileBytes("call.bin", bytes), kind, selection);
    }

    private static RecordedStream video(byte[] bytes) {
        return read(bytes, MediaKind.VIDEO, StreamSelection.busiest());
    }

    static Stream<PcapStyle> pcapStyles() {
        return Stream.of(0, 1, 101, 113, 276)
                .flatMap(link -> Stream.of(false, true)
                        .flatMap(nanos -> Stream.of(false, true)
                                .flatMap(ipv6 -> Stream.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)
                                        .map(order -> new PcapStyle(order, nanos, link, ipv6)))));
    }

    @ParameterizedTest
    @MethodSource("pcapStyles")
    void readsBothStreamsFromEveryKindOfPcap(PcapStyle style) {
        byte[] file = SampleFiles.pcap(style, SampleFiles.callPackets());
        assertIsSampleVideo(video(file));
        assertIsSampleAudio(read(file, MediaKind.AUDIO, StreamSelection.busiest()));
    }

    @Test
    void readsBothStreamsFromRtpdump() {
        byte[] file = SampleFiles.rtpdump(SampleFiles.callPackets());
        assertIsSampleVideo(video(file));
        assertIsSampleAudio(read(file, MediaKind.AUDIO, StreamSelection.busiest()));
    }

    /** Frames 0 and 1 precede the first key frame, 2, and are dropped: 18 frames of two packets remain. */
    private static void assertIsSampleVideo(RecordedStream video) {
        assertThat(video.codec()).isEqualTo(Codec.VP8);
        assertThat(video.packets()).isEqualTo(36);
        assertThat(video.keyFrames()).isEqualTo(2);
        assertThat(video.keyFrame(1)).isEqualTo(20);
        assertThat(video.missingPackets()).isZero();
        assertThat(video.loopTicks()).isEqualTo(18 * 4500);
        assertThat(video.loopNs()).isEqualTo(900_000_000);
        for (int i = 0; i < 36; i++) {
            int frame = i / 2;
            assertThat(video.isMarked(i)).isEqualTo(i % 2 == 1);
            assertThat(video.isFrameStart(i)).isEqualTo(i % 2 == 0);
            assertThat(video.isKeyFrameStart(i)).isEqualTo(i % 20 == 0);
            assertThat(video.timestampOffset(i)).isEqualTo(frame * 4500);
            assertThat(video.sendOffsetNs(i)).isEqualTo(frame * 50_000_000L);
            byte[] fragment = i % 2 == 0
                    ? SampleFiles.vp8Frame(frame % 10 == 0, 60, frame + 2)
                    : new byte[] {5, (byte) (frame + 2)};
            assertThat(video.copyOfPayload(i)).isEqualTo(SampleFiles.vp8Payload(i % 2 == 0, frame + 2, fragment));
        }
        int payloadBytes = 18 * (63 + 5);
        assertThat(video.averageBitrateBps()).isEqualTo((payloadBytes + 36 * 12) * 8 / 0.9);
    }

    private static void assertIsSampleAudio(RecordedStream audio) {
        assertThat(audio.codec()).isEqualTo(Codec.OPUS);
        assertThat(audio.packets()).isEqualTo(50);
        assertThat(audio.keyFrames()).isEqualTo(50);
        assertThat(audio.loopTicks()).isEqualTo(48_000);
        assertThat(audio.loopNs()).isEqualTo(1_000_000_000);
        assertThat(audio.isMarked(0)).isTrue();
        assertThat(audio.isMarked(1)).isFalse();
        assertThat(audio.payloadBytes(7)).isEqualTo(40);
    }

    @Test
    void selectsBySsrcAndByPort() {
        byte[] file = SampleFiles.pcap(PLAIN, SampleFiles.callPackets());
        assertIsSampleVideo(read(file, MediaKind.VIDEO, StreamSelection.ofSsrc(SampleFiles.VIDEO_SSRC)));
        assertIsSampleVideo(read(file, MediaKind.VIDEO, StreamSelection.ofPort(SampleFiles.VIDEO_PORT)));
        assertIsSampleAudio(read(file, MediaKind.AUDIO, StreamSelection.ofPort(SampleFiles.AUDIO_PORT)));
        assertThatThrownBy(() -> read(file, MediaKind.VIDEO, StreamSelection.ofSsrc(SampleFiles.AUDIO_SSRC)))
                .isInstanceOf(MediaFileException.class)
                .hasMessageContaining("matches AUDIO; expected VIDEO");
        assertThatThrownBy(() -> read(file, MediaKind.AUDIO, StreamSelection.ofPort(9)))
                .isInstanceOf(MediaFileException.class)
                .hasMessage("call.bin, at byte 0: no such stream; expected RTP that matches AUDIO on port 9");
        assertThatThrownBy(() -> read(file, MediaKind.AUDIO, StreamSelection.ofSsrc(77)))
                .isInstanceOf(MediaFileException.class)
                .hasMessageContaining("with SSRC 77");
    }

    @Test
    void takesTheBusierOfTwoVideos() {
        List<Packet> packets = new ArrayList<>(SampleFiles.callPackets());
        for (int ms = 0; ms < 1000; ms += 100) {
            byte[] payload = SampleFiles.vp8Payload(true, ms, SampleFiles.vp8Frame(true, 20, 0));
            packets.add(new Packet(ms, 9999, SampleFiles.rtp(5, 96, ms / 100, ms * 90L, true, payload)));
        }
        byte[] file = SampleFiles.rtpdump(packets);
        assertIsSampleVideo(video(file));
        assertThat(read(file, MediaKind.VIDEO, StreamSelection.ofSsrc(5)).packets())
                .isEqualTo(10);
    }

    @Test
    void mendsReorderingAndDuplicates() {
        List<Packet> packets = new ArrayList<>(SampleFiles.callPackets());
        packets.add(10, packets.get(9));
        Collections.swap(packets, 20, 21);
        RecordedStream video = video(SampleFiles.rtpdump(packets));
        assertThat(video.packets()).isEqualTo(36);
        assertThat(video.loopTicks()).isEqualTo(18 * 4500);
    }

    @Test
    void countsWhatTheRecordingLacks() {
        List<Packet> packets = new ArrayList<>(SampleFiles.callPackets());
        packets.removeIf(packet -> packet.port() == SampleFiles.VIDEO_PORT && packet.timeMs() == 700);
        RecordedStream video = video(SampleFiles.rtpdump(packets));
        assertThat(video.packets()).isEqualTo(34);
        assertThat(video.missingPackets()).isEqualTo(2);
    }

    @Test
    void passesOverOtherTraffic() {
        List<Packet> packets = new ArrayList<>(SampleFiles.callPackets());
        packets.add(3, new Packet(1, 53, new byte[40]));
        packets.add(5, new Packet(1, 53, new byte[3]));
        assertIsSampleVideo(video(SampleFiles.pcap(PLAIN, packets)));
    }

    @Test
    void refusesWhatItCannotUseInOneSentence() {
        byte[] pcap = SampleFiles.pcap(PLAIN, SampleFiles.callPackets());
        byte[] cut = pcap.clone();
        cut[24 + 15]++;
        assertRefused(cut, "at byte 24: only ").hasMessageContaining("bytes captured; expected whole packets");
        byte[] huge = pcap.clone();
        huge[24 + 8] = 0x7F;
        assertRefused(huge, "at byte 24: a record of 21").hasMessageContaining("expected at most 262144");
        byte[] link = pcap.clone();
        link[23] = 105;
        assertRefused(link, "at byte 20: link type 105; expected Ethernet (1)");
        assertRefused(new byte[] {0x0A, 0x0D, 0x0D, 0x0A, 0}, "this is pcapng; expected classic pcap");
        assertRefused(new byte[0], "an unknown format; expected rtpdump, pcap, IVF or Ogg");
        assertRefused(new byte[] {1, 2, 3}, "an unknown format");
        assertRefused(SampleFiles.rtpdump(List.of()), "no such stream");
    }

    @Test
    void refusesDamagedRtpdumpRecords() {
        byte[] head = SampleFiles.rtpdump(List.of());
        byte[] rtp = SampleFiles.rtp(1, 96, 1, 1, true, new byte[10]);
        assertRefused(join(head, SampleFiles.rtpdumpRecord(7, 0, 0, rtp)), "a record of 7 bytes; expected 8 or more");
        assertRefused(
                join(head, SampleFiles.rtpdumpRecord(8 + 22, 100, 0, rtp)),
                "a record with 22 bytes of a packet; expected all 100 of it");
        assertRefused(join(head, SampleFiles.rtpdumpRecord(8 + 23, 23, 0, rtp)), "expected a record of 31 bytes");
        byte[] version = rtp.clone();
        version[0] = 0x40;
        assertRefused(join(head, SampleFiles.rtpdumpRecord(30, 22, 0, version)), "RTP version 1; expected 2");
        byte[] padding = rtp.clone();
        padding[0] = (byte) 0xA0;
        assertRefused(join(head, SampleFiles.rtpdumpRecord(30, 22, 0, padding)), "padding of 0; expected both within");
        byte[] sources = rtp.clone();
        sources[0] = (byte) 0x8F;
        assertRefused(join(head, SampleFiles.rtpdumpRecord(30, 22, 0, sources)), "RTP header of 72 bytes");
    }

    @Test
    void skipsRtcpRecordsOfRtpdump() {
        byte[] file = SampleFiles.rtpdump(SampleFiles.callPackets());
        assertIsSampleVideo(video(join(file, SampleFiles.rtpdumpRecord(8 + 20, 0, 1000, new byte[20]))));
    }

    @Test
    void refusesVideoWithoutAKeyFrame() {
        List<Packet> packets = new ArrayList<>(SampleFiles.callPackets());
        packets.removeIf(packet -> packet.timeMs() % 500 == 100);
        assertRefused(SampleFiles.rtpdump(packets), "no known video codec; expected VP8, VP9, H.264 or AV1 with a key");
    }

    @Test
    void readsFromDiskAndNamesTheFileThatIsNotThere(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("call.rtpdump");
        Files.write(file, SampleFiles.rtpdump(SampleFiles.callPackets()));
        assertIsSampleVideo(MediaFile.video(file, StreamSelection.busiest()));
        assertIsSampleAudio(MediaFile.audio(file, StreamSelection.busiest()));
        assertThatThrownBy(() -> MediaFile.video(directory.resolve("gone"), StreamSelection.busiest()))
                .isInstanceOf(MediaFileException.class)
                .hasMessageContaining("gone, at byte 0: cannot be read");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            byte[] file, String sentence) {
        return assertThatThrownBy(() -> video(file))
                .isInstanceOf(MediaFileException.class)
                .hasMessageStartingWith("call.bin, at byte ")
                .hasMessageContaining(sentence);
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }
}
