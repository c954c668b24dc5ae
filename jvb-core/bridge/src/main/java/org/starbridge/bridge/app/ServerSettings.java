package org.starbridge.bridge.app;

import java.time.Duration;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.HttpConfig;
import org.starbridge.bridge.config.PrivateHttpConfig;
import org.starbridge.bridge.config.PublicHttpConfig;
import org.starbridge.bridge.config.WebSocketsConfig;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.bridge.rest.RestConfig;
import org.starbridge.bridge.websocket.WebSocketConfig;

/** What the HTTP and WebSocket servers are given of the configuration. */
final class ServerSettings {
    private ServerSettings() {}

    static WebSocketConfig webSocketConfig(BridgeConfig config) {
        WebSocketsConfig sockets = config.webSockets();
        Duration never = Duration.ofDays(365);
        return new WebSocketConfig(
                sockets.serverId(),
                sockets.compression(),
                sockets.keepalivePings() ? sockets.keepalivePingInterval() : never,
                sockets.idleTimeout(),
                config.channel().messages());
    }

    static HttpLimits httpLimits(HttpConfig config, int maxConnections) {
        return new HttpLimits(
                config.maxBodyBytes(),
                config.requestsPerSecond(),
                config.requestsPerSecondPerAddress(),
                config.maxConcurrentRequests(),
                maxConnections,
                config.requestTimeout(),
                config.idleTimeout());
    }

    /** @throws ConfigException when its key store does not work */
    static HttpAddress publicAddress(PublicHttpConfig config) {
        return new HttpAddress(
                config.host().orElse("0.0.0.0"), config.port(), HttpKeyStore.of(config.tls()), config.tellsVersion());
    }

    private static HttpAddress privateAddress(PrivateHttpConfig config) {
        return new HttpAddress(config.host(), config.port(), HttpKeyStore.of(config.tls()), config.tellsVersion());
    }

    /** @throws ConfigException when the private server's key store does not work */
    static RestConfig restConfig(BridgeConfig config) {
        return new RestConfig(
                privateAddress(config.privateHttp()),
                config.rest().colibri(),
                config.rest().health(),
                config.rest().version(),
                config.rest().prometheus(),
                config.rest().debug(),
                config.rest().drain(),
                config.rest().shutdown(),
                httpLimits(config.http(), config.http().privateMaxConnections()),
                new AllowedCallers(config.http().allowedHosts(), config.http().allowedOrigins()));
    }
}
