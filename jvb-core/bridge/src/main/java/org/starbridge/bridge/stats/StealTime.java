package org.starbridge.bridge.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The share of the processors' time that the host of a virtual machine gave to others, by Linux's {@code /proc/stat}
 * (proc_stat(5)). Any thread.
 */
public final class StealTime {
    private static final int STEAL_COLUMN = 8;
    private static final int SHORTEST_TICKS = 100;

    private final Path file;
    private long all;
    private long stolen;
    private double share;

    /** That of this machine. */
    public StealTime() {
        this(Path.of("/proc/stat"));
    }

    StealTime(Path file) {
        this.file = file;
    }

    /** 0 to 1, since the last look, which was a second of one processor ago or more; 0 where it is not known. */
    public synchronized double share() {
        String[] words;
        try (Stream<String> lines = Files.lines(file)) {
            words = lines.findFirst().orElse("").split("\\s+", -1);
        } catch (IOException _) {
            return 0;
        }
        if (words.length <= STEAL_COLUMN) {
            return 0;
        }
        long sum = 0;
        for (int i = 1; i <= STEAL_COLUMN; i++) {
            sum += Long.parseLong(words[i]);
        }
        if (sum - all >= SHORTEST_TICKS) {
            long now = Long.parseLong(words[STEAL_COLUMN]);
            share = (now - stolen) / (double) (sum - all);
            all = sum;
            stolen = now;
        }
        return share;
    }
}
