package org.starbridge.bridge.http;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.http.tls.TlsConfig;

/**
 * The HTTP server for control, health and metrics.
 *
 * @param host the address to bind; 127.0.0.1, because nothing there asks for a password
 * @param plainPort for HTTP without TLS; 8080; 0 = any free one; -1 = no private server unless there is TLS
 * @param tls instead of plain HTTP; none
 * @param tellsVersion whether answers name the server's software; false
 */
public record PrivateHttpConfig(String host, int plainPort, Optional<TlsConfig> tls, boolean tellsVersion) {
    private static final String AT = "videobridge.http-servers.private";

    /** As documented. */
    public static final PrivateHttpConfig DEFAULT = new PrivateHttpConfig("127.0.0.1", 8080, Optional.empty(), false);

    public PrivateHttpConfig {
        requireRange(AT + ".port", plainPort, -1, 65535);
    }

    public boolean isEnabled() {
        return port() >= 0;
    }

    /** Returns the port at which it listens; -1 = nowhere. */
    public int port() {
        return tls.map(TlsConfig::port).orElse(plainPort);
    }

    /** Reads the settings of a configuration. */
    public static PrivateHttpConfig read(ConfigReader in) {
        return new PrivateHttpConfig(
                in.text(AT + ".host"),
                in.integer(AT + ".port"),
                TlsConfig.read(in, AT),
                in.flag(AT + ".send-server-version"));
    }

    /**
     * Returns where and how the server listens.
     *
     * @throws ConfigException when its key store does not work
     */
    public HttpAddress address() {
        return new HttpAddress(host, port(), tls.map(TlsConfig::open), false, tellsVersion);
    }
}
