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

/**
 * A WebRTC client as a process of its own, which takes commands on its stdin and answers on its stdout, a JSON object a
 * line. It ends when its stdin does, so also with this process.
 */
final class PeerProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path log;
    private final Writer commands;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private PeerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        commands = process.outputWriter();
        Thread.ofVirtual().start(this::readAnswers);
    }

    /** @param name of the client, for messages */
    static PeerProcess start(String name, String... command) throws IOException {
        Path log = Files.createTempFile("starbridge-" + name, ".log");
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        return new PeerProcess(name, process, log);
    }

    /** A file among the resources of these tests. */
    static Path script(String file) {
        URL resource = Objects.requireNonNull(PeerProcess.class.getResource("/interop/" + file), file);
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
            throw new AssertionError(command + " in " + name + ": " + e.getMessage() + said(), e);
        }
        String answer = answers.poll(ANSWER.toSeconds(), TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError(command + " in " + name + ": no answer within " + ANSWER + said());
        }
        JsonNode outcome = JSON.readTree(answer);
        if (!outcome.has("value")) {
            throw new AssertionError(
                    command + " in " + name + ": " + outcome.path("error").asText() + said());
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
