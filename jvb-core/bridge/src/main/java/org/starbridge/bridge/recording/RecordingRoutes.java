package org.starbridge.bridge.recording;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;

/** Recordings on the private HTTP server. Any thread. */
final class RecordingRoutes {
    private static final String ROOM = "room";

    private final Recordings recordings;

    private RecordingRoutes(Recordings recordings) {
        this.recordings = recordings;
    }

    /** {@code GET /recordings}, {@code POST /recordings/ROOM} and {@code DELETE /recordings/ROOM}. */
    static List<Route> table(Recordings recordings) {
        RecordingRoutes routes = new RecordingRoutes(recordings);
        return List.of(
                Route.get(
                        "/recordings",
                        true,
                        _ -> Answer.json(
                                200,
                                Json.write(recordings.list().stream()
                                        .map(RecordingRoutes::view)
                                        .toList()))),
                Route.post("/recordings/{room}", true, routes::start),
                Route.of("DELETE", "/recordings/{room}", true, routes::stop));
    }

    private Answer start(HttpRequest request) {
        return recordings
                .start(request.variable(ROOM))
                .map(summary -> Answer.json(200, Json.write(view(summary))))
                .orElseGet(() -> Answer.error(404, "there is no such conference"));
    }

    private Answer stop(HttpRequest request) {
        return recordings
                .stop(request.variable(ROOM))
                .map(summary -> Answer.json(200, Json.write(view(summary))))
                .orElseGet(() -> Answer.error(404, "this conference is not recorded"));
    }

    private static Map<String, Object> view(Recordings.Summary summary) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("meetingId", summary.meetingId());
        view.put("folder", summary.folder());
        view.put("startedAt", summary.startedAt());
        if (!summary.end().isEmpty()) {
            view.put("end", summary.end());
        }
        return view;
    }
}
