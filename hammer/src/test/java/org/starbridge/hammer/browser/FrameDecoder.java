package org.starbridge.hammer.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Decodes what a browser received with ffmpeg's libraries (dav1d, libvpx, h264), as the Python package of
 * scripts/aiortc contains them. Where that is not installed the test is skipped.
 */
final class FrameDecoder {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LIMIT_SECONDS = 120;

    private FrameDecoder() {}

    /**
     * What a decoder made of a stream.
     *
     * @param sent pictures from the first key frame on
     * @param heights of the decoded pictures, in pixels
     * @param complaints of the decoder; none if all is well
     */
    record Decoded(int sent, int decoded, List<Integer> heights, List<String> complaints) {}

    /** Skips the test where there is no decoder. */
    static void assumeInstalled() {
        assumeTrue(Files.isExecutable(python()), "no decoder: scripts/aiortc prepares it");
    }

    private static Path python() {
        String named = System.getenv("STARBRIDGE_AIORTC_PYTHON");
        return named != null && !named.isEmpty()
                ? Path.of(named)
                : Path.of("..", "target", "aiortc", "bin", "python3")
                        .toAbsolutePath()
                        .normalize();
    }

    /**
     * Decodes frames.
     *
     * @param codec AV1, VP8, VP9 or H264
     * @param lines one for each frame: RTP timestamp, {@code key} or {@code delta}, Base64
     */
    static Decoded decode(String codec, String lines) throws IOException, InterruptedException, URISyntaxException {
        Path script = Path.of(Objects.requireNonNull(FrameDecoder.class.getResource("decode_frames.py"))
                .toURI());
        Path frames = Files.createTempFile("starbridge-frames", ".txt");
        Path said = Files.createTempFile("starbridge-decoder", ".log");
        try {
            Files.writeString(frames, lines);
            Process process = new ProcessBuilder(python().toString(), "-B", script.toString(), codec)
                    .redirectInput(frames.toFile())
                    .redirectError(said.toFile())
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError("the decoder failed: " + Files.readString(said));
            }
            return read(JSON.readTree(answer));
        } finally {
            Files.deleteIfExists(frames);
            Files.deleteIfExists(said);
        }
    }

    private static Decoded read(JsonNode answer) {
        List<Integer> heights = new ArrayList<>();
        answer.required("heights").forEach(each -> heights.add(each.asInt()));
        List<String> complaints = new ArrayList<>();
        answer.required("complaints").forEach(each -> complaints.add(each.asText()));
        return new Decoded(
                answer.required("sent").asInt(), answer.required("decoded").asInt(), heights, complaints);
    }
}
