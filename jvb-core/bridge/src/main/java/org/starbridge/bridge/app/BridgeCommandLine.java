package org.starbridge.bridge.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.starbridge.bridge.app.replay.RecordCommand;
import org.starbridge.bridge.app.replay.ReplayCommand;
import org.starbridge.bridge.composition.RecordingCommands;
import org.starbridge.bridge.doctor.DoctorCommand;
import org.starbridge.bridge.manual.ManualCommand;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The command line. It is built without annotations: picocli reads those by reflection, and a start would wait for
 * that.
 *
 * <p>No method of picocli's builders is passed as a method reference here: their classes have Java 5's format, and an
 * archive of classes that has resolved such a reference has other bytes each time, so packages would not be
 * reproducible.
 */
final class BridgeCommandLine {
    private static final String CONFIG = "--config";
    private static final String CHECK_CONFIG = "--check-config";
    private static final String JSON = "--json";
    private static final String TAKE_OVER = "--take-over";
    private static final String STOP_AT_EOF = "--stop-at-eof";

    private BridgeCommandLine() {}

    /** @param program carries it out */
    static CommandLine of(Main program) {
        CommandSpec command = CommandSpec.create().name("starbridge").versionProvider(() ->
                new String[] {"starbridge " + Version.current()});
        command.usageMessage()
                .description("Runs a WebRTC videobridge in the foreground until Ctrl-C.")
                .footer(
                        "",
                        "Without --config: REST control on 127.0.0.1:8080, media on UDP 10000, bridge channel on"
                                + " 127.0.0.1:9090, each participant gets the audio and video of all others.",
                        "-Dkey=value sets a single key, for example -Dvideobridge.ice.udp.port=20000.",
                        "",
                        "Exit status: 130 stopped by Ctrl-C, 143 stopped by SIGTERM, 1 failed to start, 2 wrong option,"
                                + " 78 wrong configuration.");
        command.addOption(OptionSpec.builder(CONFIG)
                .paramLabel("FILE")
                .type(Path.class)
                .description("HOCON configuration file, as used by Jitsi Videobridge (jvb.conf).")
                .build());
        command.addOption(OptionSpec.builder(CHECK_CONFIG)
                .paramLabel("FILE")
                .type(Path.class)
                .description(
                        "Report the effect of each key in FILE and exit: honoured, without effect and why, misspelt,"
                                + " malformed. Exit status 0 if the bridge would start with it, 78 if not.")
                .build());
        command.addOption(OptionSpec.builder(JSON)
                .description("With --check-config: print a JSON object instead of lines of text.")
                .build());
        command.addOption(OptionSpec.builder(STOP_AT_EOF)
                .description(
                        "Stop, as on SIGTERM, when standard input is closed: for a program that runs the bridge as a"
                                + " child process and holds the other end of a pipe.")
                .build());
        command.addOption(OptionSpec.builder(TAKE_OVER)
                .description("Take over the conferences of the bridge that runs with the same UDP port and the same"
                        + " starbridge.upgrade.directory; that one ends. If it refuses, it continues, and this one"
                        + " ends with the reason and status 1.")
                .build());
        DoctorCommand.addStandardOptions(command);
        command.addSubcommand("doctor", DoctorCommand.spec());
        command.addSubcommand("token", TokenCommand.spec());
        command.addSubcommand("recordings", RecordingCommands.recordings());
        command.addSubcommand("compose", RecordingCommands.compose());
        command.addSubcommand("record", RecordCommand.spec());
        command.addSubcommand("replay", ReplayCommand.spec());
        command.addSubcommand("completion", CompletionCommand.spec());
        command.addSubcommand("manual", ManualCommand.spec());
        return new CommandLine(command)
                .setParameterExceptionHandler(new ShortUsageError())
                .setExecutionStrategy(options -> execute(options, program));
    }

    private static int run(ParseResult subcommand, PrintWriter out) throws InterruptedException {
        return switch (subcommand.commandSpec().name()) {
            case "token" -> TokenCommand.run(subcommand, out);
            case "recordings", "compose" -> RecordingCommands.run(subcommand, out);
            case "record" -> RecordCommand.run(subcommand, out);
            case "replay" -> ReplayCommand.run(subcommand, out);
            case "completion" -> CompletionCommand.run(subcommand, out);
            case "manual" -> ManualCommand.run(subcommand, "starbridge " + Version.current(), out);
            default -> DoctorCommand.run(subcommand, out);
        };
    }

    private static int execute(ParseResult options, Main program) {
        Integer help = CommandLine.executeHelpRequest(options);
        if (help != null) {
            return help;
        }
        PrintWriter out = options.commandSpec().commandLine().getOut();
        try {
            if (options.hasSubcommand()) {
                return run(options.subcommand(), out);
            }
            Path checked = options.matchedOptionValue(CHECK_CONFIG, null);
            boolean isJson = options.hasMatchedOption(JSON);
            if (checked != null) {
                return program.check(checked, isJson, out);
            }
            if (isJson) {
                throw new ParameterException(
                        options.commandSpec().commandLine(), JSON + " needs " + CHECK_CONFIG + " FILE");
            }
            return program.run(
                    options.matchedOptionValue(CONFIG, null),
                    options.hasMatchedOption(STOP_AT_EOF),
                    options.hasMatchedOption(TAKE_OVER));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return options.commandSpec().exitCodeOnExecutionException();
        }
    }
}
