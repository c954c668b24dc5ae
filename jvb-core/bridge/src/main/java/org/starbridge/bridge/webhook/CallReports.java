package org.starbridge.bridge.webhook;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.CallEvents;

/** Reports begins and ends of conferences and participants to webhooks. Any thread; never waits. */
public final class CallReports implements CallEvents {
    private final Consumer<WebhookEvent> webhooks;

    public CallReports(Consumer<WebhookEvent> webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public void onEvent(CallEvent event) {
        switch (event) {
            case CallEvent.ConferenceCreated created ->
                webhooks.accept(
                        new WebhookEvent.RoomBegan(created.conferenceId(), created.meetingId(), created.name()));
            case CallEvent.ConferenceExpired expired ->
                webhooks.accept(new WebhookEvent.RoomEnded(
                        expired.conferenceId(),
                        word(expired.cause()),
                        TimeUnit.NANOSECONDS.toSeconds(expired.lastedNs()),
                        expired.allEndpoints()));
            case CallEvent.Joined joined ->
                webhooks.accept(new WebhookEvent.ParticipantJoined(
                        joined.conferenceId(), joined.endpointId(), joined.isVisitor()));
            case CallEvent.Left left ->
                webhooks.accept(new WebhookEvent.ParticipantLeft(
                        left.conferenceId(),
                        left.endpointId(),
                        word(left.cause()),
                        TimeUnit.NANOSECONDS.toSeconds(left.stayedNs())));
            case CallEvent.OfEndpoint _ -> {
                // connections are for the log
            }
        }
    }

    private static String word(CallEvent.EndCause cause) {
        return cause.name().toLowerCase(Locale.ROOT);
    }
}
