package org.starbridge.bridge.app;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.doctor.DoctorCommand;
import org.starbridge.bridge.http.PublicHttpConfig;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.whip.WhipResources;
import org.starbridge.bridge.whip.access.JwtConfig;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code starbridge token --room ROOM}: a JSON Web Token that the bridge of the same configuration takes, and the
 * addresses to use it with. Stateless.
 */
final class TokenCommand {
    private static final int EXIT_CONFIGURATION = 78;
    private static final int EXIT_IMPOSSIBLE = 1;
    private static final int EXIT_USAGE = 2;
    private static final int MAX_HOURS = 24 * 366;

    private static final String CONFIG = "--config";
    private static final String ROOM = "--room";
    private static final String PUBLISH = "--publish";
    private static final String HOURS = "--hours";
    private static final String HOST = "--host";
    private static final String JSON = "--json";

    private TokenCommand() {}

    /** The subcommand and its options. */
    static CommandSpec spec() {
        CommandSpec command = CommandSpec.create().name("token");
        command.usageMessage()
                .description(
                        "Makes a token for a room, signed with starbridge.whip.jwt.secret, and prints the URLs to use it with.",
                        "The token allows watching the room, with --publish also publishing. Exit status 0 if it was made, 1"
                                + " if the configuration has no secret, 78 if it is wrong.");
        command.addOption(OptionSpec.builder(ROOM)
                .paramLabel("ROOM")
                .type(String.class)
                .required(true)
                .description("Name of the room.")
                .build());
        command.addOption(OptionSpec.builder(PUBLISH)
                .description("The token also allows publishing.")
                .build());
        command.addOption(OptionSpec.builder(HOURS)
                .paramLabel("N")
                .type(int.class)
                .defaultValue("12")
                .description("Hours for which the token is valid (default: 12).")
                .build());
        command.addOption(OptionSpec.builder(HOST)
                .paramLabel("HOST")
                .type(String.class)
                .description("Host name of the bridge in the printed URLs (default: as configured).")
                .build());
        command.addOption(OptionSpec.builder(JSON)
                .description("Print a JSON object with token, expires and addresses.")
                .build());
        command.addOption(OptionSpec.builder(CONFIG)
                .paramLabel("FILE")
                .type(Path.class)
                .description("Configuration file of the bridge.")
                .build());
        DoctorCommand.addStandardOptions(command);
        return command;
    }

    /** Carries it out; {@code options} are those of the subcommand. Returns the exit status. */
    static int run(ParseResult options, PrintWriter out) {
        ConfigCheck check = BridgeConfigLoader.check(options.matchedOptionValue(CONFIG, null), System.getProperties());
        if (!check.errors().isEmpty()) {
            check.errors().forEach(error -> out.println("ERROR    configuration: " + error.getMessage()));
            return EXIT_CONFIGURATION;
        }
        BridgeConfig config = check.require();
        String room = options.matchedOptionValue(ROOM, "");
        int hours = options.matchedOptionValue(HOURS, 12);
        if (!WhipResources.NAMES.isAllowed().test(room)) {
            out.println(ROOM + " " + room + ": " + WhipResources.NAMES.expected());
            return EXIT_USAGE;
        }
        if (hours < 1 || hours > MAX_HOURS) {
            out.println(HOURS + " " + hours + ": expected 1 to " + MAX_HOURS);
            return EXIT_USAGE;
        }
        JwtConfig jwt = config.services().whip().access().jwt();
        String secret = jwt.secret();
        if (secret == null) {
            out.println(
                    "starbridge.whip.jwt.secret is not set; set it to 32 random characters or more, for example with "
                            + "-Dstarbridge.whip.jwt.secret=$(openssl rand -hex 32)");
            return EXIT_IMPOSSIBLE;
        }
        Instant end = Instant.now().plus(Duration.ofHours(hours));
        String token = sign(jwt, secret, claims(room, options.hasMatchedOption(PUBLISH), end));
        Map<String, String> addresses = addresses(
                config.servers().publicHttp(),
                options.matchedOptionValue(HOST, null),
                room,
                options.hasMatchedOption(PUBLISH),
                config.services().hls().enabled());
        if (options.hasMatchedOption(JSON)) {
            out.println(Json.write(Map.of("token", token, "expires", end.toString(), "addresses", addresses)));
        } else {
            out.println(token);
            addresses.forEach((name, url) -> out.printf("%-8s %s%n", name, url));
        }
        out.flush();
        return 0;
    }

    private static JWTClaimsSet.Builder claims(String room, boolean publishes, Instant end) {
        JWTClaimsSet.Builder claims =
                new JWTClaimsSet.Builder().expirationTime(Date.from(end)).claim("watch", List.of(room));
        return publishes ? claims.claim("publish", List.of(room)) : claims;
    }

    private static String sign(JwtConfig jwt, String secret, JWTClaimsSet.Builder claims) {
        if (jwt.issuer() != null) {
            claims.issuer(jwt.issuer());
        }
        if (jwt.audience() != null) {
            claims.audience(jwt.audience());
        }
        try {
            SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims.build());
            token.sign(new MACSigner(secret));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException("HS256 is part of every Java machine", e);
        }
    }

    private static Map<String, String> addresses(
            PublicHttpConfig http, @Nullable String named, String room, boolean publishes, boolean hasHls) {
        Map<String, String> addresses = new LinkedHashMap<>();
        if (!http.isEnabled()) {
            return addresses;
        }
        String host = named == null ? http.host().orElse("localhost") : named;
        String base = (http.tls().isPresent() ? "https://" : "http://") + host + ":" + http.port();
        if (publishes) {
            addresses.put("whip", base + "/whip/" + room);
        }
        addresses.put("whep", base + "/whep/" + room);
        if (hasHls) {
            addresses.put("hls", base + "/hls/" + room + "/index.m3u8");
        }
        addresses.put("page", base + "/?room=" + room);
        return addresses;
    }
}
