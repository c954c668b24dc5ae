package org.starbridge.hammer.app.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.compare.Merge;
import org.starbridge.hammer.compare.MergedReport;
import org.starbridge.hammer.compare.Results;
import org.starbridge.hammer.page.ReportFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hammer merge A B ... --output C}. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description =
                "Merges the results of several Hammers that loaded one bridge at the same time, each in conferences of"
                        + " its own, or with HLS viewers of the same stream.")
public final class MergeCommand extends ResultCommand {
    private static final int SHOWN_WARNINGS = 5;

    @Parameters(arity = "2..*", paramLabel = "FILE", description = "Files of --json, or report.json.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write one JSON object to this file, as --json does; for files with one run each.")
    private @Nullable Path output;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a merged report into this directory; runs with the same label are merged.")
    private @Nullable Path directory;

    @Override
    void execute(PrintWriter out) throws IOException {
        List<Results> results = read(files);
        Path object = output;
        Path page = directory;
        if (object == null && page == null) {
            throw new IllegalArgumentException("expected --output FILE or --report DIR");
        }
        if (object != null) {
            Files.writeString(object, Merge.of(results).toPrettyString() + "\n");
        }
        if (page != null) {
            ObjectNode report = MergedReport.of(results);
            out.println(report.at("/verdict/sentence").asText());
            report.path("runs").forEach(run -> printWarnings(run.at("/result/warnings"), out));
            out.println("report: " + ReportFiles.write(report, page).toAbsolutePath());
        }
    }

    private static void printWarnings(JsonNode warnings, PrintWriter out) {
        for (int i = 0; i < Math.min(SHOWN_WARNINGS, warnings.size()); i++) {
            out.println(warnings.get(i).asText());
        }
        if (warnings.size() > SHOWN_WARNINGS) {
            out.println("and " + (warnings.size() - SHOWN_WARNINGS) + " more warnings in report.json");
        }
    }
}
