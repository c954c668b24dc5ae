package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.hls.SimulatedRoom.Sender;
import org.starbridge.bridge.transcode.TranscodeConfig;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.recording.hls.HlsTiming;
import org.starbridge.recording.hls.Program;
import org.starbridge.transport.counters.SharedCounters;

/** From taps to playlists: what a program shows of the senders of a conference, in virtual time. */
class TappedProgramTest {
    private static final long MS = 1_000_000;

    private final SimulatedRoom room = new SimulatedRoom();
    private final SharedCounters<HlsCounter> counters = new SharedCounters<>(HlsCounter.class);
    private LiveProgram program = program("");

    private LiveProgram program(String source) {
        return new LiveProgram(
                "id",
                new LiveProgram.Subject(SimulatedRoom.ID, "room", source),
                new Program(new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 1 << 20), 0, 0),
                room.nowNs,
                new LiveProgram.Shared(counters, Transcoders.start(TranscodeConfig.DEFAULT)));
    }

    @AfterEach
    void close() {
        room.senders.clear();
        program.close();
        program.poll(room.media, room.nowNs);
        room.close();
    }

    private String playlist(String rendition) {
        return new String(
                Objects.requireNonNull(program.playlist(rendition, false)).bytes(), StandardCharsets.UTF_8);
    }

    private static long segments(String playlist) {
        return playlist.lines().filter(line -> line.startsWith("#EXTINF")).count();
    }

    private static double seconds(String playlist) {
        return playlist.lines()
                .filter(line -> line.startsWith("#EXTINF:"))
                .mapToDouble(line -> Double.parseDouble(line.substring(8, line.length() - 1)))
                .sum();
    }

    @Test
    void allEncodingsAndTheSoundOfASenderAreRenditions() {
        Sender sender = room.join("aa", 3);
        assertThat(program.isReady(room.nowNs)).isFalse();
        room.run(program, 15_000);
        assertThat(program.isReady(room.nowNs)).isTrue();
        assertThat(program.isUnusable()).isFalse();
        assertThat(program.multivariant())
                .contains("id/video-0.m3u8", "id/video-1.m3u8", "id/video-2.m3u8", "id/audio.m3u8")
                .contains("RESOLUTION=640x480", "opus");
        for (String name : List.of("video-0", "video-1", "video-2", "audio")) {
            assertThat(playlist(name)).doesNotContain("#EXT-X-GAP", "#EXT-X-DISCONTINUITY\n", "#EXT-X-ENDLIST");
            assertThat(seconds(playlist(name))).as(name).isBetween(9.0, 15.0);
        }
        assertThat(sender.keyFrameRequests).containsOnlyKeys(110, 111, 112);
        assertThat(sender.keyFrameRequests.values()).allMatch(each -> each >= 3 && each <= 12);
        assertThat(counters.get(HlsCounter.FRAMES)).isBetween(3L * 370, 3L * 376);
        assertThat(counters.get(HlsCounter.SEGMENTS))
                .isEqualTo(List.of("video-0", "video-1", "video-2", "audio").stream()
                        .mapToLong(each -> segments(playlist(each)))
                        .sum());
        assertThat(counters.get(HlsCounter.PARTS)).isBetween(4L * 25, 4L * 36);
        assertThat(counters.get(HlsCounter.GAP_SEGMENTS)).isZero();
        assertThat(counters.get(HlsCounter.DISCONTINUITIES)).isZero();
        assertThat(counters.get(HlsCounter.GAPS)).isZero();
    }

    @Test
    void theDominantSpeakerIsShownAndAnotherOneIsADiscontinuity() {
        Sender first = room.join("aa", 1);
        Sender second = room.join("bb", 1);
        program.onSpeakers("bb", List.of("bb", "aa"));
        room.run(program, 6000);
        assertThat(List.of(first.taps.size(), second.taps.size())).containsExactly(0, 1);
        program.onSpeakers("bb", List.of("bb", "aa"));
        room.run(program, 6000);
        assertThat(second.gone).isZero();
        assertThat(playlist("video-0")).doesNotContain("#EXT-X-DISCONTINUITY\n");
        program.onSpeakers("aa", List.of("aa", "bb"));
        room.run(program, 6000);
        assertThat(List.of(first.taps.size(), second.taps.size())).containsExactly(1, 0);
        assertThat(second.gone).isEqualTo(1);
        assertThat(playlist("video-0"))
                .containsOnlyOnce("#EXT-X-DISCONTINUITY\n")
                .doesNotContain("#EXT-X-GAP");
        assertThat(playlist("audio")).containsOnlyOnce("#EXT-X-DISCONTINUITY\n");
        assertThat(counters.get(HlsCounter.DISCONTINUITIES)).isEqualTo(1);
        program.onSpeakers(null, List.of());
        room.run(program, 1000);
        assertThat(first.taps).as("without a speaker it stays").hasSize(1);
    }

    @Test
    void aSourceThatIsNamedIsShownWhoeverSpeaks() {
        program = program("bb-v0");
        Sender first = room.join("aa", 1);
        room.run(program, 100);
        assertThat(first.taps).isEmpty();
        Sender second = room.join("bb", 1);
        program.onSpeakers("aa", List.of("aa", "bb"));
        room.run(program, 6000);
        assertThat(first.taps).isEmpty();
        assertThat(second.taps).hasSize(1);
        assertThat(program.isReady(room.nowNs)).isTrue();
        room.senders.remove("bb");
        room.publish();
        room.run(program, 100);
        assertThat(second.taps).as("it left").isEmpty();
        assertThat(program.isEnded()).isFalse();
    }

    @Test
    void theSameSourceStaysWhateverElseItsSenderDeclares() {
        Sender sender = room.join("aa", 2);
        room.run(program, 6000);
        sender.streams.add(new Stream(199, "aa-v1", MediaKind.VIDEO, Use.MEDIA, false));
        room.publish();
        room.run(program, 6000);
        assertThat(sender.gone).isZero();
        assertThat(playlist("video-1")).doesNotContain("#EXT-X-DISCONTINUITY\n", "#EXT-X-GAP");
        assertThat(sender.keyFrameRequests).doesNotContainKey(199);
    }

    @Test
    void videoThatCannotBeInHlsIsSaidToBeSo() {
        Sender sender = room.join("aa", 1);
        sender.isVp8 = true;
        sender.isSilent = true;
        room.run(program, 100);
        assertThat(program.isUnusable()).isTrue();
        assertThat(program.isRefused()).as("nothing is transcoded").isFalse();
        assertThat(program.isReady(room.nowNs)).isFalse();
        assertThat(counters.get(HlsCounter.FRAMES)).isZero();
        assertThat(sender.keyFrameRequests).isEmpty();
    }

    /** Players that loaded a playlist without video load another one. */
    @Test
    void aProgramOfSoundEndsWhenThereIsVideo() {
        Sender sender = room.join("aa", 0);
        room.run(program, 6000);
        assertThat(program.isReady(room.nowNs)).isTrue();
        assertThat(program.multivariant()).doesNotContain("video");
        room.addVideo(sender, "aa", 1);
        room.publish();
        room.run(program, 100);
        assertThat(program.isEnded()).isTrue();
        assertThat(playlist("audio")).endsWith("#EXT-X-ENDLIST\n");
        assertThat(sender.taps).isEmpty();
    }

    @Test
    void theEndOfTheConferenceEndsPlaylistsAndTaps() {
        Sender sender = room.join("aa", 1);
        room.run(program, 8000);
        room.senders.clear();
        room.publish();
        room.run(program, 100);
        assertThat(program.isEnded()).isTrue();
        assertThat(playlist("video-0")).endsWith("#EXT-X-ENDLIST\n");
        assertThat(seconds(playlist("video-0"))).isBetween(7.8, 8.2);
        assertThat(seconds(playlist("audio"))).isBetween(7.8, 8.2);
        assertThat(sender.gone).isEqualTo(1);
        long endNs = room.nowNs;
        assertThat(program.isIdle(endNs + 19_000 * MS, 60_000 * MS))
                .as("it can be read for a while")
                .isFalse();
        assertThat(program.isIdle(endNs + 21_000 * MS, 60_000 * MS)).isTrue();
    }

    @Test
    void aClosedProgramLetsGoOfItsSender() {
        Sender sender = room.join("aa", 1);
        room.run(program, 1000);
        program.use(room.nowNs);
        assertThat(program.isIdle(room.nowNs + 30_000 * MS, 30_000 * MS)).isFalse();
        assertThat(program.isIdle(room.nowNs + 30_001 * MS, 30_000 * MS)).isTrue();
        program.close();
        assertThat(program.isClosed()).isFalse();
        program.poll(room.media, room.nowNs);
        assertThat(program.isClosed()).isTrue();
        assertThat(sender.taps).isEmpty();
    }

    /** A layer that has not begun after four seconds is left out, so that players can begin. */
    @Test
    void aProgramIsReadyWhenAllLayersHaveMediaOrHadTheirTime() {
        Sender sender = room.join("aa", 1);
        sender.hasNoPictures = true;
        room.run(program, 9000);
        assertThat(program.isReady(room.nowNs)).as("without pictures").isFalse();
        sender.hasNoPictures = false;
        long begunNs = room.nowNs;
        while (!program.isReady(room.nowNs)) {
            room.run(program, 20);
        }
        assertThat(room.nowNs - begunNs).as("five parts").isBetween(2400 * MS, 4200 * MS);
    }

    @Test
    void aLayerWhoseEncodingDoesNotComeBeginsWithALowerOne() {
        Sender sender = room.join("aa", 2);
        sender.stopped.add(111);
        long begunNs = room.nowNs;
        while (!program.isReady(room.nowNs)) {
            room.run(program, 20);
        }
        assertThat(room.nowNs - begunNs).isBetween(4000 * MS, 5500 * MS);
        assertThat(program.multivariant()).contains("video-0", "video-1");
        assertThat(playlist("video-1")).as("not before it has media").contains("#EXT-X-PART:");
    }

    @Test
    void payloadTypesThatASenderDeclaresLaterAreKnown() {
        Sender sender = room.join("aa", 1);
        sender.h264 = 106;
        room.run(program, 2000);
        assertThat(counters.get(HlsCounter.FRAMES)).isZero();
        sender.types = Map.of(106, new PayloadType(106, MediaKind.VIDEO, "h264", 90_000, true, false));
        room.publish();
        room.run(program, 4000);
        assertThat(counters.get(HlsCounter.FRAMES)).isBetween(90L, 100L);
        assertThat(sender.gone).as("the tap stays").isZero();
    }

    /** A muted participant's line goes on in silence. */
    @Test
    void soundHasNoGapsWhileItsSenderIsSilent() {
        Sender sender = room.join("aa", 1);
        room.run(program, 6000);
        sender.isSilent = true;
        room.run(program, 6000);
        sender.isSilent = false;
        room.run(program, 6000);
        assertThat(playlist("audio")).doesNotContain("#EXT-X-GAP");
        assertThat(seconds(playlist("audio"))).isBetween(13.0, 18.0);
    }
}
