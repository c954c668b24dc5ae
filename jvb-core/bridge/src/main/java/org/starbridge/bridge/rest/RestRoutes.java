package org.starbridge.bridge.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.request.PathSegments;

/**
 * What is where on the private server.
 *
 * <p>The table of {@link #routes()} is the truth about that; {@code openapi.yaml}, which is served too, describes it for people
 * and programs, and a test holds the two against each other.
 *
 * <p>A Colibri2 refusal is a 400 with the refusal as JSON, with these exceptions: what exists already is a 409, an unknown
 * conference a 404, a bridge that is full or shutting down a 503. Whatever is wrong with a request, the answer is never a 5xx.
 */
final class RestRoutes {
    static final String OPEN_API = openApi();
    private static final int RETRY_AFTER_SECONDS = 1;

    private final RestConfig config;
    private final RestSources sources;
    private final List<Route> routes;

    RestRoutes(RestConfig config, RestSources sources) {
        this.config = config;
        this.sources = sources;
        this.routes = table();
    }

    private List<Route> table() {
        boolean hasColibri = config.colibriEnabled();
        List<Route> table = new ArrayList<>(new OperatorRoutes(sources).table(config));
        table.addAll(List.of(
                new Route("GET", "/about/health", config.healthEnabled(), (_, _) -> health()),
                new Route("GET", "/about/version", config.versionEnabled(), (_, _) -> version()),
                new Route("GET", "/metrics", config.prometheusEnabled(), (request, _) -> metrics(request.accept())),
                new Route("GET", "/openapi.yaml", true, (_, _) -> Answer.of("application/yaml", OPEN_API)),
                new Route("GET", "/debug", config.debugEnabled(), (request, _) -> debug(request)),
                new Route("GET", "/debug/{conferenceId}", config.debugEnabled(), (_, id) -> debugOfOne(id)),
                new Route(
                        "GET",
                        "/debug/{conferenceId}/{endpointId}",
                        config.debugEnabled(),
                        (request, id) -> debugOfEndpoint(request.segments().get(1), id)),
                new Route("GET", "/debug/stats/jvb/{name}", config.debugEnabled(), this::collected),
                new Route(
                        "GET",
                        "/debug/features/jvb/{name}",
                        config.debugEnabled(),
                        (request, name) -> FeatureSwitches.state(name, request.path())),
                new Route("POST", "/debug/features/jvb/{name}/{state}", config.debugEnabled(), FeatureSwitches::set),
                new Route(
                        "POST",
                        "/debug/features/endpoint/{conferenceId}/{endpointId}/{name}/{state}",
                        config.debugEnabled(),
                        (request, _) -> FeatureSwitches.setOfEndpoint(request, sources.conferences())),
                new Route("GET", "/colibri/stats", hasColibri, (_, _) -> stats()),
                new Route("GET", "/colibri/v2/conferences", hasColibri, (_, _) -> conferences()),
                new Route("POST", "/colibri/v2/conferences", hasColibri, (request, _) -> modify(request, null)),
                new Route("GET", "/colibri/v2/conferences/{meetingId}", hasColibri, (_, id) -> conference(id)),
                new Route("PATCH", "/colibri/v2/conferences/{meetingId}", hasColibri, this::modify),
                new Route(
                        "GET",
                        "/colibri/v2/conferences/{meetingId}/dominant-speaker-identification",
                        hasColibri,
                        (_, id) -> speakers(id))));
        return List.copyOf(table);
    }

    /** Everything there is, whether switched on or not. */
    List<Route> routes() {
        return routes;
    }

    /** Answers a request, or fails when its body cannot be read. */
    Answer answer(RestRequest request) throws IOException {
        List<String> allowed = new ArrayList<>();
        for (Route route : routes) {
            if (route.enabled() && route.matches(request.segments())) {
                if (route.method().equals(request.method())) {
                    return answer(route, request);
                }
                allowed.add(route.method());
                if (route.method().equals("GET")) {
                    allowed.add("HEAD");
                }
            }
        }
        return allowed.isEmpty() ? Answer.notFound(request.path()) : Answer.methodNotAllowed(request.method(), allowed);
    }

    private static Answer answer(Route route, RestRequest request) throws IOException {
        if (!route.isSafe() && !request.isJsonOrEmpty()) {
            return notJson(request);
        }
        if (!route.hasPossibleVariables(request.segments())) {
            return Answer.error(
                    400,
                    "bad-request",
                    "path " + Answer.abbreviated(request.path()) + ": " + PathSegments.EXPECTED + " within a part");
        }
        return route.answer(request);
    }

    private static Answer notJson(RestRequest request) {
        return Answer.error(
                415,
                "bad-request",
                (request.contentType().isEmpty()
                                ? "no content type"
                                : "content type \"" + Answer.abbreviated(request.contentType()) + "\"")
                        + ": what changes something needs the header Content-Type: " + Answer.JSON);
    }

    private Answer stats() {
        return Answer.json(200, Json.write(sources.stats().get()));
    }

    private Answer collected(RestRequest request, String name) {
        return CollectedStats.of(name, sources.stats().get())
                .map(found -> Answer.json(200, Json.write(found)))
                .orElseGet(() -> Answer.notFound(request.path()));
    }

    private Answer conferences() {
        return Answer.json(
                200, Json.write(ConferenceViews.list(sources.conferences().snapshot())));
    }

    private Answer conference(String meetingId) {
        return sources.conferences()
                .snapshot(meetingId)
                .map(snapshot -> Answer.json(200, Json.write(ConferenceViews.one(snapshot))))
                .orElseGet(() -> refusal(Colibri2Exception.conferenceNotFound(meetingId)));
    }

    private Answer speakers(String meetingId) {
        return sources.conferences()
                .snapshot(meetingId)
                .map(snapshot -> Answer.json(200, Json.write(ConferenceViews.speakers(snapshot))))
                .orElseGet(() -> refusal(Colibri2Exception.conferenceNotFound(meetingId)));
    }

    private Answer modify(RestRequest request, @Nullable String meetingId) throws IOException {
        if (meetingId != null && !sources.conferences().contains(meetingId)) {
            return refusal(Colibri2Exception.conferenceNotFound(meetingId));
        }
        try {
            ConferenceModify modify = Colibri2Json.parseModify(
                    request.body().read(),
                    meetingId,
                    _ -> sources.conferences().counters().count(RequestWarning.UNREADABLE_ENTRY));
            return Answer.json(200, Colibri2Json.write(sources.colibri().handle(modify)));
        } catch (Colibri2Exception e) {
            return refusal(e);
        }
    }

    private Answer health() {
        HealthStatus health = sources.health().get();
        int status = health.verdict().httpStatus();
        return health.verdict() == HealthStatus.Verdict.HEALTHY
                ? Answer.empty(status)
                : Answer.text(status, health.reason());
    }

    private Answer version() {
        VersionInfo version = sources.version();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", version.name());
        body.put("version", version.version());
        body.put("os", version.os());
        return Answer.json(200, Json.write(body));
    }

    private Answer metrics(String accept) {
        MetricsScrape.Rendered rendered = sources.metrics().render(accept);
        return Answer.of(rendered.contentType(), rendered.body());
    }

    private Answer debug(RestRequest request) {
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

    private static Answer refusal(Colibri2Exception refusal) {
        int status = switch (refusal.condition()) {
            case CONFLICT -> 409;
            case ITEM_NOT_FOUND -> refusal.reason() == Reason.CONFERENCE_NOT_FOUND ? 404 : 400;
            case RESOURCE_CONSTRAINT, SERVICE_UNAVAILABLE -> 503;
            case BAD_REQUEST, FEATURE_NOT_IMPLEMENTED, NOT_ALLOWED -> 400;
            case INTERNAL_SERVER_ERROR -> 500;
        };
        Answer answer = Answer.json(status, Colibri2Json.write(refusal));
        return refusal.condition() == Condition.RESOURCE_CONSTRAINT ? answer.retryAfter(RETRY_AFTER_SECONDS) : answer;
    }

    private static String openApi() {
        try (InputStream bytes = RestRoutes.class.getResourceAsStream("openapi.yaml")) {
            if (bytes == null) {
                throw new IllegalStateException("resource openapi.yaml is missing from the jar");
            }
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request was answered with a status that says no. */
    void onRefused() {
        sources.conferences().counters().httpRequestsRefused.increment();
    }
}
