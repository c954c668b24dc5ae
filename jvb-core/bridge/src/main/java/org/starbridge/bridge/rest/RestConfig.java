package org.starbridge.bridge.rest;

import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpLimits;

/**
 * Address of the private server, and what it serves. A resource that is switched off answers 404.
 *
 * @param address where it listens ({@code videobridge.http-servers.private})
 * @param colibriEnabled {@code /colibri/*} ({@code videobridge.apis.rest.enabled})
 * @param healthEnabled {@code /about/health} ({@code videobridge.rest.health.enabled})
 * @param versionEnabled {@code /about/version} ({@code videobridge.rest.version.enabled})
 * @param prometheusEnabled {@code /metrics} ({@code videobridge.rest.prometheus.enabled})
 * @param debugEnabled {@code /debug} ({@code videobridge.rest.debug.enabled})
 * @param drainEnabled {@code /colibri/drain} ({@code videobridge.rest.drain.enabled})
 * @param shutdownEnabled {@code /colibri/shutdown} ({@code videobridge.rest.shutdown.enabled}); needs
 *     {@code colibriEnabled}
 * @param limits what it takes from its clients
 * @param callers by which names it may be called, and by which web pages
 */
public record RestConfig(
        HttpAddress address,
        boolean colibriEnabled,
        boolean healthEnabled,
        boolean versionEnabled,
        boolean prometheusEnabled,
        boolean debugEnabled,
        boolean drainEnabled,
        boolean shutdownEnabled,
        HttpLimits limits,
        AllowedCallers callers) {}
