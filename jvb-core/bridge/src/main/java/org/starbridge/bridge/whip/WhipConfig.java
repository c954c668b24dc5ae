package org.starbridge.bridge.whip;

import java.util.List;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.AccessToken;
import org.starbridge.bridge.whip.access.JwtConfig;

/**
 * Publishing and watching by WHIP and WHEP. The keys are those below {@code starbridge.whip}.
 *
 * @param enabled whether the public HTTP server serves {@code /whip} and {@code /whep}; false
 * @param page whether it serves a page at {@code /} that publishes and watches; false
 * @param access which clients may publish and watch
 * @param allowedOrigins of web pages that may use it, in addition to the server's own; {@code *} for any; none
 * @param iceServers URIs of STUN servers that clients get; none
 * @param turnServers that clients with access get; none
 * @param requiresEtag whether a PATCH without {@code If-Match} is refused, as the RFC asks; false: some clients send
 *     none
 * @param maxSessions publishers and viewers of all; 20,000: as many connections as the public server takes
 * @param maxSessionsPerAddress publishers and viewers from one address; 1000
 * @param maxSessionsPerToken publishers and viewers with one token; 5000
 */
public record WhipConfig(
        boolean enabled,
        boolean page,
        AccessConfig access,
        List<String> allowedOrigins,
        List<String> iceServers,
        List<TurnServer> turnServers,
        boolean requiresEtag,
        int maxSessions,
        int maxSessionsPerAddress,
        int maxSessionsPerToken) {
    private static final String AT = "starbridge.whip.";
    private static final int DEFAULT_SESSIONS = 20_000;
    private static final int MOST_SESSIONS = 1_000_000;

    /** As documented. */
    public static final WhipConfig DEFAULT =
            new WhipConfig(false, false, AccessConfig.NONE, List.of(), List.of(), List.of(), false, 1000, 5000);

    /** With the default limit of sessions of all. */
    public WhipConfig(
            boolean enabled,
            boolean page,
            AccessConfig access,
            List<String> allowedOrigins,
            List<String> iceServers,
            List<TurnServer> turnServers,
            boolean requiresEtag,
            int maxSessionsPerAddress,
            int maxSessionsPerToken) {
        this(
                enabled,
                page,
                access,
                allowedOrigins,
                iceServers,
                turnServers,
                requiresEtag,
                DEFAULT_SESSIONS,
                maxSessionsPerAddress,
                maxSessionsPerToken);
    }

    public WhipConfig {
        allowedOrigins = List.copyOf(allowedOrigins);
        iceServers = List.copyOf(iceServers);
        turnServers = List.copyOf(turnServers);
        ConfigException.requireRange(AT + "max-sessions", maxSessions, 1, MOST_SESSIONS);
        ConfigException.requireRange(AT + "max-sessions-per-address", maxSessionsPerAddress, 1, MOST_SESSIONS);
        ConfigException.requireRange(AT + "max-sessions-per-token", maxSessionsPerToken, 1, MOST_SESSIONS);
        if (enabled && !access.isAnybodyAllowed()) {
            throw new ConfigException(
                    AT + "enabled",
                    true,
                    "tokens, a key for jwt, or open = true to allow publishing and watching without a token");
        }
        for (String server : iceServers) {
            if (!server.matches("stuns?:[A-Za-z0-9.:\\[\\]-]+")) {
                throw new ConfigException(
                        AT + "ice-servers", server, "URIs of STUN servers: \"stun:stun.example.org:3478\"");
            }
        }
    }

    /** Reads it. */
    public static WhipConfig read(ConfigReader in) {
        AccessConfig access = new AccessConfig(
                in.flag(AT + "open"),
                in.objects(AT + "tokens").stream().map(WhipConfig::token).toList(),
                new JwtConfig(
                        in.optionalText(AT + "jwt.secret").orElse(null),
                        in.optionalText(AT + "jwt.public-key-file").orElse(null),
                        in.optionalText(AT + "jwt.issuer").orElse(null),
                        in.optionalText(AT + "jwt.audience").orElse(null)),
                in.flag(AT + "token-in-query"));
        return new WhipConfig(
                in.flag(AT + "enabled"),
                in.flag(AT + "page"),
                access,
                in.texts(AT + "allowed-origins"),
                in.texts(AT + "ice-servers"),
                in.objects(AT + "turn-servers").stream()
                        .map(server -> new TurnServer(
                                server.text("uri"),
                                server.optionalText("username").orElse(null),
                                server.optionalText("credential").orElse(null),
                                server.optionalText("secret").orElse(null)))
                        .toList(),
                in.flag(AT + "require-etag"),
                in.integer(AT + "max-sessions"),
                in.integer(AT + "max-sessions-per-address"),
                in.integer(AT + "max-sessions-per-token"));
    }

    private static AccessToken token(ConfigReader in) {
        String value = in.text("token");
        if (value.length() < AccessToken.MIN_LENGTH || !value.matches("[A-Za-z0-9._~+/=-]+")) {
            throw new ConfigException(
                    AT + "tokens",
                    "a token of " + value.length() + " characters",
                    AccessToken.MIN_LENGTH + " or more letters, digits and . _ ~ + / = -");
        }
        return new AccessToken(value, in.texts("publish"), in.texts("watch"));
    }
}
