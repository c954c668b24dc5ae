package org.starbridge.bridge.rest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.tracing.TraceParent;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.control.environment.RequestWarning;

/**
 * The conferences, in Colibri2.
 *
 * <p>A Colibri2 refusal is a 400 with the refusal as JSON, with these exceptions: what exists already is a 409, an
 * unknown conference a 404, a bridge that is full or shutting down a 503. Whatever is wrong with a request, the answer
 * is never a 5xx.
 */
final class ConferenceRoutes {
    private static final int RETRY_AFTER_SECONDS = 1;
    private static final String MEETING_ID = "meetingId";
    private static final String REST = "rest";

    private final RestSources sources;

    ConferenceRoutes(RestSources sources) {
        this.sources = sources;
    }

    List<Route> table(RestConfig config) {
        boolean isEnabled = config.colibriEnabled();
        return List.of(
                Route.get("/colibri/v2/conferences", isEnabled, _ -> conferences()),
                Route.post("/colibri/v2/conferences", isEnabled, request -> modify(request, null)),
                Route.get(
                        "/colibri/v2/conferences/{meetingId}",
                        isEnabled,
                        request -> conference(request.variable(MEETING_ID))),
                Route.of(
                        "PATCH",
                        "/colibri/v2/conferences/{meetingId}",
                        isEnabled,
                        request -> modify(request, request.variable(MEETING_ID))),
                Route.get(
                        "/colibri/v2/conferences/{meetingId}/dominant-speaker-identification",
                        isEnabled,
                        request -> speakers(request.variable(MEETING_ID))));
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

    private Answer modify(HttpRequest request, @Nullable String meetingId) throws IOException {
        if (meetingId != null && !sources.conferences().contains(meetingId)) {
            return refusal(Colibri2Exception.conferenceNotFound(meetingId));
        }
        try {
            ConferenceModify modify = Colibri2Json.parseModify(
                    request.body().read(),
                    meetingId,
                    _ -> sources.conferences().counters().count(RequestWarning.UNREADABLE_ENTRY));
            TraceParent parent = TraceParent.ofHeader(request.headers().apply(TraceParent.HEADER));
            Answer answer = Answer.json(
                    200, Colibri2Json.write(sources.colibri().handle(modify, ColibriRequests.Transport.REST, parent)));
            sources.insight().focuses().carriedOut(REST, "", modify.meetingId());
            return answer;
        } catch (Colibri2Exception e) {
            sources.insight()
                    .focuses()
                    .refused(REST, "", meetingId == null ? "" : meetingId, String.valueOf(e.getMessage()));
            return refusal(e);
        }
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
}
