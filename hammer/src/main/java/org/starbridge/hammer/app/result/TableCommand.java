package org.starbridge.hammer.app.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.compare.MarkdownTable;
import org.starbridge.hammer.compare.Results;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hammer table REPORT --into DOCUMENT}. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        description = "Prints the runs of a report as a Markdown table, or writes the table into a document.")
public final class TableCommand extends ResultCommand {
    @Parameters(paramLabel = "FILE", description = "Input: report.json, or a file of --json.")
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private Path report;

    @Option(
            names = "--into",
            paramLabel = "DOCUMENT",
            description = "Replace the text between <!-- hammer NAME --> and <!-- /hammer --> in this file.")
    private @Nullable Path document;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name in the document (default: the report's title).")
    private @Nullable String name;

    @Option(names = "--json", description = "Print a JSON object with the table's figures instead.")
    private boolean isJson;

    @Override
    void execute(PrintWriter out) throws IOException {
        Results results = Results.read(report);
        if (isJson) {
            if (document != null) {
                throw new IllegalArgumentException("--json prints; --into writes a Markdown table: use one of them");
            }
            out.println(MarkdownTable.json(results).toPrettyString());
            return;
        }
        List<String> table = MarkdownTable.lines(results);
        Path target = document;
        if (target == null) {
            table.forEach(out::println);
        } else {
            String place = name == null ? results.whole().path("title").asText("") : name;
            Files.writeString(target, MarkdownTable.replace(Files.readString(target), place, table));
        }
    }
}
