package org.starbridge.jvb.config;

import static org.starbridge.jvb.config.ConfigException.requireRange;

import java.util.Optional;

/**
 * The HTTP server that clients reach, for the bridge channel.
 *
 * @param host the address to bind; empty = all
 * @param port -1 = no public server, the default; 0 = any free one
 */
public record PublicHttpConfig(Optional<String> host, int port) {
    /** As documented. */
    static final PublicHttpConfig DEFAULT = new PublicHttpConfig(Optional.empty(), -1);

    public PublicHttpConfig {
        requireRange("videobridge.http-servers.public.port", port, -1, 65535);
    }

    public boolean isEnabled() {
        return port >= 0;
    }

    static PublicHttpConfig read(ConfigReader in) {
        return new PublicHttpConfig(
                in.optionalText("videobridge.http-servers.public.host"),
                in.integer("videobridge.http-servers.public.port"));
    }
}
