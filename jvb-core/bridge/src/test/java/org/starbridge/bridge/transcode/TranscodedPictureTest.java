package org.starbridge.bridge.transcode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.recording.frame.FrameAssembler.Frame;

/** With the FFmpeg of this machine. */
@Timeout(60)
class TranscodedPictureTest {
    private static final int IVF_HEADER_BYTES = 32;
    private static final int IVF_FRAME_HEADER_BYTES = 12;
    private static final long FRAME_NS = 33_333_333;
    private static final int SECONDS = 20;

    private static final class Counted implements Transcoder.Sink {
        private int pictures;
        private int keyFramesNeeded;

        @Override
        public void onVideo(long atNs, Frame frame) {
            pictures++;
        }

        @Override
        public void onAudio(long atNs, byte[] frame) {}

        @Override
        public void onKeyFrameNeeded() {
            keyFramesNeeded++;
        }
    }

    /** As from a browser, which sends another key frame only if it is asked to. */
    @Test
    void oneKeyFrameIsEnough() throws Exception {
        assumeTrue(isThere(), "needs ffmpeg: apt-get install ffmpeg");
        List<byte[]> frames = vp8();
        TranscodeConfig config = new TranscodeConfig(true, "ffmpeg", false, false, 180, 300, 96, 1);
        Transcoders transcoders = Transcoders.start(config);
        Counted counted = new Counted();
        try (Transcoder transcoder = Objects.requireNonNull(transcoders.open(0, true, counted))) {
            long beginNs = System.nanoTime();
            int next = 0;
            while (counted.pictures < 30 && System.nanoTime() - beginNs < SECONDS * 1_000_000_000L) {
                long nowNs = System.nanoTime() - beginNs;
                transcoder.poll(nowNs);
                if (next > 0 || counted.keyFramesNeeded > 0) {
                    transcoder.onVideo(nowNs, frames.get(next), next == 0);
                    next = Math.min(next + 1, frames.size() - 1);
                }
                Thread.sleep(FRAME_NS / 1_000_000);
            }
        }
        assertThat(counted.pictures)
                .as("of one key frame and what refers to it")
                .isGreaterThanOrEqualTo(30);
        assertThat(counted.keyFramesNeeded)
                .as("asked for, when the process began")
                .isEqualTo(1);
    }

    private static boolean isThere() {
        try {
            return new ProcessBuilder("ffmpeg", "-version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_FFMPEG"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A test picture with one key frame, from an IVF file. */
    private static List<byte[]> vp8() throws IOException {
        Process process = new ProcessBuilder(("ffmpeg -v error -f lavfi -i testsrc2=size=320x180:rate=30 -t " + SECONDS
                                + " -c:v libvpx -deadline realtime -cpu-used 8 -b:v 300k -g 9999 -f ivf pipe:1")
                        .split(" ", -1))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ByteBuffer file =
                ByteBuffer.wrap(process.getInputStream().readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
        file.position(IVF_HEADER_BYTES);
        List<byte[]> frames = new ArrayList<>();
        while (file.remaining() > IVF_FRAME_HEADER_BYTES) {
            byte[] frame = new byte[file.getInt()];
            file.getLong();
            file.get(frame);
            frames.add(frame);
        }
        return frames;
    }
}
