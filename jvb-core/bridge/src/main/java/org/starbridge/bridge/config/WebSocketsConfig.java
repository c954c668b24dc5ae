package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.http.PublicHttpConfig;

/**
 * The bridge channel over WebSocket.
 *
 * @param enabled whether endpoints are offered WebSocket addresses; needs the public server and a domain
 * @param domains {@code host[:port]} of each address to offer; port 0 stands for the bound public port
 * @param relayDomains the same for other bridges; none: those for clients
 * @param serverId path element that tells bridges behind one proxy apart
 * @param tls {@code wss} instead of {@code ws} in the addresses: the public server has TLS, or a proxy before it ends
 *     it
 * @param compression permessage-deflate; false, for its memory
 * @param keepalivePings whether pings are sent, so that proxies do not close a quiet channel
 * @param keepalivePingInterval 15 s: a quarter of the idle timeout, so three may be lost
 * @param idleTimeout a channel that is silent for this long is closed; 60 s
 */
public record WebSocketsConfig(
        boolean enabled,
        List<String> domains,
        List<String> relayDomains,
        String serverId,
        boolean tls,
        boolean compression,
        boolean keepalivePings,
        Duration keepalivePingInterval,
        Duration idleTimeout) {
    /** As documented. */
    static final WebSocketsConfig DEFAULT = new WebSocketsConfig(
            false,
            List.of(),
            List.of(),
            "default-id",
            false,
            false,
            true,
            Duration.ofSeconds(15),
            Duration.ofSeconds(60));

    private static final String ANY_PORT = ":0";

    public WebSocketsConfig {
        domains = List.copyOf(domains);
        relayDomains = List.copyOf(relayDomains);
        if (enabled && domains.isEmpty()) {
            throw new ConfigException("videobridge.websockets.domain", "nothing", "host[:port] as clients reach it");
        }
        if (!serverId.matches("[A-Za-z0-9._~-]+")) {
            throw new ConfigException(
                    "videobridge.websockets.server-id", serverId, "letters, digits and -._~, as it is part of a URL");
        }
        requirePositive("videobridge.websockets.keepalive-ping-interval", keepalivePingInterval);
        requirePositive("videobridge.websockets.idle-timeout", idleTimeout);
    }

    /**
     * Returns the beginnings of the addresses of bridge channels, {@code ws://host:port}, once it is known which port
     * the public server got; empty when there are none to offer.
     *
     * @param boundPublicPort the public server's real port
     */
    public List<String> baseUrls(int boundPublicPort) {
        return baseUrls(domains, boundPublicPort);
    }

    /** The same for other bridges: as for clients, unless they have addresses of their own. */
    public List<String> relayBaseUrls(int boundPublicPort) {
        return baseUrls(relayDomains.isEmpty() ? domains : relayDomains, boundPublicPort);
    }

    private List<String> baseUrls(List<String> domains, int boundPublicPort) {
        return enabled
                ? domains.stream()
                        .map(domain -> (tls ? "wss://" : "ws://") + withPort(domain, boundPublicPort))
                        .toList()
                : List.of();
    }

    private static String withPort(String domain, int boundPublicPort) {
        return domain.endsWith(ANY_PORT)
                ? domain.substring(0, domain.length() - ANY_PORT.length()) + ":" + boundPublicPort
                : domain;
    }

    /** @param server that serves it: its TLS is seen in the addresses, unless a proxy is said to stand before it */
    static WebSocketsConfig read(ConfigReader in, PublicHttpConfig server) {
        return new WebSocketsConfig(
                in.flag("videobridge.websockets.enabled"),
                domains(in, "videobridge.websockets.domain", "videobridge.websockets.domains"),
                domains(in, "videobridge.websockets.relay-domain", "videobridge.websockets.relay-domains"),
                in.text("videobridge.websockets.server-id"),
                in.optionalFlag("videobridge.websockets.tls")
                        .orElse(server.tls().isPresent()),
                in.flag("videobridge.websockets.enable-compression"),
                in.flag("videobridge.websockets.send-keepalive-pings"),
                in.duration("videobridge.websockets.keepalive-ping-interval"),
                in.duration("videobridge.websockets.idle-timeout"));
    }

    /** Several take precedence over one. */
    private static List<String> domains(ConfigReader in, String oneKey, String severalKey) {
        Optional<String> one = in.optionalText(oneKey);
        List<String> several = in.texts(severalKey);
        return several.isEmpty() ? one.stream().toList() : several;
    }
}
