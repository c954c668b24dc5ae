package org.starbridge.hammer.bridge;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Processors that a process may run on, written as {@code taskset -c} does: {@code 0,2-3}. Stateless. */
public final class CpuList {
    private static final Pattern FORM = Pattern.compile("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*");

    private CpuList() {}

    /** Returns whether a text is such a list. */
    public static boolean isValid(String text) {
        return FORM.matcher(text).matches();
    }

    /** Returns whether two such lists name the same processors. */
    public static boolean areSame(String one, String other) {
        return processors(one).equals(processors(other));
    }

    private static BitSet processors(String list) {
        BitSet processors = new BitSet();
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", -1);
            int first = Integer.parseInt(ends[0]);
            processors.set(first, Math.max(first, Integer.parseInt(ends[ends.length - 1])) + 1);
        }
        return processors;
    }

    /**
     * The beginning of a command line whose process runs on {@code cpus} only.
     *
     * @throws BridgeFailure if this machine has no {@code taskset}
     */
    static List<String> launchPrefix(String cpus) {
        Path taskset = find("taskset", String.valueOf(System.getenv("PATH")));
        return List.of(taskset.toString(), "-c", cpus);
    }

    static Path find(String command, String searchPath) {
        return Stream.of(searchPath.split(":", -1))
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new BridgeFailure("--bridge-cpus needs the command " + command
                        + ", which is missing: install it (on Debian: apt-get install util-linux), or start the bridge "
                        + "yourself and name it with --bridge"));
    }
}
