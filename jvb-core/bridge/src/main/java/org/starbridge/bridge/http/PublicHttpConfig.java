package org.starbridge.bridge.http;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.http.tls.TlsConfig;

/**
 * The HTTP server that clients reach, for the bridge channel.
 *
 * @param host the address to bind; empty = all
 * @param plainPort for HTTP without TLS; -1 = no public server unless there is TLS, the default; 0 = any free one
 * @param tls instead of plain HTTP; none
 * @param speaksHttp2 whether it speaks HTTP/2, too; true
 * @param tellsVersion whether answers name the server's software; false
 */
public record PublicHttpConfig(
        Optional<String> host, int plainPort, Optional<TlsConfig> tls, boolean speaksHttp2, boolean tellsVersion) {
    private static final String AT = "videobridge.http-servers.public";

    /** As documented. */
    public static final PublicHttpConfig DEFAULT =
            new PublicHttpConfig(Optional.empty(), -1, Optional.empty(), true, false);

    public PublicHttpConfig {
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
    public static PublicHttpConfig read(ConfigReader in) {
        Optional<TlsConfig> tls = TlsConfig.read(in, AT);
        int tlsPort = in.integer(AT + ".tls-port");
        if (tls.isEmpty() && tlsPort >= 0) {
            throw new ConfigException(AT + ".tls-port", tlsPort, "a key-store-path with the certificate, too");
        }
        return new PublicHttpConfig(
                in.optionalText(AT + ".host"),
                in.integer(AT + ".port"),
                tls,
                in.flag("starbridge.http.public-http2"),
                in.flag(AT + ".send-server-version"));
    }

    /**
     * Returns where and how the server listens.
     *
     * @throws ConfigException when its key store does not work
     */
    public HttpAddress address() {
        return new HttpAddress(host.orElse("0.0.0.0"), port(), tls.map(TlsConfig::open), speaksHttp2, tellsVersion);
    }
}
