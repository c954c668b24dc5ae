package org.starbridge.bridge.webhook;

import org.jspecify.annotations.Nullable;

/** Events that webhooks report. Names and ids are as signalling has them, so they may contain anything. */
public sealed interface WebhookEvent {
    /** The conference: its bridge-local id or its meeting id. */
    String conference();

    /** A conference was created. */
    record RoomBegan(
            String conference, String meetingId, @Nullable String name) implements WebhookEvent {}

    /**
     * A conference ended.
     *
     * @param participants one after another, on this bridge
     */
    record RoomEnded(String conference, String reason, long seconds, int participants) implements WebhookEvent {}

    /** A participant of this bridge was created; it may not have connected yet. */
    record ParticipantJoined(String conference, String participant, boolean isVisitor) implements WebhookEvent {}

    /** A participant of this bridge is gone. */
    record ParticipantLeft(String conference, String participant, String reason, long seconds)
            implements WebhookEvent {}

    /** A WHIP session of a publisher was made. */
    record PublisherBegan(String conference, String publisher) implements WebhookEvent {}

    /** A WHIP session of a publisher ended. */
    record PublisherEnded(String conference, String publisher) implements WebhookEvent {}

    /**
     * A recording has ended, and its files are whole.
     *
     * @param startedAt ISO 8601
     */
    record RecordingReady(String conference, String folder, String startedAt, String reason) implements WebhookEvent {}

    /**
     * A media export is connected: for the first time, or after it failed.
     *
     * @param service host and path
     */
    record ExportBegan(String conference, String export, String service) implements WebhookEvent {}

    /** A media export cannot connect, or lost its connection; once until it is connected again. */
    record ExportFailed(String conference, String export, String service, String reason) implements WebhookEvent {}

    /** A media export was ended by who asked for it, or with its conference. */
    record ExportEnded(String conference, String export, String service) implements WebhookEvent {}
}
