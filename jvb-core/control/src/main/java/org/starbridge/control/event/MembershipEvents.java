package org.starbridge.control.event;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Reports who comes to one conference and leaves it, from its creation to its end. Guarded by the conference's lock.
 */
public final class MembershipEvents {
    private final String conferenceId;
    private final @Nullable String name;
    private final String meetingId;
    private final CallEvents calls;
    private final LongSupplier clockNs;
    private final long createdAtNs;
    private int most;
    private int all;
    private boolean isReported;

    public MembershipEvents(
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
    public void onCreated() {
        if (!isReported) {
            isReported = true;
            calls.onEvent(new CallEvent.ConferenceCreated(conferenceId, name, meetingId));
        }
    }

    /**
     * An endpoint was added.
     *
     * @param present how many there are now
     */
    public void onJoined(String endpointId, @Nullable String statsId, boolean isVisitor, int present) {
        onCreated();
        all++;
        most = Math.max(most, present);
        calls.onEvent(new CallEvent.Joined(conferenceId, endpointId, statsId, isVisitor, present));
    }

    /**
     * An endpoint was removed.
     *
     * @param reached how far its transport came
     * @param unreported how many events of its transport were not reported, because there were too many
     */
    public void onLeft(String endpointId, long joinedAtNs, EndCause cause, CallEvent.Step reached, int unreported) {
        calls.onEvent(new CallEvent.Left(
                conferenceId, endpointId, cause, clockNs.getAsLong() - joinedAtNs, reached, unreported));
    }

    public void onExpired(EndCause cause) {
        if (isReported) {
            calls.onEvent(new CallEvent.ConferenceExpired(
                    conferenceId, name, meetingId, cause, clockNs.getAsLong() - createdAtNs, most, all));
        }
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        most = state.i32(most);
        all = state.i32(all);
        isReported = state.bool(isReported);
    }
}
