package org.starbridge.hammer.app;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.scenario.StopRule;
import picocli.CommandLine.Option;

/** The options of the report and of what is shown meanwhile, as picocli fills them in. */
final class ReportArguments {
    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a report into this directory: report.html, which needs nothing else, report.json and"
                    + " series.csv.")
    @Nullable
    Path directory;

    @Option(
            names = "--until",
            paramLabel = "RULE",
            description = "Raise the number of endpoints from run to run (of the receivers, if there are any) until something"
                    + " is lost, the delay's p99 is above 50 ms (late), the bridge uses more than 90 %% of its processors"
                    + " (cpu) or an endpoint cannot join (join-failure), and find the largest that holds.")
    @Nullable
    String until;

    @Option(
            names = "--start-at",
            paramLabel = "TIME",
            description = "Begin to measure at this time, for example 2026-11-24T02:00:00Z, so that several Hammers measure"
                    + " together; hammer merge makes one result of theirs.")
    @Nullable
    Instant startAt;

    /** Waits for the common start, if there is one and it has not passed. */
    void awaitStart(LiveProgress progress) throws InterruptedException {
        Duration left = startAt == null ? Duration.ZERO : Duration.between(Instant.now(), startAt);
        if (left.isPositive()) {
            progress.phase("waiting");
            progress.run(left);
        }
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check() {
        return until == null || StopRule.of(until) != null
                ? null
                : "--until " + until + ": expected one of " + String.join(", ", StopRule.labels());
    }

    /** When the load is too much; null if it does not rise. */
    @Nullable
    StopRule stopRule() {
        return until == null ? null : StopRule.of(until);
    }

    /** Whether threads and the bridge's own statistics are recorded over time, too. */
    boolean isDetailed() {
        return directory != null;
    }
}
