package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.starbridge.benchmarks.ladder.Plan.Cell;

/**
 * Runs of the Hammer, each a process that starts its target: a bridge, or the floor in its place.
 *
 * @param root the repository
 * @param directory takes what the processes say; it exists
 * @param targetCpus processors of bridge and floor, as taskset names them
 * @param hammerCpus processors of the Hammer
 */
record HammerRun(Path root, Path directory, String targetCpus, String hammerCpus) {
    /** Starting, joining, draining and leaving of a thousand endpoints, in addition to warm-up and window. */
    private static final int OVERHEAD_SECONDS = 220;

    /** Variable in which scripts/starbridge looks for further options of the Java machine. */
    private static final String JAVA_OPTIONS = "STARBRIDGE_JAVA_OPTS";

    /**
     * Measures a cell once.
     *
     * @return the Hammer's result
     * @throws LadderException if it makes none, or if a bridge changed what it forwarded; lost packets, and what the
     *     floor does to payloads, are no failure here
     */
    ObjectNode measure(Cell cell, int warmUpSeconds, int seconds, String round) throws InterruptedException {
        Target target = cell.target();
        String name = cell.row().name() + "." + target.name().toLowerCase(Locale.ROOT) + "." + round;
        Path json = directory.resolve(name + ".json");
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command(cell.row(), warmUpSeconds, seconds, json))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("STARBRIDGE_NO_BUILD", "1");
        if (target.isFloor()) {
            environment.put("STARBRIDGE_LAUNCHER", root.resolve("scripts/floor").toString());
            environment.put("STARBRIDGE_FLOOR_MODE", target.settings());
        } else {
            // The last one of a kind wins.
            environment.merge(JAVA_OPTIONS, target.settings(), (operators, ours) -> (ours + " " + operators).strip());
        }
        try {
            Files.deleteIfExists(json);
            Process process = builder.start();
            try {
                if (!process.waitFor((long) warmUpSeconds + seconds + OVERHEAD_SECONDS, TimeUnit.SECONDS)) {
                    throw new LadderException(name + ": the Hammer does not end; " + log + " has its output");
                }
            } finally {
                process.destroy();
            }
            if (!Files.exists(json)) {
                throw new LadderException(name + ": the Hammer made no result; its output:\n" + Files.readString(log));
            }
            ObjectNode result = (ObjectNode) new ObjectMapper().readTree(json.toFile());
            if (!target.isFloor()) {
                requireContent(name, result);
            }
            return result;
        } catch (IOException e) {
            throw new LadderException(name + ": " + e.getMessage(), e);
        }
    }

    private List<String> command(Row row, int warmUpSeconds, int seconds, Path json) {
        List<String> command = new ArrayList<>(
                List.of(root.resolve("scripts/hammer").toString(), "--cpus", hammerCpus, "--bridge-cpus", targetCpus));
        command.addAll(row.hammer());
        command.addAll(List.of("--warmup", Integer.toString(warmUpSeconds)));
        command.addAll(List.of("--seconds", Integer.toString(seconds)));
        command.addAll(List.of("--json", json.toString()));
        return command;
    }

    /** Refuses to measure what forwards something else than it got. */
    static void requireContent(String name, JsonNode result) {
        long changed = result.path("contentErrors").asLong();
        if (changed > 0) {
            throw new LadderException(
                    String.format(Locale.ROOT, "%s: %,d payloads are not the ones that were sent", name, changed));
        }
    }
}
