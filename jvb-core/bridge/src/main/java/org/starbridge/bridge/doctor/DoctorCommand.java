package org.starbridge.bridge.doctor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.nat.StunServer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code starbridge doctor}. */
public final class DoctorCommand {
    /** EX_CONFIG of sysexits.h, as of the bridge itself. */
    private static final int EXIT_CONFIGURATION = 78;

    private static final String CONFIG = "--config";
    private static final String STUN = "--stun";
    private static final String JSON = "--json";

    private DoctorCommand() {}

    /** The subcommand and its options. */
    public static CommandSpec spec() {
        CommandSpec command = CommandSpec.create().name("doctor");
        command.usageMessage()
                .description(
                        "Checks this machine, its network and the services that the bridge needs, and recommends"
                                + " fixes.",
                        "The bridge is not started. Exit status 0 if it can work, 1 if not, 78 if the configuration is"
                                + " wrong.");
        command.addOption(OptionSpec.builder(CONFIG)
                .paramLabel("FILE")
                .type(Path.class)
                .description("Configuration file of the bridge.")
                .build());
        command.addOption(OptionSpec.builder(STUN)
                .paramLabel("HOST:PORT")
                .type(StunServer.class)
                .converters(StunServer::parse)
                .description("Query this STUN server, too, for the public address of this machine.")
                .build());
        command.addOption(OptionSpec.builder(JSON)
                .description("Print a JSON object instead of lines of text.")
                .build());
        addStandardOptions(command);
        return command;
    }

    /** Adds the options that each command has. */
    public static void addStandardOptions(CommandSpec command) {
        command.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build());
        command.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
    }

    private static Map<String, String> view(ConfigException error) {
        return Map.of("level", "error", "about", "configuration", "text", String.valueOf(error.getMessage()));
    }

    /**
     * Carries it out.
     *
     * @param options as parsed by the {@linkplain #spec() subcommand}
     * @return the exit status
     */
    public static int run(ParseResult options, PrintWriter out) throws InterruptedException {
        ConfigCheck check = BridgeConfigLoader.check(options.matchedOptionValue(CONFIG, null), System.getProperties());
        if (!check.errors().isEmpty()) {
            if (options.hasMatchedOption(JSON)) {
                out.println(Json.write(Map.of(
                        "findings",
                        check.errors().stream().map(DoctorCommand::view).toList())));
            } else {
                check.errors().forEach(error -> out.println("ERROR    configuration: " + error.getMessage()));
            }
            return EXIT_CONFIGURATION;
        }
        StunServer stun = options.matchedOptionValue(STUN, null);
        Doctor doctor = new Doctor(check.require(), stun);
        return (options.hasMatchedOption(JSON) ? doctor.examineAsJson(out) : doctor.examine(out)) ? 0 : 1;
    }
}
