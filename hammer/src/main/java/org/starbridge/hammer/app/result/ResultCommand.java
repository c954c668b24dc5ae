package org.starbridge.hammer.app.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.starbridge.hammer.compare.Results;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Subcommand that reads results of earlier runs. A mistake in a file is a mistake on the command line. */
abstract class ResultCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli fills it in before call()
    private CommandSpec spec;

    /**
     * Does what the command is for.
     *
     * @throws IllegalArgumentException for a mistake in a file or an option
     */
    abstract void execute(PrintWriter out) throws IOException;

    @Override
    public final Integer call() throws IOException {
        try {
            execute(spec.commandLine().getOut());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    static List<Results> read(List<Path> files) throws IOException {
        List<Results> results = new ArrayList<>();
        for (Path file : files) {
            results.add(Results.read(file));
        }
        return results;
    }
}
