package org.starbridge.bridge.config;

import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * What the bridge says about itself.
 *
 * @param region where it stands, for the selection of a near bridge; empty = not said
 * @param announceVersion whether clients get the version when their channel opens
 * @param release the release it belongs to; empty = not said
 */
public record IdentityConfig(Optional<String> region, boolean announceVersion, Optional<String> release) {
    /** As documented. */
    static final IdentityConfig DEFAULT = new IdentityConfig(Optional.empty(), false, Optional.empty());

    static IdentityConfig read(ConfigReader in) {
        return new IdentityConfig(
                in.optionalText("videobridge.relay.region"),
                in.flag("videobridge.version.announce"),
                in.optionalText("videobridge.version.release"));
    }
}
