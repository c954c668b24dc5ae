package org.starbridge.jvb.rest;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;

/**
 * What is where on the private server.
 *
 * <pre>
 * GET         /about/health                  200 empty, or 500 or 503 with the reason
 * GET         /about/version                 the version
 * GET         /metrics                       Prometheus, in the format that Accept asks for
 * GET         /debug[?full=true]             the bridge and its conferences
 * GET         /debug/{id}                    one conference, by its bridge-local id
 * GET         /colibri/stats                 one flat object
 * GET, POST   /colibri/v2/conferences        all conferences; create one
 * GET, PATCH  /colibri/v2/conferences/{id}   one conference by meeting id; change or end it
 * </pre>
 *
 * A Colibri2 refusal is a 400 with the refusal as JSON, whatever its condition; only a PATCH of an unknown conference is a
 * 404. Whatever is wrong with a request, the answer is never a 5xx.
 */
final class RestRoutes {
    private static final List<String> READ = List.of("GET", "HEAD");

    private final RestConfig config;
    private final RestSources sources;

    RestRoutes(RestConfig config, RestSources sources) {
        this.config = config;
        this.sources = sources;
    }

    /** Answers a request, or fails when its body cannot be read. */
    Answer answer(RestRequest request) throws IOException {
        List<String> path = request.segments();
        return switch (path.getFirst()) {
            case "about" -> path.size() == 2 ? about(path.get(1), request) : Answer.notFound(request.path());
            case "metrics" ->
                path.size() == 1 && config.prometheusEnabled()
                        ? reading(request, () -> metrics(request.accept()))
                        : Answer.notFound(request.path());
            case "debug" -> config.debugEnabled() ? debug(path, request) : Answer.notFound(request.path());
            case "colibri" -> config.colibriEnabled() ? colibri(path, request) : Answer.notFound(request.path());
            default -> Answer.notFound(request.path());
        };
    }

    private Answer about(String what, RestRequest request) {
        if (what.equals("health") && config.healthEnabled()) {
            return reading(request, this::health);
        }
        if (what.equals("version") && config.versionEnabled()) {
            return reading(request, this::version);
        }
        return Answer.notFound(request.path());
    }

    private Answer colibri(List<String> path, RestRequest request) throws IOException {
        if (path.equals(List.of("colibri", "stats"))) {
            return reading(
                    request, () -> Answer.json(200, Json.write(sources.stats().get())));
        }
        boolean isConferences = path.size() >= 3 && path.subList(0, 3).equals(List.of("colibri", "v2", "conferences"));
        if (isConferences && path.size() == 3) {
            return switch (request.method()) {
                case "GET" ->
                    Answer.json(
                            200,
                            Json.write(
                                    ConferenceViews.list(sources.conferences().snapshot())));
                case "POST" -> modify(request, null);
                default -> Answer.methodNotAllowed(request.method(), List.of("GET", "HEAD", "POST"));
            };
        }
        if (isConferences && path.size() == 4 && !path.get(3).isEmpty()) {
            String meetingId = path.get(3);
            return switch (request.method()) {
                case "GET" -> conference(meetingId);
                case "PATCH" -> modify(request, meetingId);
                default -> Answer.methodNotAllowed(request.method(), List.of("GET", "HEAD", "PATCH"));
            };
        }
        return Answer.notFound(request.path());
    }

    private Answer conference(String meetingId) {
        return sources.conferences()
                .snapshot(meetingId)
                .map(snapshot -> Answer.json(200, Json.write(ConferenceViews.one(snapshot))))
                .orElseGet(() -> refusal(404, Colibri2Exception.conferenceNotFound(meetingId)));
    }

    private Answer modify(RestRequest request, @Nullable String meetingId) throws IOException {
        if (!request.isJson()) {
            return Answer.error(
                    415, "bad-request", "content type \"" + request.contentType() + "\": expected " + Answer.JSON);
        }
        if (meetingId != null && !sources.conferences().contains(meetingId)) {
            return refusal(404, Colibri2Exception.conferenceNotFound(meetingId));
        }
        try {
            ConferenceModify modify = Colibri2Json.parseModify(request.body().read(), meetingId);
            return Answer.json(200, Colibri2Json.write(sources.colibri().handle(modify)));
        } catch (Colibri2Exception e) {
            boolean isGone = meetingId != null && e.reason() == Reason.CONFERENCE_NOT_FOUND;
            return refusal(isGone ? 404 : 400, e);
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
        return new Answer(200, rendered.contentType(), rendered.body(), List.of());
    }

    private Answer debug(List<String> path, RestRequest request) {
        boolean isFull = request.query().equals("full=true");
        return switch (path.size()) {
            case 1 -> reading(request, () -> Answer.json(200, Json.write(debugOfAll(isFull))));
            case 2 -> reading(request, () -> Answer.json(200, Json.write(debugOfOne(path.get(1)))));
            default -> Answer.notFound(request.path());
        };
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
    private Map<String, Object> debugOfOne(String conferenceId) {
        Map<String, Object> body = new LinkedHashMap<>(sources.debug().get());
        Object conference = sources.conferences()
                .snapshotById(conferenceId)
                .<Object>map(ConferenceViews::full)
                .orElse("null");
        body.put("conferences", Map.of(conferenceId, conference));
        return body;
    }

    private static Answer refusal(int status, Colibri2Exception refusal) {
        return Answer.json(status, Colibri2Json.write(refusal));
    }

    private static Answer reading(RestRequest request, Supplier<Answer> answer) {
        return request.method().equals("GET") ? answer.get() : Answer.methodNotAllowed(request.method(), READ);
    }

    /** A request was answered with a status that says no. */
    void onRefused() {
        sources.conferences().counters().httpRequestsRefused.increment();
    }
}
