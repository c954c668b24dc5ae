package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigParts;
import org.starbridge.bridge.http.HttpSettings;
import org.starbridge.bridge.http.PrivateHttpConfig;
import org.starbridge.bridge.http.PublicHttpConfig;

/**
 * HTTP servers: what they serve, and what they take from their clients.
 *
 * @param publicHttp the server that clients reach
 * @param privateHttp the server that operators and the signalling side reach
 * @param http what both HTTP servers take from their clients
 * @param rest which HTTP resources are served
 * @param webSockets the bridge channel over WebSocket
 */
public record ServersConfig(
        PublicHttpConfig publicHttp,
        PrivateHttpConfig privateHttp,
        HttpSettings http,
        RestResourcesConfig rest,
        WebSocketsConfig webSockets) {
    static ServersConfig read(ConfigParts in) {
        PublicHttpConfig publicHttp = in.part(PublicHttpConfig::read, PublicHttpConfig.DEFAULT);
        return new ServersConfig(
                publicHttp,
                in.part(PrivateHttpConfig::read, PrivateHttpConfig.DEFAULT),
                in.part(HttpSettings::read, HttpSettings.DEFAULT),
                in.part(RestResourcesConfig::read, RestResourcesConfig.DEFAULT),
                in.part(part -> WebSocketsConfig.read(part, publicHttp), WebSocketsConfig.DEFAULT));
    }
}
