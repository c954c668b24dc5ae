package org.starbridge.bridge.upgrade;

import java.nio.file.Path;
import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Upgrades without an interruption.
 *
 * @param directory the folder of the socket over which a new process takes over ({@code starbridge.upgrade.directory});
 *     empty: none can
 */
public record UpgradeConfig(Optional<Path> directory) {
    /** As documented. */
    public static final UpgradeConfig DEFAULT = new UpgradeConfig(Optional.empty());

    static final String DIRECTORY = "starbridge.upgrade.directory";

    /** Reads it. */
    public static UpgradeConfig read(ConfigReader in) {
        return new UpgradeConfig(in.optionalText(DIRECTORY).map(Path::of));
    }

    /** The socket of the bridge with a UDP port. */
    public Optional<Path> socket(int udpPort) {
        return directory.map(folder -> folder.resolve("starbridge-" + udpPort + ".sock"));
    }
}
