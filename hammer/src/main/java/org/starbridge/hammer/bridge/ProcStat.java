package org.starbridge.hammer.bridge;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the texts of {@code /proc/<pid>/stat} and {@code /proc/<pid>/status} (proc(5)). Stateless. */
final class ProcStat {
    private static final Pattern KIB = Pattern.compile("\\s*(\\d+) kB");
    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final String CPUS = "Cpus_allowed_list:";

    private ProcStat() {}

    /**
     * User time and system time in clock ticks, in that order, from {@code stat}. The fields are counted from the last
     * parenthesis on, as a program's name may hold spaces and parentheses.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static long[] cpuTicks(String stat) {
        int nameEnd = stat.lastIndexOf(')');
        String[] fields = nameEnd < 0
                ? new String[0]
                : stat.substring(nameEnd + 1).strip().split(" ", -1);
        if (fields.length <= STIME) {
            throw new IllegalArgumentException("stat \"" + stat.strip() + "\": expected pid (name) and 50 fields");
        }
        return new long[] {Long.parseLong(fields[UTIME]), Long.parseLong(fields[STIME])};
    }

    /** The name of the program, or of the thread, in {@code stat}; empty if the text has another form. */
    static String name(String stat) {
        int begin = stat.indexOf('(');
        int end = stat.lastIndexOf(')');
        return begin < 0 || end < begin ? "" : stat.substring(begin + 1, end);
    }

    /**
     * A figure of {@code status} that is given in kB, in bytes: {@code VmRSS} or {@code VmHWM}; 0 if it isn't there, as
     * in a process that is ending.
     */
    static long bytes(String status, String key) {
        for (String line : status.split("\n", -1)) {
            if (line.startsWith(key + ":")) {
                Matcher value = KIB.matcher(line.substring(key.length() + 1));
                return value.matches() ? Long.parseLong(value.group(1)) * 1024 : 0;
            }
        }
        return 0;
    }

    /** The processors in {@code status} that the process may use; empty if it isn't there. */
    static String cpus(String status) {
        return status.lines()
                .filter(line -> line.startsWith(CPUS))
                .map(line -> line.substring(CPUS.length()).strip())
                .findFirst()
                .orElse("");
    }

    /** The number of threads in {@code status}; 0 if it isn't there. */
    static int threads(String status) {
        for (String line : status.split("\n", -1)) {
            if (line.startsWith("Threads:")) {
                return Integer.parseInt(line.substring("Threads:".length()).strip());
            }
        }
        return 0;
    }
}
