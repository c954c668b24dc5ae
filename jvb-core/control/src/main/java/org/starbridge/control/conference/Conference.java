package org.starbridge.control.conference;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.conference.ConferenceLock.Publication;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.participant.FeedbackSsrcs;

/**
 * One conference. Requests, channel messages and expiry take its fair lock, so they happen one after another in the
 * order of their arrival. Any thread.
 */
final class Conference {
    /**
     * Identity of a conference, fixed when it is created.
     *
     * @param id the bridge-local id
     * @param meetingId what Colibri2 calls it
     * @param name its room, for people; null when it has none
     * @param isRtcstatsEnabled whether it takes part in the statistics export
     * @param feedback SSRCs of the bridge's own RTCP
     * @param createdAtNs on the monotonic clock
     */
    record Identity(
            String id,
            String meetingId,
            @Nullable String name,
            boolean isRtcstatsEnabled,
            FeedbackSsrcs feedback,
            long createdAtNs) {}

    private final Identity identity;
    private final ConferenceLock lock;
    private final ConferenceLifecycle lifecycle;
    private final ConferenceRequests requests;
    private final ConferenceTriggers triggers;
    private final ConferenceView view;
    private final EndpointChannels channels;
    private final ConferenceState state;

    Conference(
            Identity identity,
            ConferenceLock lock,
            ConferenceLifecycle lifecycle,
            ConferenceRequests requests,
            ConferenceTriggers triggers,
            ConferenceView view,
            EndpointChannels channels,
            ConferenceState state) {
        this.identity = identity;
        this.lock = lock;
        this.lifecycle = lifecycle;
        this.requests = requests;
        this.triggers = triggers;
        this.view = view;
        this.channels = channels;
        this.state = state;
    }

    String id() {
        return identity.id();
    }

    String meetingId() {
        return identity.meetingId();
    }

    /** Its own lock. */
    ConferenceTriggers triggers() {
        return triggers;
    }

    ConferenceView view() {
        return view;
    }

    EndpointChannels channels() {
        return channels;
    }

    /** Its snapshot. The caller has the lock. */
    ConferenceState state() {
        return state;
    }

    /** Returns whether it goes on in another process; requests learn that. */
    boolean hasMoved() {
        return lifecycle.hasMoved();
    }

    boolean isExpired() {
        return lifecycle.isExpired();
    }

    /** Takes the lock before another thread can find this conference; {@link #create} releases it. */
    void holdForCreation() {
        lock.hold();
    }

    /** Keeps requests, messages and timers out until {@link #release}. */
    void hold() {
        lock.hold();
    }

    /** Lets others in again. By the thread that holds it. */
    void release() {
        lock.release();
    }

    /**
     * Carries out the request that created it, and releases the lock of {@link #holdForCreation}. A creation that fails
     * leaves nothing behind.
     */
    ConferenceModified create(ConferenceModify request) {
        try {
            lifecycle.onRequest();
            ConferenceModified modified = requests.handle(request);
            lifecycle.onCreated();
            if (request.expire()) {
                end(EndCause.REQUEST);
            }
            return modified;
        } finally {
            if (!lifecycle.isEstablished()) {
                end(EndCause.REFUSED);
            }
            lock.release();
        }
    }

    /** Carries out a request about this conference, and expires it afterwards if that is asked for or it is empty. */
    ConferenceModified update(ConferenceModify request) {
        return lock.read(
                () -> { // the request publishes
                    if (lifecycle.hasMoved()) {
                        throw new Colibri2Exception(
                                Condition.SERVICE_UNAVAILABLE,
                                "conference " + meetingId()
                                        + " has moved to a new process of this bridge: repeat the request");
                    }
                    if (lifecycle.isExpired()) {
                        throw Colibri2Exception.conferenceNotFound(meetingId());
                    }
                    lifecycle.onRequest();
                    ConferenceModified modified = requests.handle(request);
                    if (request.expire() || lifecycle.isEmpty()) {
                        end(request.expire() ? EndCause.REQUEST : EndCause.EMPTY);
                    }
                    return modified;
                });
    }

    /** Expires what had no activity for as long as the timeout; a conference that is empty then as well. */
    void expireIdle(long nowNs, Duration timeout) {
        lock.update(Publication.PROMPT, () -> {
            lifecycle.expireIdle(nowNs, timeout);
            if (lifecycle.isExpired()) {
                requests.end();
            }
        });
    }

    /** Ends it and all its endpoints; a second call does nothing. */
    void expire(EndCause cause) {
        lock.read(() -> end(cause)); // publishes at once, without a rest
    }

    private void end(EndCause cause) {
        lifecycle.expire(cause);
        requests.end();
    }
}
