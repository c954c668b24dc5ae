package org.starbridge.bridge.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One aiortc client: a Python process that takes commands on its stdin and answers on its stdout, a JSON object a line.
 * It ends when its stdin does, so also with this process.
 */
final class Aiortc implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Aiortc.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    static final String MISSING =
            "No aiortc on this machine: the bridge is NOT tested with it. scripts/aiortc prepares what is needed.";

    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(5);

    private final Process process;
    private final Path log;
    private final Writer commands;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private Aiortc(Process process, Path log) {
        this.process = process;
        this.log = log;
        commands = process.outputWriter();
        Thread.ofVirtual().start(this::readAnswers);
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
        Path python = python();
        if (!Files.isExecutable(python)) {
            throw new AssertionError(MISSING + " Looked for " + python);
        }
        Path log = Files.createTempFile("starbridge-aiortc", ".log");
        Process process = new ProcessBuilder(python.toString(), "-B", script().toString())
                .redirectError(log.toFile())
                .start();
        return new Aiortc(process, log);
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

    private static Path script() {
        URL resource = Objects.requireNonNull(Aiortc.class.getResource("/interop/aiortc_client.py"));
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void readAnswers() {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(answers::add);
        } catch (IOException | UncheckedIOException _) {
            // the process has ended, which call() reports
        }
        answers.add("{\"error\":\"the process has ended\"}");
    }

    /** Has the client carry out a command, with the given arguments by name, and waits for what it answers. */
    JsonNode call(String command, Map<String, ?> arguments) throws IOException, InterruptedException {
        Map<String, Object> line = new HashMap<>(arguments);
        line.put("do", command);
        try {
            commands.write(JSON.writeValueAsString(line) + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new AssertionError(command + " in aiortc: " + e.getMessage() + said(), e);
        }
        String answer = answers.poll(ANSWER.toSeconds(), TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError(command + " in aiortc: no answer within " + ANSWER + said());
        }
        JsonNode outcome = JSON.readTree(answer);
        if (!outcome.has("value")) {
            throw new AssertionError(
                    command + " in aiortc: " + outcome.path("error").asText() + said());
        }
        return outcome.path("value");
    }

    private String said() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    }

    @Override
    public void close() throws IOException {
        try {
            commands.close();
        } catch (IOException _) {
            // it has ended before
        }
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(log);
    }
}
