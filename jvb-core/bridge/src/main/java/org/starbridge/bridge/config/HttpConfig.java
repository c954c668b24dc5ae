package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * What both HTTP servers take from their clients.
 *
 * @param maxBodyBytes the longest request body; 4 MiB: 5000 endpoints at 800 bytes
 * @param requestsPerSecond of all clients together, over time; 2000: a third of a core; ten times as many at once
 * @param requestsPerSecondPerAddress of one remote address; 1000, so that another one still gets through
 * @param maxConcurrentRequests in progress; 256: answers take a millisecond
 * @param privateMaxConnections to the private server; 1000
 * @param publicMaxConnections to the public server; 20,000: one per client, and a file descriptor each
 * @param requestTimeout from a request's first byte to its answer; 20 s: the largest body at 1.7 Mbit/s
 * @param idleTimeout of a connection on which nothing moves; 30 s
 * @param allowedHosts names by which the private server may be called beside those that cannot be foreign; none
 * @param allowedOrigins of web pages that may use the private server; none
 */
public record HttpConfig(
        int maxBodyBytes,
        int requestsPerSecond,
        int requestsPerSecondPerAddress,
        int maxConcurrentRequests,
        int privateMaxConnections,
        int publicMaxConnections,
        Duration requestTimeout,
        Duration idleTimeout,
        List<String> allowedHosts,
        List<String> allowedOrigins) {
    private static final Pattern HOST = Pattern.compile("\\*|(\\*\\.)?[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
    private static final Pattern ORIGIN = Pattern.compile("https?://[^/\\s]+");

    /** As documented. */
    static final HttpConfig DEFAULT = new HttpConfig(
            4 << 20,
            2000,
            1000,
            256,
            1000,
            20_000,
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            List.of(),
            List.of());

    public HttpConfig {
        String at = "starbridge.http.";
        requireRange(at + "max-body-size", maxBodyBytes, 1024, 16 << 20);
        requireRange(at + "requests-per-second", requestsPerSecond, 1, 1_000_000);
        requireRange(at + "requests-per-second-per-address", requestsPerSecondPerAddress, 1, 1_000_000);
        requireRange(at + "max-concurrent-requests", maxConcurrentRequests, 1, 100_000);
        requireRange(at + "private-max-connections", privateMaxConnections, 1, 1_000_000);
        requireRange(at + "public-max-connections", publicMaxConnections, 1, 1_000_000);
        requirePositive(at + "request-timeout", requestTimeout);
        requirePositive(at + "idle-timeout", idleTimeout);
        allowedHosts =
                allowedHosts.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList();
        allowedOrigins = List.copyOf(allowedOrigins);
        requireAll(
                at + "allowed-hosts",
                allowedHosts,
                HOST,
                "names without a port: \"jvb.example.org\", \"*.example.org\" for all below, or \"*\" for any");
        requireAll(
                at + "allowed-origins",
                allowedOrigins,
                ORIGIN,
                "origins of web pages as browsers write them: \"https://ops.example.org\", with neither path nor final"
                        + " slash");
    }

    private static void requireAll(String key, List<String> values, Pattern form, String expected) {
        for (String value : values) {
            if (!form.matcher(value).matches()) {
                throw new ConfigException(key, value, expected);
            }
        }
    }

    static HttpConfig read(ConfigReader in) {
        String at = "starbridge.http.";
        return new HttpConfig(
                in.sizeBytes(at + "max-body-size"),
                in.integer(at + "requests-per-second"),
                in.integer(at + "requests-per-second-per-address"),
                in.integer(at + "max-concurrent-requests"),
                in.integer(at + "private-max-connections"),
                in.integer(at + "public-max-connections"),
                in.duration(at + "request-timeout"),
                in.duration(at + "idle-timeout"),
                in.texts(at + "allowed-hosts"),
                in.texts(at + "allowed-origins"));
    }
}
