package org.starbridge.hammer.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.starbridge.hammer.series.SeriesText;

/** Writes a report's files. */
public final class ReportFiles {
    private ReportFiles() {}

    /**
     * Makes the directory if needed, writes {@code report.json}, {@code series.csv} and {@code report.html} into it.
     */
    public static Path write(Report report, Path directory) throws IOException {
        return write(report.toJson(), directory);
    }

    /** The same of a report's JSON, which it changes. */
    public static Path write(ObjectNode report, Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("report.json"), report.toString() + "\n");
        Files.writeString(directory.resolve("series.csv"), SeriesText.csv(report.path("series")));
        return Files.writeString(directory.resolve("report.html"), PageText.of(report));
    }
}
