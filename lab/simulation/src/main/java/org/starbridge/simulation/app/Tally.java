package org.starbridge.simulation.app;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.starbridge.simulation.FaultSite;
import org.starbridge.simulation.RunReport;

/** Sums over runs, which processes give to each other as a line of text. */
final class Tally {
    private static final String MARK = "#tally ";
    private static final double NS_PER_HOUR = 3600e9;

    private final Map<FaultSite, Long> reached = new EnumMap<>(FaultSite.class);
    private double hours;
    private double guestHours;
    private double cpuSeconds;
    private long runs;
    private long failed;

    void add(RunReport report, long cpuNs) {
        hours += report.virtualNs() / NS_PER_HOUR;
        guestHours += report.guests() * report.virtualNs() / NS_PER_HOUR;
        cpuSeconds += cpuNs / 1e9;
        runs++;
        failed += report.failures().isEmpty() ? 0 : 1;
        report.faults().forEach((site, count) -> reached.merge(site, count, Long::sum));
    }

    double hours() {
        return hours;
    }

    long failed() {
        return failed;
    }

    /** Adds what another process says; false if the line is none of a tally. */
    boolean add(String line) {
        if (!line.startsWith(MARK)) {
            return false;
        }
        String[] words = line.substring(MARK.length()).split(" ", -1);
        hours += Double.parseDouble(words[0]);
        guestHours += Double.parseDouble(words[1]);
        cpuSeconds += Double.parseDouble(words[2]);
        runs += Long.parseLong(words[3]);
        failed += Long.parseLong(words[4]);
        for (int i = 5; i < words.length; i++) {
            String[] parts = words[i].split("=", -1);
            reached.merge(FaultSite.valueOf(parts[0]), Long.parseLong(parts[1]), Long::sum);
        }
        return true;
    }

    String line() {
        StringBuilder line = new StringBuilder(MARK)
                .append(String.format(
                        Locale.ROOT, "%.6f %.6f %.3f %d %d", hours, guestHours, cpuSeconds, runs, failed));
        reached.forEach(
                (site, count) -> line.append(' ').append(site).append('=').append(count));
        return line.toString();
    }

    /** Whether every declared site was reached. */
    boolean reachedAll() {
        return reached.size() == FaultSite.values().length;
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%.2f conference-hours (%.2f of guests) in %d runs, %.0f s of CPU: %.0f hours for each core and hour%n",
                hours,
                guestHours,
                runs,
                cpuSeconds,
                hours * 3600 / Math.max(cpuSeconds, 1e-9)));
        for (FaultSite site : FaultSite.values()) {
            long count = reached.getOrDefault(site, 0L);
            text.append(
                    String.format(Locale.ROOT, "%9s  %s: %s%n", count == 0 ? "never" : count, site, site.sentence()));
        }
        return text.append(failed)
                .append(" runs broke a rule")
                .append(System.lineSeparator())
                .toString();
    }
}
