package org.starbridge.control.conference;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.conference.CallEvent.EndCause;

/** Reports who comes to one conference and leaves it, from its creation to its end. Guarded by the conference's lock. */
final class MembershipEvents {
    private final String conferenceId;
    private final @Nullable String name;
    private final String meetingId;
    private final CallEvents calls;
    private final LongSupplier clockNs;
    private final long createdAtNs;
    private int most;
    private int all;
    private boolean isReported;

    MembershipEvents(
            String conferenceId,
            @Nullable String name,
            String meetingId,
            CallEvents calls,
            LongSupplier clockNs,
            long createdAtNs) {
        this.conferenceId = conferenceId;
        this.name = name;
        this.meetingId = meetingId;
        this.calls = calls;
        this.clockNs = clockNs;
        this.createdAtNs = createdAtNs;
    }

    /** It was created, or has its first endpoint: a request that is refused before is none of the log's business. */
    void onCreated() {
        if (!isReported) {
            isReported = true;
            calls.onEvent(new CallEvent.ConferenceCreated(conferenceId, name, meetingId));
        }
    }

    /** @param present how many there are now */
    void onJoined(Endpoint endpoint, int present) {
        onCreated();
        all++;
        most = Math.max(most, present);
        calls.onEvent(
                new CallEvent.Joined(conferenceId, endpoint.id(), endpoint.statsId(), endpoint.isVisitor(), present));
    }

    void onLeft(Endpoint endpoint, EndCause cause) {
        TransportState transport = endpoint.transport();
        calls.onEvent(new CallEvent.Left(
                conferenceId,
                endpoint.id(),
                cause,
                clockNs.getAsLong() - endpoint.createdAtNs(),
                transport.reached(),
                transport.untold()));
    }

    void onExpired(EndCause cause) {
        if (isReported) {
            calls.onEvent(new CallEvent.ConferenceExpired(
                    conferenceId, name, meetingId, cause, clockNs.getAsLong() - createdAtNs, most, all));
        }
    }
}
