package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The Hammer as a process, once; ended by {@link #close}. One thread. */
final class HammerRun implements AutoCloseable {
    /** Joining, draining and leaving a thousand endpoints, in addition to warm-up and window. */
    private static final int OVERHEAD_SECONDS = 180;

    /** Beginning of the Hammer's live lines once everybody receives everything. */
    private static final String MEASURES = "measuring";

    private static final int POLL_MS = 200;

    private final Target target;
    private final Process process;
    private final Window window;
    private final String name;
    private final Path json;
    private final Path log;

    private HammerRun(Target target, Process process, Window window, String name, Path json, Path log) {
        this.target = target;
        this.process = process;
        this.window = window;
        this.name = name;
        this.json = json;
        this.log = log;
    }

    /**
     * Runs a row against what is there.
     *
     * @param directory takes the Hammer's output
     * @return its report
     * @throws LadderException if it makes none, or if a bridge changed what it forwarded; that packets were lost, or
     *     changed as the floor does, is no failure here
     */
    static JsonNode against(
            TargetProcess target, Row row, Window window, BenchmarkPlacement places, Path directory, String name)
            throws InterruptedException {
        try (HammerRun run = start(target, row, window, places, directory, name)) {
            return run.report();
        }
    }

    /** The same, without waiting for its end. */
    static HammerRun start(
            TargetProcess target, Row row, Window window, BenchmarkPlacement places, Path directory, String name) {
        Path json = directory.resolve(name + ".json");
        Path log = directory.resolve(name + ".log");
        List<String> command = new ArrayList<>(
                List.of(places.root().resolve("scripts/hammer").toString(), "--cpus", places.hammerCpus()));
        command.addAll(row.hammer());
        command.addAll(List.of("--warmup", Integer.toString(window.warmUpSeconds())));
        command.addAll(List.of("--seconds", Integer.toString(window.seconds())));
        command.addAll(List.of("--bridge", target.url().toString()));
        command.addAll(List.of("--bridge-pid", Long.toString(target.pid())));
        command.addAll(List.of("--json", json.toString()));
        try {
            Files.deleteIfExists(json);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(Path.of("/dev/null").toFile());
            builder.environment().put("STARBRIDGE_NO_BUILD", "1");
            return new HammerRun(target.target(), builder.start(), window, name, json, log);
        } catch (IOException e) {
            throw new LadderException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Waits until everybody receives everything and its window has begun.
     *
     * @throws LadderException if it ends before, or if that takes longer than {@code limit}
     */
    void awaitMeasuring(Duration limit) throws InterruptedException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        while (said().lines().noneMatch(line -> line.startsWith(MEASURES))) {
            if (!process.isAlive() || System.nanoTime() > deadlineNs) {
                throw new LadderException(name + ": not all endpoints had joined "
                        + (process.isAlive() ? "after " + limit.toSeconds() + " s" : "when it ended")
                        + "; output of the Hammer:\n" + said());
            }
            Thread.sleep(POLL_MS);
        }
    }

    /**
     * Waits for its end.
     *
     * @throws LadderException if it makes no report, does not come to an end, or has seen a bridge change what it
     *     forwarded
     */
    JsonNode report() throws InterruptedException {
        if (!process.waitFor((long) window.warmUpSeconds() + window.seconds() + OVERHEAD_SECONDS, TimeUnit.SECONDS)) {
            throw new LadderException(name + ": the Hammer does not end; its output:\n" + said());
        }
        if (!Files.exists(json)) {
            throw new LadderException(name + ": the Hammer made no report; its output:\n" + said());
        }
        try {
            JsonNode report = new ObjectMapper().readTree(json.toFile());
            if (!target.isFloor()) {
                requireContent(name, report);
            }
            return report;
        } catch (IOException e) {
            throw new LadderException(name + ": " + e.getMessage(), e);
        }
    }

    /** Refuses to measure what forwards something else than it got. */
    static void requireContent(String name, JsonNode report) {
        long changed = report.path("contentErrors").asLong();
        if (changed > 0) {
            throw new LadderException(
                    String.format(Locale.ROOT, "%s: %,d payloads are not the ones that were sent", name, changed));
        }
    }

    private String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new LadderException(name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
