package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.time.MediaTimeline;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.testkit.PlaylistValidator;

/** Media of anybody whose room is served by HLS. */
final class ProgramFuzzTest {
    private static final long MS = 1_000_000;
    private static final int CHECK_EVERY = 16;

    /**
     * Any frames at any times. Each step is what happens (a frame of a rendition, a key frame, audio, a switch, a
     * report), how much later it is in units of 10 ms, and how far its timestamp is from there in units of 50 ms.
     */
    @FuzzTest
    void media(byte[] data) {
        HlsTiming timing = new HlsTiming(2000 * MS, 500 * MS, 20_000 * MS, 1 << 20);
        Program program = new Program(timing, data.length % 3, 0);
        AudioLine audio = new AudioLine(program::onAudio);
        SenderClock sender = new SenderClock();
        List<MediaTimeline<Frame>> clocks = new ArrayList<>();
        for (int i = 0; i < program.videoRenditions(); i++) {
            int index = i;
            clocks.add(new MediaTimeline<>(
                    true, 90_000, sender, (timeNs, frame) -> program.onVideo(index, timeNs, frame)));
        }
        Map<String, String> known = new HashMap<>();
        long nowNs = 0;
        for (int at = 0; at + 3 <= data.length; at += 3) {
            nowNs += (data[at + 1] & 0xFF) * 10L * MS;
            long shownNs = nowNs + data[at + 2] * 50L * MS;
            int kind = data[at] & 7;
            int rendition = (data[at] >>> 3) & 1;
            if (kind < 4 && rendition < program.videos().size()) {
                boolean isKey = kind == 0 || kind == 1;
                TrackFormat format = new TrackFormat(Codec.H264, 16, 16, new byte[] {
                    1, 66, 0, (byte) (kind == 1 ? data[at] >>> 4 : 30)
                });
                Frame frame = new Frame(new byte[] {1}, shownNs / 11_111, nowNs, isKey, isKey ? format : null);
                clocks.get(rendition).onFrame(frame.timestamp(), nowNs, frame);
            } else if (kind == 4) {
                audio.onPacket(shownNs, new byte[] {data[at], 1});
            } else if (kind == 5) {
                program.onSwitch();
            } else if (kind == 6 && rendition < clocks.size()) {
                clocks.get(rendition).onReport(shownNs << 2, (int) (shownNs / 11_111), nowNs);
            }
            for (MediaTimeline<Frame> clock : clocks) {
                clock.onTick(nowNs);
            }
            audio.onTick(nowNs);
            program.onTick(nowNs);
            if (at / 3 % CHECK_EVERY == 0) {
                check(program, known);
            }
        }
        check(program, known);
    }

    private static void check(Program program, Map<String, String> known) {
        ProgramSnapshot now = program.snapshot();
        for (RenditionSnapshot rendition : now.renditions()) {
            if (rendition.lastNumber() >= 0) {
                String playlist = MediaPlaylist.of(now, rendition, false);
                String before = known.getOrDefault(rendition.name(), "");
                assertThat(PlaylistValidator.violations(playlist, before, false))
                        .as("%s%n%s", before, playlist)
                        .isEmpty();
                known.put(rendition.name(), playlist);
                assertThat(rendition.heldBytes()).isLessThan(4 << 20);
            }
        }
    }
}
