package org.starbridge.hammer.app;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
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

    /** Whether threads and the bridge's own statistics are recorded over time, too. */
    boolean isDetailed() {
        return directory != null;
    }
}
