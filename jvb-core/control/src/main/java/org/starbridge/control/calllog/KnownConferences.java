package org.starbridge.control.calllog;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.CallEvent.ConferenceCreated;
import org.starbridge.control.event.CallEvent.ConferenceExpired;
import org.starbridge.control.event.CallEvent.OfEndpoint;

/** Names and meetings of the conferences that exist; the oldest are forgotten. Not thread safe. */
final class KnownConferences {
    private static final int MOST = 10_000;

    private final Map<String, ConferenceCreated> created = new LinkedHashMap<>();

    /** Returns the subject of an event. */
    LoggedCall of(CallEvent event, int prefixChars) {
        return switch (event) {
            case ConferenceCreated conference -> {
                created.put(conference.conferenceId(), conference);
                if (created.size() > MOST) {
                    created.remove(created.keySet().iterator().next());
                }
                yield call(conference, conference.conferenceId(), null, prefixChars);
            }
            case ConferenceExpired conference -> {
                created.remove(conference.conferenceId());
                yield new LoggedCall(
                        conference.conferenceId(), conference.name(), conference.meetingId(), null, prefixChars);
            }
            case OfEndpoint endpoint ->
                call(created.get(endpoint.conferenceId()), endpoint.conferenceId(), endpoint.endpointId(), prefixChars);
        };
    }

    private static LoggedCall call(
            @Nullable ConferenceCreated known, String conferenceId, @Nullable String endpointId, int prefixChars) {
        return new LoggedCall(
                conferenceId,
                known == null ? null : known.name(),
                known == null ? null : known.meetingId(),
                endpointId,
                prefixChars);
    }
}
