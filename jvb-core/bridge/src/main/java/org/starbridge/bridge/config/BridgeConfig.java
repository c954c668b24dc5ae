package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigParts;

/**
 * Everything an operator may set, checked: an invalid configuration can not exist. {@link #defaults()} is what holds
 * when a file sets nothing; {@link BridgeConfigLoader#embedded()} is what holds without a file.
 */
public record BridgeConfig(
        NetworkConfig network,
        ServersConfig servers,
        ConferencesConfig conferences,
        MediaPlaneConfig media,
        OperationConfig operation,
        ServicesConfig services) {
    public BridgeConfig {
        boolean isWhipUsable = services.whip().access().isAnybodyAllowed();
        if (services.hls().enabled() && !(servers.publicHttp().isEnabled() && isWhipUsable)) {
            throw new ConfigException(
                    "starbridge.hls.enabled",
                    true,
                    "videobridge.http-servers.public.port (or tls-port), and in starbridge.whip tokens, a key for jwt,"
                            + " or open = true, in addition");
        }
        if (services.whip().enabled() && !servers.publicHttp().isEnabled()) {
            throw new ConfigException(
                    "starbridge.whip.enabled",
                    true,
                    "videobridge.http-servers.public.port, or tls-port with a key store, to be set as well");
        }
        if (servers.webSockets().enabled() && !servers.publicHttp().isEnabled()) {
            throw new ConfigException(
                    "videobridge.websockets.enabled",
                    true,
                    "videobridge.http-servers.public.port, or tls-port with a key store, to be set as well");
        }
    }

    /** The documented defaults, the same that {@code reference.conf} writes down. */
    public static BridgeConfig defaults() {
        return read(ConfigParts.DEFAULTS);
    }

    static BridgeConfig read(ConfigParts in) {
        return new BridgeConfig(
                NetworkConfig.read(in),
                ServersConfig.read(in),
                ConferencesConfig.read(in),
                MediaPlaneConfig.read(in),
                OperationConfig.read(in),
                ServicesConfig.read(in));
    }
}
