package org.starbridge.hammer.app.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.starbridge.hammer.compare.Comparison;
import org.starbridge.hammer.compare.Results;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hammer compare A B}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description =
                "Compares the results of two runs, or of several rounds: files of --json, report.json or report.html.")
public final class CompareCommand implements Callable<Integer> {
    @Parameters(
            arity = "2",
            paramLabel = "FILES",
            description =
                    "Before and after: one file each, or several with commas, the rounds of one run. With three rounds or"
                            + " more each, a difference counts if it is greater than the spread.")
    private List<String> files = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Comparison.lines(read(files.get(0)), read(files.get(1))).forEach(out::println);
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static List<Results> read(String names) throws IOException {
        List<Results> results = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            results.add(Results.read(Path.of(name)));
        }
        return results;
    }
}
