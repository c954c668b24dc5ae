package org.starbridge.benchmarks.ladder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Placement of what runs on the processors.
 *
 * @param root the repository
 * @param targetCpus processors of bridge and floor, as taskset names them
 * @param hammerCpus processors of the Hammer
 */
record BenchmarkPlacement(Path root, String targetCpus, String hammerCpus) {
    /** The command that runs {@code command} on some processors only. */
    static List<String> pinned(String cpus, List<String> command) {
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", cpus));
        pinned.addAll(command);
        return pinned;
    }

    String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The jar that this class came in, with all libraries. */
    String classPath() {
        return System.getProperty("java.class.path");
    }

    /** @throws LadderException if bridge and Hammer can't be kept apart here */
    void check() {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            throw new LadderException(
                    "two processors are needed, one for the bridge and one for the Hammer; this machine has one, "
                            + "or this process may use only one");
        }
        boolean isThere = List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, "taskset")));
        if (!isThere) {
            throw new LadderException(
                    "the command taskset is missing, which keeps bridge and Hammer apart: install it (on Debian: "
                            + "apt-get install util-linux; it needs Linux)");
        }
    }
}
