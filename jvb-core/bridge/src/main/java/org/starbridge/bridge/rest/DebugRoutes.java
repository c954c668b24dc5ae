package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.observation.ConferenceObserver;
import org.starbridge.control.conference.BandwidthTraces;
import org.starbridge.control.conference.ConnectionReports;

/**
 * The resources for debugging: the state of the bridge, of its conferences and endpoints, and {@link FeatureSwitches}.
 */
final class DebugRoutes {
    private static final String HISTORY = "view=history";

    private final RestSources sources;
    private final BandwidthTraceRoutes traces;
    private final WhyNotRoutes whyNot;
    private final ConferenceObserver observer;

    DebugRoutes(RestSources sources) {
        this.sources = sources;
        traces = new BandwidthTraceRoutes(new BandwidthTraces(sources.conferences()));
        observer = sources.insight().conferences();
        whyNot = new WhyNotRoutes(new ConnectionReports(sources.conferences()), observer);
    }

    List<Route> table(RestConfig config) {
        boolean isEnabled = config.debugEnabled();
        return List.of(
                Route.get("/debug", isEnabled, this::debug),
                Route.get("/debug/{conferenceId}", isEnabled, this::debugOfOne),
                Route.get(
                        "/debug/{conferenceId}/{endpointId}",
                        isEnabled,
                        request -> hasParameter(request, HISTORY)
                                ? Answer.json(
                                        200,
                                        Json.write(observer.history(
                                                request.variable("conferenceId"), request.variable("endpointId"))))
                                : debugOfEndpoint(request.variable("conferenceId"), request.variable("endpointId"))),
                Route.get("/debug/{conferenceId}/{endpointId}/why-not", isEnabled, whyNot::read),
                Route.get("/debug/stats/jvb/{name}", isEnabled, this::collected),
                Route.get("/debug/features/jvb/{name}", isEnabled, FeatureSwitches::state),
                Route.post("/debug/features/jvb/{name}/{state}", isEnabled, FeatureSwitches::set),
                Route.post(
                        "/debug/features/endpoint/{conferenceId}/{endpointId}/{name}/{state}",
                        isEnabled,
                        request -> FeatureSwitches.setOfEndpoint(request, sources.captures(), traces)),
                Route.get("/debug/{conferenceId}/{endpointId}/bandwidth-trace", isEnabled, traces::read));
    }

    private Answer collected(HttpRequest request) {
        return CollectedStats.of(request.variable("name"), sources.stats().get())
                .map(found -> Answer.json(200, Json.write(found)))
                .orElseGet(() -> Answer.notFound(request.path()));
    }

    private Answer debug(HttpRequest request) {
        if (hasParameter(request, HISTORY)) {
            return Answer.json(200, Json.write(observer.history()));
        }
        return Answer.json(200, Json.write(debugOfAll(hasParameter(request, "full=true"))));
    }

    private static boolean hasParameter(HttpRequest request, String parameter) {
        return List.of(request.query().split("&", -1)).contains(parameter);
    }

    private Map<String, Object> debugOfAll(boolean isFull) {
        Map<String, Object> body = new LinkedHashMap<>(sources.debug().get());
        Map<String, Object> conferences = new LinkedHashMap<>();
        sources.conferences()
                .snapshot()
                .forEach(conference -> conferences.put(
                        conference.id(),
                        isFull ? ConferenceViews.full(conference, observer) : ConferenceViews.summary(conference)));
        body.put("conferences", conferences);
        body.put("failed_endpoints", whyNot.failed());
        body.put("focuses", sources.insight().focuses().view());
        body.put("machine", ImpairmentViews.of(observer.machine()));
        return body;
    }

    /** Tools know no 404 here: an unknown id has the value "null". */
    private Answer debugOfOne(HttpRequest request) {
        String conferenceId = request.variable("conferenceId");
        if (hasParameter(request, HISTORY)) {
            return Answer.json(200, Json.write(observer.history(conferenceId)));
        }
        boolean isBrief = hasParameter(request, "view=brief");
        Map<String, Object> body = new LinkedHashMap<>(sources.debug().get());
        Object conference = sources.conferences()
                .snapshotById(conferenceId)
                .<Object>map(snapshot ->
                        isBrief ? ConferenceViews.brief(snapshot, observer) : ConferenceViews.full(snapshot, observer))
                .orElse("null");
        body.put("conferences", Map.of(conferenceId, conference));
        return Answer.json(200, Json.write(body));
    }

    private Answer debugOfEndpoint(String conferenceId, String endpointId) {
        Map<String, Object> body = new LinkedHashMap<>(sources.debug().get());
        Object conference = sources.conferences()
                .snapshotById(conferenceId)
                .<Object>map(snapshot -> ConferenceViews.full(
                        snapshot, endpointId, sources.conferences().details(conferenceId, endpointId), observer))
                .orElse("null");
        body.put("conferences", Map.of(conferenceId, conference));
        return Answer.json(200, Json.write(body));
    }
}
