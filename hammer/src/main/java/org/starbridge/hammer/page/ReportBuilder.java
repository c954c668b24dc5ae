package org.starbridge.hammer.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.series.RunSeries;

/** Collects what the runs of a command come to. One thread. */
public final class ReportBuilder {
    private final RunCommand command;
    private final Instant startedAt = Instant.now();
    private final RunSeries series = new RunSeries(System.nanoTime());
    private final Machine machine;
    private final List<RunResult> results = new ArrayList<>();
    private final List<Judged> verdicts = new ArrayList<>();
    private boolean isSearch;
    private @Nullable String cutShort;

    /** Verdict on a load. */
    private record Judged(int load, Verdict.Labelled verdict) {}

    /** Begins, with the time of the report. */
    public ReportBuilder(RunCommand command) {
        this.command = command;
        machine = Machine.read(command.version());
    }

    /** All runs over time. */
    public RunSeries series() {
        return series;
    }

    /** Returns the number of runs so far. */
    public int runs() {
        return results.size();
    }

    /** Returns the number of runs that were tried so far. */
    public int tried() {
        return verdicts.size();
    }

    /**
     * A run has ended.
     *
     * @param load grows with the load
     * @param result as {@code --json} writes it
     */
    public void add(String label, int load, Verdict verdict, ObjectNode result) {
        results.add(new RunResult(label, verdict, result));
        verdicts.add(new Judged(load, new Verdict.Labelled(label, verdict)));
    }

    /** A run could not be made at this load. */
    public void addFailure(String label, int load, String reason) {
        Verdict verdict =
                new Verdict(Verdict.Kind.BROKE, "Broke, because " + reason + (reason.endsWith("?") ? "" : "."));
        verdicts.add(new Judged(load, new Verdict.Labelled(label, verdict)));
    }

    /** The runs look for the largest load that holds. */
    public void search() {
        isSearch = true;
    }

    /** The runs ended before their time; {@code reason} is a part of a sentence. */
    public void cutShort(String reason) {
        cutShort = reason;
    }

    /** Reason that the runs ended before their time; null if they did not. */
    public @Nullable String cutShort() {
        return cutShort;
    }

    /** Start of the first run. */
    public Instant startedAt() {
        return startedAt;
    }

    /** The report of all runs. */
    public Report report() {
        List<Verdict.Labelled> byLoad = verdicts.stream()
                .sorted(Comparator.comparingInt(Judged::load))
                .map(Judged::verdict)
                .toList();
        return report(isSearch ? Verdict.ofSearch(byLoad) : Verdict.of(byLoad));
    }

    /** The report with another verdict. */
    public Report report(Verdict verdict) {
        String reason = cutShort;
        Verdict marked = reason == null
                ? verdict
                : results.isEmpty() ? Verdict.nothing(verdict.kind(), reason) : verdict.cutShort(reason);
        return new Report(command, startedAt, machine, marked, reason, results, series);
    }
}
