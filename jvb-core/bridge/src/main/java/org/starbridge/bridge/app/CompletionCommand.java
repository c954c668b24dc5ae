package org.starbridge.bridge.app;

import java.io.PrintWriter;
import org.starbridge.bridge.doctor.DoctorCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code starbridge completion bash|zsh}: what a shell needs to complete the command line. Stateless. */
final class CompletionCommand {
    /** Shells that read the same script. */
    private enum Shell {
        /** A shell with {@code complete} built in. */
        bash,
        /** By its {@code bashcompinit}, which the script begins. */
        zsh
    }

    private CompletionCommand() {}

    /** The subcommand and its options. */
    static CommandSpec spec() {
        CommandSpec command = CommandSpec.create().name("completion");
        command.usageMessage()
                .description(
                        "Prints a script that completes options and subcommands in a shell.",
                        "To use it at once: source <(starbridge completion bash)");
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel("SHELL")
                .index("0")
                .required(true)
                .type(Shell.class)
                .description("bash or zsh.")
                .build());
        DoctorCommand.addStandardOptions(command);
        return command;
    }

    /** Carries it out; {@code options} are those of the subcommand. */
    static int run(ParseResult options, PrintWriter out) {
        CommandLine program = options.commandSpec().root().commandLine();
        out.print(AutoComplete.bash(program.getCommandName(), program));
        out.flush();
        return 0;
    }
}
