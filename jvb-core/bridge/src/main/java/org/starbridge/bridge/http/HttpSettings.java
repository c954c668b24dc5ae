package org.starbridge.bridge.http;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Limits on what both HTTP servers take from their clients.
 *
 * @param privateLimits of the private server
 * @param publicLimits of the public server; the same but for its connections: each client has one
 * @param privateCallers that may use the private server in addition to those that cannot be foreign; none
 */
public record HttpSettings(HttpLimits privateLimits, HttpLimits publicLimits, AllowedCallers privateCallers) {
    private static final Pattern HOST = Pattern.compile("\\*|(\\*\\.)?[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
    private static final Pattern ORIGIN = Pattern.compile("https?://[^/\\s]+");
    private static final String AT = "starbridge.http.";
    private static final int MAX_CONNECTIONS = 1_000_000;

    /** As documented. */
    public static final HttpSettings DEFAULT =
            new HttpSettings(HttpLimits.DEFAULT, HttpLimits.PUBLIC_DEFAULT, AllowedCallers.NONE);

    /** Reads the settings of a configuration. */
    public static HttpSettings read(ConfigReader in) {
        int maxBodyBytes = in.sizeBytes(AT + "max-body-size", 1024, 16 << 20);
        int rate = in.integer(AT + "requests-per-second", 1, 1_000_000);
        int ratePerAddress = in.integer(AT + "requests-per-second-per-address", 1, 1_000_000);
        int requests = in.integer(AT + "max-concurrent-requests", 1, 100_000);
        int connections = in.integer(AT + "private-max-connections", 1, MAX_CONNECTIONS);
        Duration requestTimeout = in.positiveDuration(AT + "request-timeout");
        Duration idleTimeout = in.positiveDuration(AT + "idle-timeout");
        HttpLimits limits = new HttpLimits(
                maxBodyBytes,
                rate,
                ratePerAddress,
                requests,
                in.sizeBytes(AT + "max-arriving-size", 64 << 10, 1 << 30),
                connections,
                requestTimeout,
                idleTimeout,
                share(in));
        return new HttpSettings(
                limits,
                limits.withMaxConnections(in.integer(AT + "public-max-connections", 1, MAX_CONNECTIONS)),
                callers(in));
    }

    private static ClientShare share(ConfigReader in) {
        List<String> proxies = in.texts(AT + "trusted-proxies");
        try {
            return new ClientShare(
                    in.integer(AT + "max-concurrent-requests-per-address", 1, 100_000),
                    in.integer(AT + "max-arriving-requests-per-address", 1, 100_000),
                    in.integer(AT + "max-connections-per-address", 1, MAX_CONNECTIONS),
                    in.integer(AT + "max-streams-per-connection", 1, 1000),
                    in.sizeBytes(AT + "min-body-rate", 1, 16 << 20),
                    TrustedProxies.of(proxies));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(AT + "trusted-proxies", proxies, "addresses and subnets: " + e.getMessage());
        }
    }

    private static AllowedCallers callers(ConfigReader in) {
        List<String> hosts = in.texts(AT + "allowed-hosts").stream()
                .map(each -> each.toLowerCase(Locale.ROOT))
                .toList();
        List<String> origins = in.texts(AT + "allowed-origins");
        requireAll(
                AT + "allowed-hosts",
                hosts,
                HOST,
                "names without a port: \"jvb.example.org\", \"*.example.org\" for all below, or \"*\" for any");
        requireAll(
                AT + "allowed-origins",
                origins,
                ORIGIN,
                "origins of web pages as browsers write them: \"https://ops.example.org\", with neither path nor final"
                        + " slash");
        return new AllowedCallers(hosts, origins);
    }

    private static void requireAll(String key, List<String> values, Pattern form, String expected) {
        for (String value : values) {
            if (!form.matcher(value).matches()) {
                throw new ConfigException(key, value, expected);
            }
        }
    }
}
