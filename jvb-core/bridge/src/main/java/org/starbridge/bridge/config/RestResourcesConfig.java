package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Resources of the private HTTP server.
 *
 * @param colibri everything below {@code /colibri}; off with a file, because it controls the bridge without asking who
 *     calls; on in the embedded default, where it is the only control
 * @param health {@code /about/health}
 * @param prometheus {@code /metrics}
 * @param version {@code /about/version}
 * @param debug {@code /debug}
 * @param drain {@code /colibri/drain}
 * @param shutdown {@code /colibri/shutdown}, which needs {@code colibri}, too; off, because it ends the bridge
 */
public record RestResourcesConfig(
        boolean colibri,
        boolean health,
        boolean prometheus,
        boolean version,
        boolean debug,
        boolean drain,
        boolean shutdown) {
    /** As documented. */
    static final RestResourcesConfig DEFAULT = new RestResourcesConfig(false, true, true, true, true, true, false);

    static RestResourcesConfig read(ConfigReader in) {
        return new RestResourcesConfig(
                in.flag("videobridge.apis.rest.enabled"),
                in.flag("videobridge.rest.health.enabled"),
                in.flag("videobridge.rest.prometheus.enabled"),
                in.flag("videobridge.rest.version.enabled"),
                in.flag("videobridge.rest.debug.enabled"),
                in.flag("videobridge.rest.drain.enabled"),
                in.flag("videobridge.rest.shutdown.enabled"));
    }
}
