package org.starbridge.bridge.config;

import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Information that the bridge gives about itself.
 *
 * @param region where it stands, for the selection of a near bridge; empty = not said
 * @param relayId under which other bridges know it, if it takes part in conferences over several bridges; empty = it
 *     does not
 * @param announceVersion whether clients get the version when their channel opens
 * @param release the release it belongs to; empty = not said
 */
public record IdentityConfig(
        Optional<String> region, Optional<String> relayId, boolean announceVersion, Optional<String> release) {
    /** As documented. */
    static final IdentityConfig DEFAULT =
            new IdentityConfig(Optional.empty(), Optional.empty(), false, Optional.empty());

    static IdentityConfig read(ConfigReader in) {
        Optional<String> region = in.optionalText("videobridge.relay.region");
        return new IdentityConfig(
                region,
                relayId(in, region),
                in.flag("videobridge.version.announce"),
                in.optionalText("videobridge.version.release"));
    }

    /** A focus chooses bridges by region and relay id, so that relays need both. */
    private static Optional<String> relayId(ConfigReader in, Optional<String> region) {
        Optional<String> id = in.optionalText("videobridge.relay.relay-id");
        if (!in.flag("videobridge.relay.enabled")) {
            return Optional.empty();
        }
        if (region.isEmpty()) {
            throw new ConfigException("videobridge.relay.region", "nothing", "a region, as relays are enabled");
        }
        String given = id.orElse("");
        if (!given.matches("[A-Za-z0-9._~:-]{1,128}")) {
            throw new ConfigException(
                    "videobridge.relay.relay-id", given, "1 to 128 letters, digits and -._~:, as it is part of a URL");
        }
        return id;
    }
}
