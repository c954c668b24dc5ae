package org.starbridge.control.conference;

import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.request.RequestRules;
import org.starbridge.rtp.state.StateException;

/**
 * The conferences of the bridge by meeting id and by bridge-local id. Any thread; only additions wait for each other,
 * briefly.
 */
final class ConferenceRegistry {
    private final ConferenceFactory factory;
    private final int limit;
    private final RandomGenerator random;
    private final ReentrantLock registration = new ReentrantLock();
    private final Map<String, Conference> byMeetingId = new ConcurrentHashMap<>();
    private final Map<String, Conference> byId = new ConcurrentHashMap<>();
    private volatile boolean isShuttingDown;

    ConferenceRegistry(ConferenceConfig config, ConferenceEnvironment environment, ConferenceCounters counters) {
        factory = new ConferenceFactory(config, environment, counters);
        limit = config.limits().conferences();
        random = environment.random();
    }

    /** From now on {@link #add} refuses every request. */
    void refuseNew() {
        isShuttingDown = true;
    }

    /** A live view. */
    Collection<Conference> all() {
        return Collections.unmodifiableCollection(byMeetingId.values());
    }

    @Nullable
    Conference findByMeetingId(String meetingId) {
        return byMeetingId.get(meetingId);
    }

    /** By the bridge-local id. */
    @Nullable
    Conference findById(String conferenceId) {
        return byId.get(conferenceId);
    }

    /**
     * Adds an empty conference. It is locked, so that other threads that find it wait until {@link Conference#create}
     * has completed.
     *
     * @throws Colibri2Exception when the bridge is shutting down, when there is a conference with this meeting id, or
     *     when there are too many
     */
    Conference add(ConferenceModify request) {
        if (isShuttingDown) {
            throw new Colibri2Exception(
                    Condition.SERVICE_UNAVAILABLE,
                    Reason.GRACEFUL_SHUTDOWN,
                    "conference " + request.meetingId()
                            + ": this bridge is shutting down and accepts no new conferences");
        }
        registration.lock();
        try {
            Conference existing = byMeetingId.get(request.meetingId());
            if (existing != null) {
                removeIfExpired(existing);
            }
            if (byMeetingId.containsKey(request.meetingId())) {
                throw Colibri2Exception.conferenceAlreadyExists(request.meetingId());
            }
            RequestRules.requireRoom("conferences of this bridge", byMeetingId.size(), limit);
            Conference conference = factory.create(freeId(), request);
            conference.holdForCreation();
            byMeetingId.put(request.meetingId(), conference);
            byId.put(conference.id(), conference);
            return conference;
        } finally {
            registration.unlock();
        }
    }

    /**
     * Adds a conference as it was in another process; empty, and locked.
     *
     * @throws StateException if there is one with its meeting id or its id
     */
    Conference add(Conference.Identity identity) throws StateException {
        registration.lock();
        try {
            if (byMeetingId.containsKey(identity.meetingId()) || byId.containsKey(identity.id())) {
                throw new StateException("there is a conference with its id already");
            }
            Conference conference = factory.create(identity);
            conference.hold();
            byMeetingId.put(identity.meetingId(), conference);
            byId.put(conference.id(), conference);
            return conference;
        } finally {
            registration.unlock();
        }
    }

    /** Lets no conference come until {@link #release}, and holds all that there are. */
    List<Conference> holdAll() {
        registration.lock();
        List<Conference> held = List.copyOf(byMeetingId.values());
        held.forEach(Conference::hold);
        return held;
    }

    /** By the thread that called {@link #holdAll}. */
    void release(List<Conference> held) {
        held.forEach(Conference::release);
        registration.unlock();
    }

    private String freeId() {
        String id = randomId();
        while (byId.containsKey(id)) {
            id = randomId();
        }
        return id;
    }

    private String randomId() {
        return HexFormat.of().toHexDigits(random.nextLong());
    }

    void removeIfExpired(Conference conference) {
        if (conference.isExpired() && !conference.hasMoved()) {
            removeMeetingId(conference);
            byId.remove(conference.id(), conference);
        }
    }

    /** Removes the bridge-local id only; null if there is no conference with it. One of several callers gets it. */
    @Nullable
    Conference removeById(String conferenceId) {
        return byId.remove(conferenceId);
    }

    /** Removes the meeting id, so that another conference can have it. */
    void removeMeetingId(Conference conference) {
        byMeetingId.remove(conference.meetingId(), conference);
    }
}
