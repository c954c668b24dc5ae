package org.starbridge.bridge.export;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.export.session.ReconnectPolicy;

/**
 * Media exports. The keys are those below {@code starbridge.export}, and {@code videobridge.exporter} for
 * {@code reconnect}.
 *
 * @param enabled whether there are any; true: the focus decides
 * @param allowedHosts hosts to which media may go; all whose addresses are public
 * @param reconnect when a connection is opened again
 * @param handshakeTimeout how long a connection may take to open; 10 s
 * @param idleTimeout a connection on which nothing came for so long, not even the answer to a WebSocket ping, is dead;
 *     60 s
 * @param maxPerConference exports of one conference; 500
 * @param maxFrameBytes the longest event of a service; 256 KiB
 * @param maxResultsPerSecond results of one export; 500: interim ones of a large conference
 * @param maxMediaPerSecond packets of translated audio of one export; 5000: of a hundred sources
 * @param rooms exports that no focus asks for; none
 */
public record ExportConfig(
        boolean enabled,
        AllowedHosts allowedHosts,
        ReconnectPolicy reconnect,
        Duration handshakeTimeout,
        Duration idleTimeout,
        int maxPerConference,
        int maxFrameBytes,
        int maxResultsPerSecond,
        int maxMediaPerSecond,
        List<RoomExport> rooms) {
    private static final String AT = "starbridge.export.";
    private static final String RECONNECT = "videobridge.exporter.";

    /** As documented. */
    public static final ExportConfig DEFAULT = new ExportConfig(
            true,
            AllowedHosts.ALL_PUBLIC,
            ReconnectPolicy.DEFAULT,
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            500,
            256 << 10,
            500,
            5_000,
            List.of());

    public ExportConfig {
        rooms = List.copyOf(rooms);
        ConfigException.requireRange(AT + "max-per-conference", maxPerConference, 1, 100_000);
        ConfigException.requireRange(AT + "max-frame-size", maxFrameBytes, 1 << 10, 16 << 20);
        ConfigException.requireRange(AT + "max-results-per-second", maxResultsPerSecond, 1, 1_000_000);
        ConfigException.requireRange(AT + "max-media-per-second", maxMediaPerSecond, 1, 1_000_000);
    }

    /** Hosts to which media may go: those that are allowed, and those of configured rooms. */
    AllowedHosts hosts() {
        return allowedHosts.and(rooms.stream().flatMap(room -> room.host().stream()));
    }

    /** The same with other hosts. */
    public ExportConfig allowing(AllowedHosts hosts) {
        return new ExportConfig(
                enabled,
                hosts,
                reconnect,
                handshakeTimeout,
                idleTimeout,
                maxPerConference,
                maxFrameBytes,
                maxResultsPerSecond,
                maxMediaPerSecond,
                rooms);
    }

    /** Reads it. */
    public static ExportConfig read(ConfigReader in) {
        return new ExportConfig(
                in.flag(AT + "enabled"),
                new AllowedHosts(in.texts(AT + "allowed-hosts")),
                reconnect(in),
                in.positiveDuration(AT + "handshake-timeout"),
                in.positiveDuration(AT + "idle-timeout"),
                in.integer(AT + "max-per-conference"),
                in.sizeBytes(AT + "max-frame-size"),
                in.integer(AT + "max-results-per-second"),
                in.integer(AT + "max-media-per-second"),
                in.objects(AT + "rooms").stream().map(RoomExport::read).toList());
    }

    private static ReconnectPolicy reconnect(ConfigReader in) {
        OptionalInt attempts = in.optionalInteger(RECONNECT + "max-reconnect-attempts");
        attempts.ifPresent(
                most -> ConfigException.requireRange(RECONNECT + "max-reconnect-attempts", most, 0, Integer.MAX_VALUE));
        Duration base = in.positiveDuration(RECONNECT + "base-delay");
        Duration max = in.positiveDuration(RECONNECT + "max-delay");
        return new ReconnectPolicy(attempts, base, max, in.positiveDuration(RECONNECT + "stable-connection-threshold"));
    }
}
