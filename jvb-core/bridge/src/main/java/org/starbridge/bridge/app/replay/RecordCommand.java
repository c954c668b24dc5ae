package org.starbridge.bridge.app.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.starbridge.bridge.doctor.DoctorCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code starbridge record CONFERENCE}: asks a running bridge to write the log of a conference. Stateless. */
public final class RecordCommand {
    private static final String URL = "--url";
    private static final int EXIT_REFUSED = 1;
    private static final int TIMEOUT_MS = 10_000;

    private RecordCommand() {}

    /** The subcommand and its options. */
    public static CommandSpec spec() {
        CommandSpec command = CommandSpec.create().name("record");
        command.usageMessage()
                .description(
                        "Asks a running bridge to write the log of a conference into a file, and prints its answer.",
                        "Needs starbridge.black-box.enabled. Exit status 0 if it was written, 1 if not.");
        command.addPositional(PositionalParamSpec.builder()
                .paramLabel("CONFERENCE")
                .index("0")
                .type(String.class)
                .required(true)
                .description("Id of the conference, as /debug shows it.")
                .build());
        command.addOption(OptionSpec.builder(URL)
                .paramLabel("URL")
                .type(URI.class)
                .defaultValue("http://127.0.0.1:8080")
                .description("The bridge's private HTTP server (default: http://127.0.0.1:8080).")
                .build());
        DoctorCommand.addStandardOptions(command);
        return command;
    }

    /** Carries it out; {@code options} are those of the subcommand. Returns the exit status. */
    public static int run(ParseResult options, PrintWriter out) {
        String conference = options.matchedPositionalValue(0, "");
        URI base = options.matchedOptionValue(URL, URI.create("http://127.0.0.1:8080"));
        try {
            URI uri = URI.create(base + "/debug/" + URLEncoder.encode(conference, StandardCharsets.UTF_8) + "/record");
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            connection.setRequestMethod("POST");
            boolean isWritten = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            try (InputStream body = isWritten ? connection.getInputStream() : connection.getErrorStream()) {
                out.println(body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
            return isWritten ? 0 : EXIT_REFUSED;
        } catch (IOException | IllegalArgumentException | ClassCastException e) {
            out.println(base + ": no answer from a bridge: " + e.getMessage());
            return EXIT_REFUSED;
        } finally {
            out.flush();
        }
    }
}
