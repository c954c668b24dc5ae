package org.starbridge.bridge.manual;

import java.io.PrintWriter;
import org.starbridge.bridge.doctor.DoctorCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code starbridge manual}: the manual page, for {@code man} and for packages. */
public final class ManualCommand {
    private ManualCommand() {}

    /** The subcommand, without options of its own. */
    public static CommandSpec spec() {
        CommandSpec command = CommandSpec.create().name("manual");
        command.usageMessage()
                .description("Prints the manual page of all commands.", "To read it: starbridge manual | man -l -");
        DoctorCommand.addStandardOptions(command);
        return command;
    }

    /** Carries it out; {@code options} are those of the subcommand. */
    public static int run(ParseResult options, String version, PrintWriter out) {
        out.print(ManualPage.of(options.commandSpec().root(), version));
        out.flush();
        return 0;
    }
}
