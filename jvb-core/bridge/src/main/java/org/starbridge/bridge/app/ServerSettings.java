package org.starbridge.bridge.app;

import java.time.Duration;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.WebSocketsConfig;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.rest.RestConfig;
import org.starbridge.bridge.websocket.WebSocketConfig;

/** Settings that the HTTP and WebSocket servers get from the configuration. */
final class ServerSettings {
    private ServerSettings() {}

    static WebSocketConfig webSocketConfig(BridgeConfig config) {
        WebSocketsConfig sockets = config.servers().webSockets();
        Duration never = Duration.ofDays(365);
        return new WebSocketConfig(
                sockets.serverId(),
                sockets.compression(),
                sockets.keepalivePings() ? sockets.keepalivePingInterval() : never,
                sockets.idleTimeout(),
                config.conferences().channel().messages());
    }

    /** @throws ConfigException when the private server's key store does not work */
    static RestConfig restConfig(BridgeConfig config) {
        return new RestConfig(
                config.servers().privateHttp().address(),
                config.servers().rest().colibri(),
                config.servers().rest().health(),
                config.servers().rest().version(),
                config.servers().rest().prometheus(),
                config.servers().rest().debug(),
                config.servers().rest().drain(),
                config.servers().rest().shutdown(),
                config.servers().http().privateLimits(),
                config.servers().http().privateCallers());
    }
}
