package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.Answer;
import org.starbridge.bridge.http.HttpRequest;
import org.starbridge.bridge.http.Json;
import org.starbridge.bridge.http.Route;
import org.starbridge.control.conference.BandwidthTraces;

/**
 * The resources for debugging: the state of the bridge, of its conferences and endpoints, and {@link FeatureSwitches}.
 */
final class DebugRoutes {
    private final RestSources sources;
    private final BandwidthTraceRoutes traces;

    DebugRoutes(RestSources sources) {
        this.sources = sources;
        traces = new BandwidthTraceRoutes(new BandwidthTraces(sources.conferences()));
    }

    List<Route> table(RestConfig config) {
        boolean isEnabled = config.debugEnabled();
        return List.of(
                Route.get("/debug", isEnabled, this::debug),
                Route.get("/debug/{conferenceId}", isEnabled, request -> debugOfOne(request.variable("conferenceId"))),
                Route.get(
                        "/debug/{conferenceId}/{endpointId}",
                        isEnabled,
                        request -> debugOfEndpoint(request.variable("conferenceId"), request.variable("endpointId"))),
                Route.get("/debug/stats/jvb/{name}", isEnabled, this::collected),
                Route.get("/debug/features/jvb/{name}", isEnabled, FeatureSwitches::state),
                Route.post("/debug/features/jvb/{name}/{state}", isEnabled, FeatureSwitches::set),
                Route.post(
                        "/debug/features/endpoint/{conferenceId}/{endpointId}/{name}/{state}",
                        isEnabled,
                        request -> FeatureSwitches.setOfEndpoint(request, sources.conferences(), traces)),
                Route.get("/debug/{conferenceId}/{endpointId}/bandwidth-trace", isEnabled, traces::read));
    }

    private Answer collected(HttpRequest request) {
        return CollectedStats.of(request.variable("name"), sources.stats().get())
                .map(found -> Answer.json(200, Json.write(found)))
                .orElseGet(() -> Answer.notFound(request.path()));
    }

    private Answer debug(HttpRequest request) {
        return Answer.json(
                200,
                Json.write(debugOfAll(List.of(request.query().split("&", -1)).contains("full=true"))));
    }

    private Map<String, Object> debugOfAll(boolean isFull) {
        Map<String, Object> body = new LinkedHashMap<>(sources.debug().get());
        Map<String, Object> conferences = new LinkedHashMap<>();
        sources.conferences()
                .snapshot()
                .forEach(conference -> conferences.put(
                        conference.id(),
                        isFull ? ConferenceViews.full(conference) : ConferenceViews.summary(conference)));
        body.put("conferences", conferences);
        return body;
    }

    /** Tools know no 404 here: an unknown id has the value "null". */
    private Answer debugOfOne(String conferenceId) {
        Map<String, Object> body = new LinkedHashMap<>(sources.debug().get());
        Object conference = sources.conferences()
                .snapshotById(conferenceId)
                .<Object>map(ConferenceViews::full)
                .orElse("null");
        body.put("conferences", Map.of(conferenceId, conference));
        return Answer.json(200, Json.write(body));
    }

    private Answer debugOfEndpoint(String conferenceId, String endpointId) {
        Map<String, Object> body = new LinkedHashMap<>(sources.debug().get());
        Object conference = sources.conferences()
                .snapshotById(conferenceId)
                .<Object>map(snapshot -> ConferenceViews.full(
                        snapshot, endpointId, sources.conferences().details(conferenceId, endpointId)))
                .orElse("null");
        body.put("conferences", Map.of(conferenceId, conference));
        return Answer.json(200, Json.write(body));
    }
}
