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
 * @param drainEnabled {@code /colibri/drain} ({@code videobridge.rest.drain.enabled})
 * @param shutdownEnabled {@code /colibri/shutdown} ({@code videobridge.rest.shutdown.enabled}); needs {@code colibriEnabled}
 * @param limits what it takes from its clients
 */
public record RestConfig(
        String host,
        int port,
        boolean colibriEnabled,
        boolean healthEnabled,
        boolean versionEnabled,
        boolean prometheusEnabled,
        boolean debugEnabled,
        boolean drainEnabled,
        boolean shutdownEnabled,
        HttpLimits limits) {
    /** @throws IllegalArgumentException for a port out of range */
    public RestConfig {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port is " + port + ": expected 0 to 65535");
        }
    }

    /** Everything served. */
    public static RestConfig everything(String host, int port) {
        return new RestConfig(host, port, true, true, true, true, true, true, true, HttpLimits.DEFAULT);
    }
}
