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
        WebSocketsConfig sockets = config.webSockets();
        Duration never = Duration.ofDays(365);
        return new WebSocketConfig(
                sockets.serverId(),
                sockets.compression(),
                sockets.keepalivePings() ? sockets.keepalivePingInterval() : never,
                sockets.idleTimeout(),
                config.channel().messages());
    }

    /** @throws ConfigException when the private server's key store does not work */
    static RestConfig restConfig(BridgeConfig config) {
        return new RestConfig(
                config.privateHttp().address(),
                config.rest().colibri(),
                config.rest().health(),
                config.rest().version(),
                config.rest().prometheus(),
                config.rest().debug(),
                config.rest().drain(),
                config.rest().shutdown(),
                config.http().privateLimits(),
                config.http().privateCallers());
    }
}
