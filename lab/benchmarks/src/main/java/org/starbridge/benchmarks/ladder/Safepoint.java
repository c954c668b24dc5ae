package org.starbridge.benchmarks.ladder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A moment at which a Java machine stopped all its threads, as its log has it.
 *
 * @param ended when threads went on
 * @param operation what it was for, {@code ZMarkStartYoung}
 * @param reachingNs from the wish to stop until all threads stood: some stood longer
 * @param atNs at the safepoint: all threads stood
 * @param leavingNs until the thread that stopped them had let them go on: they ran meanwhile, and may have taken its
 *     core
 */
record Safepoint(Instant ended, String operation, long reachingNs, long atNs, long leavingNs) {
    /** Has a Java machine write them to its standard output. */
    static final String JAVA_OPTION = "-Xlog:safepoint:stdout:timemillis";

    private static final Pattern LINE = Pattern.compile(
            "\\[(\\d+)ms] Safepoint \"([^\"]+)\".*, Reaching safepoint: +(\\d+) ns, At safepoint: +(\\d+) ns, Leaving safepoint: +(\\d+) ns, Total: .*");

    /** For how long a thread may have stood: the way to it, and the stop. */
    long stoodNs() {
        return reachingNs + atNs;
    }

    /** Those in a log, which may have other lines, too. */
    static List<Safepoint> in(String log) {
        List<Safepoint> found = new ArrayList<>();
        for (String line : log.lines().toList()) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                found.add(new Safepoint(
                        Instant.ofEpochMilli(Long.parseLong(matcher.group(1))),
                        matcher.group(2),
                        Long.parseLong(matcher.group(3)),
                        Long.parseLong(matcher.group(4)),
                        Long.parseLong(matcher.group(5))));
            }
        }
        return found;
    }

    /**
     * The same, of a file.
     *
     * @throws LadderException if it can't be read, or has none: a Java machine's start alone has some
     */
    static List<Safepoint> in(Path log) {
        try {
            // What else a bridge prints need not be UTF-8.
            List<Safepoint> found = in(Files.readString(log, StandardCharsets.ISO_8859_1));
            if (found.isEmpty()) {
                throw new LadderException("there is no safepoint in " + log
                        + ": does STARBRIDGE_JAVA_OPTS have an -Xlog " + "of its own for the standard output?");
            }
            return found;
        } catch (IOException e) {
            throw new LadderException("the bridge's log can't be read: " + e.getMessage(), e);
        }
    }
}
