package org.starbridge.hammer.app.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.starbridge.hammer.compare.Merge;
import org.starbridge.hammer.compare.Results;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hammer merge A B ... --output C}. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description = "Makes one result of those of several Hammers that drove one bridge at the same time.")
public final class MergeCommand implements Callable<Integer> {
    @Parameters(arity = "2..*", paramLabel = "FILE", description = "Files of --json, or report.json.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "Where the result goes.")
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private Path output;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try {
            List<Results> results = new ArrayList<>();
            for (Path file : files) {
                results.add(Results.read(file));
            }
            Files.writeString(output, Merge.of(results).toPrettyString() + "\n");
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
