package org.starbridge.bridge.tracing;

import java.net.URI;
import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Tracing of requests.
 *
 * @param enabled {@code tracing.enabled}; false
 * @param serviceName under which the collector shows this bridge ({@code tracing.service-name}); jvb
 * @param endpoint the collector's base address, to which {@code /v1/traces} is added
 *     ({@code starbridge.tracing.endpoint}); empty for that of the environment variable
 *     {@code OTEL_EXPORTER_OTLP_ENDPOINT}, or {@code http://localhost:4318} without it
 */
public record TracingConfig(boolean enabled, String serviceName, Optional<String> endpoint) {
    private static final String ENDPOINT = "starbridge.tracing.endpoint";
    private static final String VARIABLE = "OTEL_EXPORTER_OTLP_ENDPOINT";

    /** As documented. */
    public static final TracingConfig DEFAULT = new TracingConfig(false, "jvb", Optional.empty());

    public TracingConfig {
        endpoint.ifPresent(address -> requireHttp(ENDPOINT, address));
    }

    /** Reads it. */
    public static TracingConfig read(ConfigReader in) {
        return new TracingConfig(
                in.flag("tracing.enabled"), in.text("tracing.service-name"), in.optionalText(ENDPOINT));
    }

    /** Returns the address to which spans are sent. */
    String address() {
        String base = endpoint.orElseGet(TracingConfig::ofEnvironment);
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/v1/traces";
    }

    private static String ofEnvironment() {
        String address = System.getenv(VARIABLE);
        if (address == null || address.isBlank()) {
            return "http://localhost:4318";
        }
        requireHttp(VARIABLE, address);
        return address;
    }

    private static void requireHttp(String name, String address) {
        try {
            URI uri = URI.create(address);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return;
            }
        } catch (IllegalArgumentException _) {
            // the same sentence says it
        }
        throw new ConfigException(name, address, "an address such as http://localhost:4318");
    }
}
