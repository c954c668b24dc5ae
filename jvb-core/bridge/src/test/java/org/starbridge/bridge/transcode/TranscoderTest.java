package org.starbridge.bridge.transcode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.recording.frame.FrameAssembler.Frame;

@Timeout(30)
class TranscoderTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @TempDir
    private Path directory;

    private static final class Ignored implements Transcoder.Sink {
        @Override
        public void onVideo(long atNs, Frame frame) {}

        @Override
        public void onAudio(long atNs, byte[] frame) {}

        @Override
        public void onKeyFrameNeeded() {}
    }

    /** Its time stands still until the process has ended. */
    @Test
    void aProcessThatEndsIsStartedAgainAfterLongerAndLongerPauses() throws Exception {
        Transcoders transcoders =
                Transcoders.start(FfmpegTest.standIn(directory, "ffmpeg version 5.1", " libx264 , aac "));
        List<Long> startedAt = new ArrayList<>();
        try (Transcoder transcoder = Objects.requireNonNull(transcoders.open(1, true, new Ignored()))) {
            assertThat(transcoders.open(1, true, new Ignored()))
                    .as("beyond the limit")
                    .isNull();
            long nowNs = 0;
            while (transcoders.counters().get(TranscodeCounter.FAILED) < 4) {
                long failed = transcoders.counters().get(TranscodeCounter.FAILED);
                long started = transcoders.counters().get(TranscodeCounter.STARTED);
                transcoder.poll(nowNs);
                if (transcoders.counters().get(TranscodeCounter.STARTED) > started) {
                    startedAt.add(nowNs / SECOND_NS);
                }
                if (transcoders.counters().get(TranscodeCounter.FAILED) > failed) {
                    nowNs += SECOND_NS << failed;
                } else {
                    Thread.onSpinWait();
                }
            }
        }
        assertThat(startedAt).containsExactly(0L, 1L, 3L, 7L);
        assertThat(transcoders.counters().get(TranscodeCounter.REFUSED)).isEqualTo(1);
        assertThat(transcoders.count()).isZero();
    }
}
