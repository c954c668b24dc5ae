package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One aiortc client in a Python process: {@code aiortc_client.py}. */
final class Aiortc implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Aiortc.class);
    static final String MISSING =
            "No aiortc on this machine: the bridge is NOT tested with it. scripts/aiortc prepares what is needed.";

    private static final int LIMIT_S = 20;

    private final PeerProcess process;

    private Aiortc(PeerProcess process) {
        this.process = process;
    }

    /** Where this is false the tests are skipped; where aiortc is missing but required, starting it fails. */
    static boolean isHereOrRequired() {
        if (Files.isExecutable(python())) {
            return true;
        }
        LOG.warn(MISSING);
        return Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_AIORTC"));
    }

    static Aiortc start() throws IOException {
        return new Aiortc(start("aiortc_client.py"));
    }

    /** Runs a script among the resources of these tests with the Python that has aiortc and FFmpeg. */
    static PeerProcess start(String script) throws IOException {
        Path python = python();
        if (!Files.isExecutable(python)) {
            throw new AssertionError(MISSING + " Looked for " + python);
        }
        return PeerProcess.start(
                "aiortc", python.toString(), "-B", PeerProcess.script(script).toString());
    }

    /** What STARBRIDGE_AIORTC_PYTHON names, else what scripts/aiortc makes; tests run in their module's folder. */
    private static Path python() {
        String named = System.getenv("STARBRIDGE_AIORTC_PYTHON");
        return named != null && !named.isEmpty()
                ? Path.of(named)
                : Path.of("..", "..", "target", "aiortc", "bin", "python3")
                        .toAbsolutePath()
                        .normalize();
    }

    /** Has the client carry out a command, with the given arguments by name, and waits for what it answers. */
    JsonNode call(String command, Map<String, ?> arguments) throws IOException, InterruptedException {
        return process.call(command, arguments);
    }

    /**
     * Waits until the client's figures in {@code growth} have grown by as much and those in {@code least} are as high.
     *
     * @return all figures
     */
    JsonNode watch(Map<String, Integer> growth, Map<String, Integer> least) throws IOException, InterruptedException {
        JsonNode seen = call("watch", Map.of("limit_s", LIMIT_S, "growth", growth, "least", least));
        seen.path("wanted")
                .properties()
                .forEach(wanted -> assertThat(
                                seen.path("now").path(wanted.getKey()).asInt())
                        .as("%s in %s", wanted.getKey(), seen)
                        .isGreaterThanOrEqualTo(wanted.getValue().asInt()));
        return seen.path("now");
    }

    /** The same for figures that grow. */
    JsonNode watch(Map<String, Integer> growth) throws IOException, InterruptedException {
        return watch(growth, Map.of());
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
