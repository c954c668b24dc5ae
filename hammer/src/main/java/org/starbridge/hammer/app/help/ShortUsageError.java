package org.starbridge.hammer.app.help;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line, what was probably meant, and where help is, instead of showing all of the
 * help.
 */
public final class ShortUsageError implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException mistake, String[] arguments) {
        CommandLine command = mistake.getCommandLine();
        String name = command.getCommandName();
        PrintWriter errors = command.getErr();
        errors.println(name + ": " + mistake.getMessage());
        UnmatchedArgumentException.printSuggestions(mistake, errors);
        errors.println(name + " --help lists all options.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
