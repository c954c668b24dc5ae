package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.bridge.BridgeLauncher;
import org.starbridge.hammer.hls.StreamStart;
import org.starbridge.hammer.hls.StreamStart.Answer;
import org.starbridge.hammer.hls.ViewerOptions;
import picocli.CommandLine;

/** What viewers watch is long enough when they begin, and a bridge that ends says why; with a real process. */
@Timeout(180)
class HlsPublisherTest {
    private static final URI STREAM = URI.create("http://h/index.m3u8");
    private static final ViewerOptions WHOLE = new ViewerOptions(STREAM, null, false, true, Long.MAX_VALUE, 1);

    @TempDir
    Path directory;

    private static Answer segments(int number) {
        return new Answer(200, "#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + "#EXTINF:2,\ns.m4s\n".repeat(number));
    }

    @Test
    void waitsUntilThereAreEnoughSegments() throws Exception {
        List<URI> asked = new ArrayList<>();
        List<Integer> checks = new ArrayList<>();
        StreamStart growing = new StreamStart(WHOLE, uri -> {
            asked.add(uri);
            return segments(asked.size());
        });
        HlsPublisher.await(growing, Duration.ofHours(1), () -> checks.add(asked.size()));
        assertThat(asked).hasSize(3);
        assertThat(checks).containsExactly(1, 2);
    }

    @Test
    void saysWhatItHasWaitedFor() {
        StreamStart stuck = new StreamStart(WHOLE, _ -> segments(2));
        assertThatThrownBy(() -> HlsPublisher.await(stuck, Duration.ZERO, () -> {}))
                .isInstanceOf(LoadTestException.class)
                .hasMessage("after 0 s the stream is still too short for viewers: " + STREAM
                        + " lists 4.0 s with 2 whole segments, and a player begins with 6.0 s and at least one");
    }

    @Test
    void aBridgeThatEndsSaysItsLastLines() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: needs a shell");
        Main main = new Main();
        new CommandLine(main)
                .parseArgs(
                        "--bridge-launcher=" + BridgeLauncher.in(directory),
                        "--hls-publish",
                        "--hls-segments",
                        "--hls-segment=1",
                        "--senders=1",
                        "--receivers=1",
                        "--codec=H264",
                        "--scalability-mode=L1T3");
        Arguments arguments = main.arguments();
        assertThat(arguments.check()).isNull();
        List<String> said = new ArrayList<>();
        try (HlsPublisher publisher = HlsPublisher.open(arguments, said::add);
                HttpClient http = HttpClient.newHttpClient()) {
            ViewerOptions options = arguments.hls.plan(1, publisher.stream()).options();
            assertThat(new StreamStart(options, uri -> get(http, uri)).missing())
                    .isNull();

            ProcessHandle bridge = ProcessHandle.of(pid(said)).orElseThrow();
            bridge.destroyForcibly();
            bridge.onExit().get();

            assertThatThrownBy(publisher::problems)
                    .isInstanceOf(LoadTestException.class)
                    .hasMessageStartingWith("the bridge ended during the run")
                    .hasMessageContaining("The bridge has ended; its last lines:\n")
                    .hasMessageMatching("(?s).*last lines:\n.*\\S.*");
        }
    }

    private static Answer get(HttpClient http, URI uri) throws InterruptedException {
        try {
            HttpResponse<String> response =
                    http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, String.valueOf(e.getMessage()));
        }
    }

    private static long pid(List<String> said) {
        return Pattern.compile("\\(process (\\d+)\\)")
                .matcher(String.join("\n", said))
                .results()
                .map(found -> Long.valueOf(found.group(1)))
                .findFirst()
                .orElseThrow();
    }
}
