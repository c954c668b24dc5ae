package org.starbridge.jvb.config;

import static org.starbridge.jvb.config.ConfigException.requireRange;

/**
 * The HTTP server for control, health and metrics.
 *
 * @param host the address to bind; 127.0.0.1, because nothing there asks for a password
 * @param port 8080; 0 = any free one; -1 = none
 */
public record PrivateHttpConfig(String host, int port) {
    /** As documented. */
    static final PrivateHttpConfig DEFAULT = new PrivateHttpConfig("127.0.0.1", 8080);

    public PrivateHttpConfig {
        requireRange("videobridge.http-servers.private.port", port, -1, 65535);
    }

    public boolean isEnabled() {
        return port >= 0;
    }

    static PrivateHttpConfig read(ConfigReader in) {
        return new PrivateHttpConfig(
                in.text("videobridge.http-servers.private.host"), in.integer("videobridge.http-servers.private.port"));
    }
}
