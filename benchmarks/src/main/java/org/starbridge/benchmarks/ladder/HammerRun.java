package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The Hammer as a process, once. Stateless. */
final class HammerRun {
    /** Joining, draining and leaving a thousand endpoints, besides warm-up and window. */
    private static final int OVERHEAD_SECONDS = 180;

    private HammerRun() {}

    /**
     * Runs a row against what is there.
     *
     * @param directory takes the Hammer's output
     * @return its report
     * @throws LadderException if it makes none; that packets were lost, or changed as the floor does, is no failure here
     */
    static JsonNode against(TargetProcess target, Row row, Window window, Places places, Path directory, String name)
            throws InterruptedException {
        Path json = directory.resolve(name + ".json");
        Path log = directory.resolve(name + ".log");
        List<String> command = new ArrayList<>(
                List.of(places.root().resolve("scripts/hammer").toString(), "--quiet", "--cpus", places.hammerCpus()));
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
            Process hammer = builder.start();
            try {
                if (!hammer.waitFor(
                        (long) window.warmUpSeconds() + window.seconds() + OVERHEAD_SECONDS, TimeUnit.SECONDS)) {
                    throw new LadderException("the Hammer does not come to an end; it said:\n" + Files.readString(log));
                }
            } finally {
                hammer.destroyForcibly();
            }
            if (!Files.exists(json)) {
                throw new LadderException(name + ": the Hammer made no report; it said:\n" + Files.readString(log));
            }
            return new ObjectMapper().readTree(json.toFile());
        } catch (IOException e) {
            throw new LadderException(name + ": " + e.getMessage(), e);
        }
    }
}
