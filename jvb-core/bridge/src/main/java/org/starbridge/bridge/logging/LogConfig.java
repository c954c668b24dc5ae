package org.starbridge.bridge.logging;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Content of log lines.
 *
 * @param redactsAddresses whether IP addresses of clients are left out; true, because they are personal data
 * @param format how lines look
 * @param debugged packages and classes of which the log shows everything; none
 */
public record LogConfig(boolean redactsAddresses, Format format, List<String> debugged) {
    /** Format of log lines. */
    public enum Format {
        /** For people, or as a {@code logging.properties} says. */
        TEXT,
        /** A JSON object each. */
        JSON
    }

    /** As documented. */
    public static final LogConfig DEFAULT = new LogConfig(true, Format.TEXT, List.of());

    private static final Pattern PACKAGE = Pattern.compile("\\w+(\\.\\w+)*");

    public LogConfig {
        debugged = List.copyOf(debugged);
        for (String each : debugged) {
            if (!PACKAGE.matcher(each).matches()) {
                throw new ConfigException(
                        "starbridge.log.debug",
                        each,
                        "names of packages with commas, such as org.starbridge.bridge.xmpp");
            }
        }
    }

    /** Reads its keys. One log serves both keys for addresses, so the stricter one counts. */
    public static LogConfig read(ConfigReader in) {
        boolean ofBridge = in.flag("videobridge.redact-remote-addresses");
        boolean ofIce = in.flag("ice4j.redact-remote-addresses");
        List<String> debugged = Stream.of(in.text("starbridge.log.debug").split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
        return new LogConfig(ofBridge || ofIce, in.choice("starbridge.log.format", Format.class), debugged);
    }
}
