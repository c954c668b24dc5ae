package org.starbridge.hammer.app.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.starbridge.hammer.compare.Comparison;
import org.starbridge.hammer.compare.Results;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hammer compare A B}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description =
                "Compares the results of two runs, or of several rounds: files of --json, report.json or report.html.")
public final class CompareCommand extends ResultCommand {
    @Parameters(
            arity = "2",
            paramLabel = "FILES",
            description =
                    "Before and after: one file each, or several with commas, the rounds of one run. With three rounds or"
                            + " more each, a difference counts if it is greater than the spread.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--json", description = "Print a JSON object instead of a table.")
    private boolean isJson;

    @Override
    void execute(PrintWriter out) throws IOException {
        List<Results> before = rounds(files.get(0));
        List<Results> after = rounds(files.get(1));
        if (isJson) {
            out.println(Comparison.json(before, after).toPrettyString());
        } else {
            Comparison.lines(before, after).forEach(out::println);
        }
    }

    private static List<Results> rounds(String names) throws IOException {
        return read(Arrays.stream(names.split(",", -1)).map(Path::of).toList());
    }
}
