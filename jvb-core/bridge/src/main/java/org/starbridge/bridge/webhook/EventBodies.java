package org.starbridge.bridge.webhook;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Json;

/** Writes events as JSON. Remembers names of conferences, for events that have only an id. One thread. */
final class EventBodies {
    private static final int MAX_ROOMS = 10_000;

    /** By bridge-local id and by meeting id. The oldest are forgotten. */
    private final Map<String, WebhookEvent.RoomBegan> rooms = new LinkedHashMap<>();

    private final @Nullable String bridge;

    /** @param bridge the relay id of this bridge; null if it has none */
    EventBodies(@Nullable String bridge) {
        this.bridge = bridge;
    }

    String body(String id, WebhookEvent event, Instant at) {
        if (event instanceof WebhookEvent.RoomBegan room) {
            remember(room.conference(), room);
            remember(room.meetingId(), room);
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", id);
        body.put("type", type(event));
        body.put("timestamp", at.toString());
        if (bridge != null) {
            body.put("bridge", bridge);
        }
        Map<String, Object> data = new LinkedHashMap<>();
        putRoom(data, event.conference());
        putDetails(data, event);
        body.put("data", data);
        return Json.write(body);
    }

    /** The body of a request that only tries a receiver. */
    static String test(String id, Instant at) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", id);
        body.put("type", "test");
        body.put("timestamp", at.toString());
        body.put("data", Map.of());
        return Json.write(body);
    }

    private void remember(String key, WebhookEvent.RoomBegan room) {
        rooms.remove(key);
        rooms.put(key, room);
        if (rooms.size() > 2 * MAX_ROOMS) {
            rooms.remove(rooms.keySet().iterator().next());
        }
    }

    private void putRoom(Map<String, Object> data, String conference) {
        WebhookEvent.RoomBegan room = rooms.get(conference);
        if (room == null) {
            data.put("conference", conference);
            return;
        }
        if (room.name() != null) {
            data.put("room", room.name());
        }
        data.put("meeting_id", room.meetingId());
        data.put("conference", room.conference());
    }

    static String type(WebhookEvent event) {
        return switch (event) {
            case WebhookEvent.RoomBegan _ -> "room.began";
            case WebhookEvent.RoomEnded _ -> "room.ended";
            case WebhookEvent.ParticipantJoined _ -> "participant.joined";
            case WebhookEvent.ParticipantLeft _ -> "participant.left";
            case WebhookEvent.PublisherBegan _ -> "publisher.began";
            case WebhookEvent.PublisherEnded _ -> "publisher.ended";
            case WebhookEvent.RecordingReady _ -> "recording.ready";
            case WebhookEvent.ExportBegan _ -> "export.began";
            case WebhookEvent.ExportFailed _ -> "export.failed";
            case WebhookEvent.ExportEnded _ -> "export.ended";
        };
    }

    private static void putDetails(Map<String, Object> data, WebhookEvent event) {
        switch (event) {
            case WebhookEvent.RoomBegan _ -> {
                // its names are all there is
            }
            case WebhookEvent.RoomEnded ended -> {
                data.put("reason", ended.reason());
                data.put("seconds", ended.seconds());
                data.put("participants", ended.participants());
            }
            case WebhookEvent.ParticipantJoined joined -> {
                data.put("participant", joined.participant());
                data.put("visitor", joined.isVisitor());
            }
            case WebhookEvent.ParticipantLeft left -> {
                data.put("participant", left.participant());
                data.put("reason", left.reason());
                data.put("seconds", left.seconds());
            }
            case WebhookEvent.PublisherBegan began -> data.put("publisher", began.publisher());
            case WebhookEvent.PublisherEnded ended -> data.put("publisher", ended.publisher());
            case WebhookEvent.RecordingReady recording -> {
                data.put("folder", recording.folder());
                data.put("started_at", recording.startedAt());
                data.put("reason", recording.reason());
            }
            case WebhookEvent.ExportBegan began -> putExport(data, began.export(), began.service());
            case WebhookEvent.ExportFailed failed -> {
                putExport(data, failed.export(), failed.service());
                data.put("reason", failed.reason());
            }
            case WebhookEvent.ExportEnded ended -> putExport(data, ended.export(), ended.service());
        }
    }

    private static void putExport(Map<String, Object> data, String export, String service) {
        data.put("export", export);
        data.put("service", service);
    }
}
