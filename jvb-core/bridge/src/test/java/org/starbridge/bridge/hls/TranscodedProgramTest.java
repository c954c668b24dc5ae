package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.hls.SimulatedRoom.Sender;
import org.starbridge.bridge.hls.SimulatedTranscoders.Given;
import org.starbridge.bridge.hls.SimulatedTranscoders.Simulated;
import org.starbridge.bridge.transcode.TranscodeConfig;
import org.starbridge.bridge.transcode.TranscodeCounter;
import org.starbridge.bridge.transcode.Transcoder;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.hls.HlsTiming;
import org.starbridge.recording.hls.Program;
import org.starbridge.transport.counters.SharedCounters;

/** Media that goes to a transcoder and comes back, and the sound of a room that is mixed, in virtual time. */
class TranscodedProgramTest {
    private static final long MS = 1_000_000;
    /** The last byte of an Opus packet of silence. */
    private static final int SILENCE = 0xFE;

    private final SimulatedRoom room = new SimulatedRoom();
    private final SharedCounters<HlsCounter> counters = new SharedCounters<>(HlsCounter.class);
    private final SimulatedTranscoders simulated = new SimulatedTranscoders();
    private Transcoders transcoders = transcoders(false, false, 4);
    private LiveProgram program = program("");

    private Transcoders transcoders(boolean isAac, boolean isMixing, int limit) {
        return Transcoders.of(new TranscodeConfig(true, "", isAac, isMixing, 720, 2000, 96, limit), simulated);
    }

    private LiveProgram program(String source) {
        return new LiveProgram(
                "id",
                new LiveProgram.Subject(SimulatedRoom.ID, "room", source),
                new Program(new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 1 << 20), 0, 0),
                room.nowNs,
                new LiveProgram.Shared(counters, transcoders));
    }

    private void mix(int limit) {
        transcoders = transcoders(false, true, limit);
        program = program("");
    }

    @AfterEach
    void close() {
        room.senders.clear();
        room.publish();
        program.close();
        program.poll(room.media, room.nowNs);
        assertThat(program.isClosed()).isTrue();
        assertThat(transcoders.count()).as("transcoders that are open").isZero();
        assertThat(simulated.opened).allMatch(each -> each.closed == 1);
        room.close();
    }

    private String playlist(String rendition) {
        return new String(
                Objects.requireNonNull(program.playlist(rendition, false)).bytes(), StandardCharsets.UTF_8);
    }

    private Sender sender(String id) {
        return Objects.requireNonNull(room.senders.get(id));
    }

    private Simulated only() {
        assertThat(simulated.opened).hasSize(1);
        return simulated.opened.getFirst();
    }

    private static Set<Integer> marks(List<Given> given, int from) {
        return given.stream().skip(from).map(Given::mark).collect(Collectors.toSet());
    }

    @Test
    void vp8BecomesOneRenditionOfH264AndItsSoundAac() {
        Sender sender = room.join("aa", 2);
        sender.isVp8 = true;
        room.run(program, 10_000);

        Simulated transcoder = only();
        assertThat(transcoder.job).isEqualTo(new Transcoder.Job(1, true));
        assertThat(transcoder.pictures.getFirst().isKeyFrame()).isTrue();
        assertThat(marks(transcoder.pictures, 20)).as("of the higher encoding").containsExactly(111);
        assertThat(marks(transcoder.sounds, 30)).containsExactly(1);
        assertThat(transcoder.polls.getLast()).as("since the origin").isEqualTo(9980 * MS);
        assertThat(program.isUnusable()).isFalse();
        assertThat(program.isReady(room.nowNs)).isTrue();
        assertThat(program.multivariant())
                .contains("id/video-0.m3u8", "RESOLUTION=1280x720", "mp4a.40.2", "avc1.4d401f")
                .doesNotContain("video-1", "opus");
        assertThat(playlist("video-0")).doesNotContain("#EXT-X-GAP", "#EXT-X-DISCONTINUITY\n");
        assertThat(playlist("audio")).doesNotContain("#EXT-X-GAP");
        assertThat(counters.get(HlsCounter.FRAMES)).isEqualTo(transcoder.pictures.size());
    }

    /** What stands for the picture is the highest encoding that sends, and each begins with a key frame. */
    @Test
    void theHighestEncodingThatSendsIsTranscoded() {
        Sender sender = room.join("aa", 3);
        sender.isVp8 = true;
        room.run(program, 2000);
        List<Given> pictures = only().pictures;
        int before = pictures.size();
        sender.stopped.add(112);
        room.run(program, 900);
        assertThat(pictures.size() - before).as("the last one may come late").isLessThan(3);
        room.run(program, 1100);
        int changed = pictures.size();
        assertThat(pictures.getLast().mark()).isEqualTo(111);
        room.run(program, 1000);
        assertThat(marks(pictures, changed)).containsExactly(111);
        sender.stopped.clear();
        room.run(program, 2000);
        assertThat(pictures.getLast().mark()).isEqualTo(112);
        for (int i = 1; i < pictures.size(); i++) {
            if (pictures.get(i).mark() != pictures.get(i - 1).mark()) {
                assertThat(pictures.get(i).isKeyFrame()).as("frame " + i).isTrue();
            }
        }
    }

    @Test
    void aKeyFrameThatTheTranscoderNeedsIsThatOfWhatItShows() {
        Sender sender = room.join("aa", 3);
        sender.isVp8 = true;
        room.run(program, 3000);
        Simulated transcoder = only();
        sender.keyFrameRequests.clear();
        transcoder.sink.onKeyFrameNeeded();
        assertThat(sender.keyFrameRequests).containsOnlyKeys(112);
        room.run(program, 1000);
        sender.stopped.add(112);
        room.run(program, 3000);
        sender.keyFrameRequests.clear();
        transcoder.sink.onKeyFrameNeeded();
        assertThat(sender.keyFrameRequests).containsOnlyKeys(111);
        sender.stopped.add(111);
        room.run(program, 3000);
        sender.keyFrameRequests.clear();
        transcoder.sink.onKeyFrameNeeded();
        assertThat(sender.keyFrameRequests).containsOnlyKeys(110);
    }

    /** Before the first key frame any encoding will do. */
    @Test
    void aKeyFrameIsRequestedFromAllEncodingsBeforeOneIsShown() {
        Sender sender = room.join("aa", 2);
        sender.isVp8 = true;
        sender.answersNoRequest = true;
        room.run(program, 2000);
        assertThat(only().pictures).isEmpty();
        sender.stopped.addAll(List.of(110, 111));
        room.run(program, 1000);
        sender.keyFrameRequests.clear();
        only().sink.onKeyFrameNeeded();
        assertThat(sender.keyFrameRequests).containsOnlyKeys(110, 111);
    }

    @Test
    void videoBeyondTheLimitOfTranscodersIsRefused() {
        transcoders = transcoders(false, false, 1);
        program = program("");
        Transcoder other = Objects.requireNonNull(transcoders.open(1, true, new Ignored()));
        Sender sender = room.join("aa", 1);
        sender.isVp8 = true;
        room.run(program, 2000);
        assertThat(program.isRefused()).isTrue();
        assertThat(program.isUnusable()).isTrue();
        assertThat(only()).isSameAs(other);
        assertThat(transcoders.counters().get(TranscodeCounter.REFUSED)).isEqualTo(1);
        other.close();
    }

    @Test
    void allSoundIsAacIfItIsToBe() {
        transcoders = transcoders(true, false, 1);
        program = program("");
        Sender sender = room.join("aa", 1);
        room.run(program, 8000);
        Simulated transcoder = only();
        assertThat(transcoder.job).isEqualTo(new Transcoder.Job(1, false));
        assertThat(transcoder.pictures).isEmpty();
        assertThat(program.isRefused()).isFalse();
        assertThat(program.multivariant()).contains("mp4a.40.2").doesNotContain("opus");
        assertThat(sender.keyFrameRequests.keySet()).containsExactly(110);
        assertThat(playlist("audio")).doesNotContain("#EXT-X-GAP");
    }

    /** A process that mixes waits for all its inputs. */
    @Test
    void inputsWithoutAParticipantAreFedSilence() {
        mix(1);
        room.join("aa", 0);
        room.run(program, 4000);
        Simulated mixer = only();
        assertThat(mixer.job).isEqualTo(new Transcoder.Job(4, false));
        assertThat(marks(mixer.sounds.stream().filter(each -> each.input() == 0).toList(), 30))
                .containsExactly(1);
        for (int input = 1; input < 4; input++) {
            assertThat(mixer.marks(input, 0)).as("input " + input).containsOnly(SILENCE);
            assertThat(mixer.count(input)).as("input " + input).isBetween(180, 200);
        }
        assertThat(mixer.count(0)).isBetween(180, 200);
        assertThat(mixer.sounds).extracting(Given::input).doesNotContain(4);
        assertThat(mixer.polls.getLast()).as("since the origin").isEqualTo(3980 * MS);
        assertThat(program.multivariant()).contains("mp4a.40.2");
    }

    @Test
    void thoseWhoSpokeLastAreMixedAndStayAtTheirInputs() {
        mix(1);
        for (String id : List.of("aa", "bb", "cc", "dd", "ee")) {
            room.join(id, id.equals("ee") ? 1 : 0);
        }
        program.onSpeakers("aa", List.of("aa", "bb", "cc", "dd", "ee"));
        room.run(program, 3000);
        Simulated mixer = only();
        assertThat(heardNow(mixer)).containsExactly(1, 2, 3, 4);
        assertThat(sender("ee").taps).as("it is shown").hasSize(1);

        program.onSpeakers("aa", List.of("ee", "dd", "aa", "bb", "cc"));
        room.run(program, 2000);
        assertThat(heardNow(mixer)).as("ee instead of cc").containsExactly(1, 2, 5, 4);
        assertThat(sender("cc").taps).isEmpty();
        assertThat(sender("dd").gone).as("it stayed").isZero();
        assertThat(sender("ee").taps).as("shown and mixed").hasSize(2);

        room.senders.remove("bb");
        room.publish();
        room.run(program, 2000);
        assertThat(heardNow(mixer)).as("cc comes to the free input").containsExactly(1, 3, 5, 4);

        room.senders.remove("cc");
        room.publish();
        room.run(program, 2000);
        assertThat(heardNow(mixer)).containsExactly(1, SILENCE, 5, 4);
        assertThat(simulated.opened).hasSize(1);
    }

    private static List<Integer> heardNow(Simulated mixer) {
        return List.of(0, 1, 2, 3).stream()
                .map(input ->
                        mixer.marks(input, mixer.count(input) - 1).findFirst().orElseThrow())
                .toList();
    }

    @Test
    void aClosedProgramLetsGoOfThoseThatItMixed() {
        mix(1);
        Sender sender = room.join("aa", 0);
        Sender other = room.join("bb", 0);
        room.run(program, 1000);
        assertThat(other.taps).hasSize(1);
        assertThat(transcoders.count()).isEqualTo(1);
        program.close();
        assertThat(transcoders.count()).isZero();
        program.poll(room.media, room.nowNs);
        assertThat(program.isClosed()).isTrue();
        assertThat(sender.taps).isEmpty();
        assertThat(other.taps).isEmpty();
    }

    @Test
    void aNamedSourceIsNotMixed() {
        mix(1);
        program = program("aa-v0");
        room.join("aa", 1);
        room.run(program, 6000);
        assertThat(simulated.opened).isEmpty();
        assertThat(program.isReady(room.nowNs)).isTrue();
        assertThat(program.multivariant()).contains("opus");
    }

    /** Nothing is shown without the sound of the room; when a transcoder is free the program begins. */
    @Test
    void aProgramThatCannotBeMixedBeginsWhenThereIsRoom() {
        mix(1);
        Transcoder other = Objects.requireNonNull(transcoders.open(1, false, new Ignored()));
        Sender sender = room.join("aa", 1);
        program.onSpeakers("aa", List.of("aa"));
        room.run(program, 2000);
        assertThat(program.isRefused()).isTrue();
        assertThat(program.isUnusable()).isTrue();
        assertThat(sender.taps).isEmpty();
        assertThat(transcoders.counters().get(TranscodeCounter.REFUSED)).isEqualTo(1);
        other.close();
        program.onSpeakers("aa", List.of("aa"));
        room.run(program, 8000);
        assertThat(program.isRefused()).isFalse();
        assertThat(program.isReady(room.nowNs)).isTrue();
        assertThat(sender.taps).hasSize(2);
    }

    private static final class Ignored implements Transcoder.Sink {
        @Override
        public void onVideo(long atNs, Frame frame) {}

        @Override
        public void onAudio(long atNs, byte[] frame) {}

        @Override
        public void onKeyFrameNeeded() {}
    }
}
