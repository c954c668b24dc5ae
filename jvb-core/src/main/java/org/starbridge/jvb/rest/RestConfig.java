package org.starbridge.jvb.rest;

/**
 * Where the private server listens and what it serves. A resource that is switched off answers 404.
 *
 * @param host the address to bind ({@code videobridge.http-servers.private.host}, 127.0.0.1)
 * @param port 0 for any free one ({@code videobridge.http-servers.private.port}, 8080)
 * @param colibriEnabled {@code /colibri/*} ({@code videobridge.apis.rest.enabled})
 * @param healthEnabled {@code /about/health} ({@code videobridge.rest.health.enabled})
 * @param versionEnabled {@code /about/version} ({@code videobridge.rest.version.enabled})
 * @param prometheusEnabled {@code /metrics} ({@code videobridge.rest.prometheus.enabled})
 * @param debugEnabled {@code /debug} ({@code videobridge.rest.debug.enabled})
 * @param maxBodyBytes the longest request body; a longer one is answered with 413
 */
public record RestConfig(
        String host,
        int port,
        boolean colibriEnabled,
        boolean healthEnabled,
        boolean versionEnabled,
        boolean prometheusEnabled,
        boolean debugEnabled,
        int maxBodyBytes) {
    /** Room for one request about 5000 endpoints at 800 bytes each; a usual one has 10 kB. */
    public static final int DEFAULT_MAX_BODY_BYTES = 4 << 20;

    /** @throws IllegalArgumentException for a port or size out of range */
    public RestConfig {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port is " + port + ": expected 0 to 65535");
        }
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("maxBodyBytes is " + maxBodyBytes + ": expected 1 or more");
        }
    }

    /** Everything served. */
    public static RestConfig everything(String host, int port) {
        return new RestConfig(host, port, true, true, true, true, true, DEFAULT_MAX_BODY_BYTES);
    }
}
