package org.starbridge.bridge.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.api.ApiDescription;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;

/**
 * The resources that describe the bridge: health, version, statistics, metrics, and the description of the resources.
 */
final class AboutRoutes {
    private final RestSources sources;

    AboutRoutes(RestSources sources) {
        this.sources = sources;
    }

    List<Route> table(RestConfig config) {
        List<Route> routes = new ArrayList<>(ApiDescription.routes(AboutRoutes.class));
        routes.addAll(List.of(
                Route.get("/about/health", config.healthEnabled(), _ -> health()),
                Route.get("/about/version", config.versionEnabled(), _ -> version()),
                Route.get("/metrics", config.prometheusEnabled(), this::metrics),
                Route.get("/colibri/stats", config.colibriEnabled(), _ -> stats())));
        return routes;
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
}
