package org.starbridge.bridge.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;

/**
 * The resources that describe the bridge: health, version, statistics, metrics, and the description of the resources.
 */
final class AboutRoutes {
    static final String OPEN_API = openApi();

    private final RestSources sources;

    AboutRoutes(RestSources sources) {
        this.sources = sources;
    }

    List<Route> table(RestConfig config) {
        return List.of(
                Route.get("/about/health", config.healthEnabled(), _ -> health()),
                Route.get("/about/version", config.versionEnabled(), _ -> version()),
                Route.get("/metrics", config.prometheusEnabled(), this::metrics),
                Route.get("/openapi.yaml", true, _ -> Answer.of("application/yaml", OPEN_API)),
                Route.get("/colibri/stats", config.colibriEnabled(), _ -> stats()));
    }

    private Answer health() {
        HealthStatus health = sources.health().get();
        int status = health.verdict().httpStatus();
        return health.verdict() == HealthStatus.Verdict.HEALTHY
                ? Answer.empty(status)
                : Answer.error(status, health.reason());
    }

    private Answer version() {
        VersionInfo version = sources.version();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", version.name());
        body.put("version", version.version());
        body.put("os", version.os());
        return Answer.json(200, Json.write(body));
    }

    private Answer metrics(HttpRequest request) {
        MetricsScrape.Rendered rendered = sources.metrics().render(request.headerList("Accept"));
        return Answer.of(rendered.contentType(), rendered.body());
    }

    private Answer stats() {
        return Answer.json(200, Json.write(sources.stats().get()));
    }

    private static String openApi() {
        try (InputStream bytes = AboutRoutes.class.getResourceAsStream("openapi.yaml")) {
            if (bytes == null) {
                throw new IllegalStateException("resource openapi.yaml is missing from the jar");
            }
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
