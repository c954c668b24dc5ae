package org.starbridge.control.conference;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.request.RequestRules;
import org.starbridge.control.selection.ReceiverSlots;
import org.starbridge.lastn.speech.SpeechActivity;

/**
 * All conferences of the bridge, by meeting id and by bridge-local id. Any thread may call it; conferences do not wait
 * for each other, only additions and removals do, briefly.
 */
public final class Conferences {
    private static final Logger LOG = LoggerFactory.getLogger(Conferences.class);
    private static final String NO_PASSWORD = "\0";

    private final ConferenceConfig config;
    private final ConferenceFactory factory;
    private final RandomGenerator random;
    private final ConferenceCounters counters;
    private final ReentrantLock registration = new ReentrantLock();
    private final Map<String, Conference> byMeetingId = new ConcurrentHashMap<>();
    private final Map<String, Conference> byId = new ConcurrentHashMap<>();
    private volatile boolean isShuttingDown;

    public Conferences(ConferenceConfig config, ConferenceEnvironment environment, ConferenceCounters counters) {
        this.config = config;
        this.factory = new ConferenceFactory(config, environment, counters);
        this.random = environment.random();
        this.counters = counters;
    }

    public ConferenceConfig config() {
        return config;
    }

    public ConferenceCounters counters() {
        return counters;
    }

    /** From now on no conference is created (graceful shutdown); those that exist go on. There is no way back. */
    public void refuseNew() {
        isShuttingDown = true;
    }

    /** How many there are. */
    public int count() {
        return byMeetingId.size();
    }

    /** How many endpoints all of them have. */
    public int endpointCount() {
        return byMeetingId.values().stream()
                .mapToInt(conference -> conference.view().endpointCount())
                .sum();
    }

    /** Whether there is one with this meeting id. */
    public boolean contains(String meetingId) {
        return byMeetingId.containsKey(meetingId);
    }

    /** Every conference as it is now, oldest first. */
    public List<ConferenceSnapshot> snapshot() {
        return byMeetingId.values().stream()
                .map(conference -> conference.view().snapshot())
                .sorted((a, b) -> Long.signum(a.createdAtNs() - b.createdAtNs())) // the clock may be anywhere
                .toList();
    }

    /** One conference as it is now. */
    public Optional<ConferenceSnapshot> snapshot(String meetingId) {
        return Optional.ofNullable(byMeetingId.get(meetingId))
                .map(conference -> conference.view().snapshot());
    }

    /** One conference as it is now, by its bridge-local id. */
    public Optional<ConferenceSnapshot> snapshotById(String conferenceId) {
        return Optional.ofNullable(byId.get(conferenceId))
                .map(conference -> conference.view().snapshot());
    }

    /** The meeting id of the conference whose name is that of a room, the oldest of several. */
    public Optional<String> meetingIdOf(String room) {
        return byMeetingId.values().stream()
                .filter(conference -> conference.view().isOf(room))
                .min((a, b) -> Long.signum(a.view().createdAtNs() - b.view().createdAtNs()))
                .map(Conference::meetingId);
    }

    /**
     * Under which SSRCs an endpoint gets sources first, whose SSRCs are rewritten; empty if there is none with this id.
     */
    public Optional<ReceiverSlots.FirstSlots> firstSlots(String meetingId, String endpointId) {
        return Optional.ofNullable(byMeetingId.get(meetingId))
                .flatMap(conference -> conference.view().firstSlots(endpointId));
    }

    /**
     * Handles messages as if an endpoint's client had sent them over its channel: for clients that have none.
     *
     * @return false if there is no such endpoint
     */
    public boolean say(String meetingId, String endpointId, List<BridgeChannelMessage> messages) {
        Conference conference = byMeetingId.get(meetingId);
        return conference != null && conference.channels().say(endpointId, messages);
    }

    /**
     * What is looked at of one endpoint only when somebody asks; the first answer is old, or has nothing in it.
     *
     * @param conferenceId the bridge-local id
     */
    public Optional<EndpointDetails> details(String conferenceId, String endpointId) {
        return Optional.ofNullable(byId.get(conferenceId))
                .flatMap(conference -> conference.view().details(endpointId));
    }

    /**
     * The channel of an endpoint, for a client that knows its password. Wrong conference, endpoint and password cannot
     * be told apart, by the answer or by its time.
     *
     * @param conferenceId the bridge-local id
     */
    public Optional<ChannelSlot> channel(String conferenceId, String endpointId, String password) {
        Conference conference = byId.get(conferenceId);
        EndpointChannel channel =
                conference == null ? null : conference.channels().find(endpointId);
        String expected = channel == null ? NO_PASSWORD : channel.password();
        boolean isSame = MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
        return isSame ? Optional.ofNullable(channel) : Optional.empty();
    }

    /**
     * Another order of speakers, heard by the media side. Any thread; takes the conference's lock, so not one that must
     * not wait.
     *
     * @param conferenceId the bridge-local id; an unknown one has no effect
     * @param snapshot endpoints by {@link org.starbridge.media.api.MediaEndpoint#key()}
     */
    public void onSpeech(String conferenceId, SpeechActivity.Snapshot snapshot) {
        Conference conference = byId.get(conferenceId);
        if (conference != null) {
            tryOn(
                    conference,
                    "news of its speakers",
                    () -> conference.triggers().onSpeech(snapshot));
        }
    }

    /** The largest number of video sources that any receiver gets now. */
    public int mostForwarded() {
        return byMeetingId.values().stream()
                .mapToInt(conference -> conference.view().mostForwarded())
                .max()
                .orElse(0);
    }

    /** What holds for the whole bridge changed: every conference selects anew. */
    public void selectAnew() {
        for (Conference conference : byMeetingId.values()) {
            tryOn(conference, "choice of sources", conference.triggers()::selectAgain);
        }
    }

    private void tryOn(Conference conference, String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.error("conference {} is closed, because its {} met a bug", conference.id(), what, e);
            fail(conference.id());
        }
    }

    /**
     * Looks whether layers are to be chosen anew. To be called about each {@code starbridge.selection.review-interval}.
     */
    public void reviewLayers() {
        for (Conference conference : byMeetingId.values()) {
            tryOn(conference, "choice of layers", conference.triggers()::reviewLayers);
        }
    }

    /** Looks how good connections are, and tells clients. To be called each {@code connection-stats.interval}. */
    public void tellConnections() {
        for (Conference conference : byMeetingId.values()) {
            tryOn(conference, "look at connections", conference.triggers()::tellConnections);
        }
    }

    /** Looks who is heard from, and tells clients. To be called each {@code ep-connection-status.check-interval}. */
    public void checkConnectivity(long nowNs) {
        for (Conference conference : byMeetingId.values()) {
            tryOn(conference, "check", () -> conference.triggers().checkConnectivity(nowNs));
        }
    }

    /** Expires endpoints and conferences without activity. To be called regularly. */
    public void expireIdle(long nowNs) {
        for (Conference conference : byMeetingId.values()) {
            tryOn(conference, "expiry", () -> conference.expireIdle(nowNs, config.idleTimeout()));
            forgetIfExpired(conference);
        }
    }

    /**
     * Ends a conference in which a bug was met; its clients' focus learns so from the answer to its next request.
     *
     * @param conferenceId the bridge-local id
     * @return false if there is none with this id any more
     */
    public boolean fail(String conferenceId) {
        Conference conference = byId.remove(conferenceId);
        if (conference == null) {
            return false;
        }
        counters.increment(ConferenceCounter.CONFERENCES_FAILED);
        try {
            conference.expire(EndCause.FAULT);
        } finally {
            byMeetingId.remove(conference.meetingId(), conference); // whatever state it is in, it can be made anew
        }
        return true;
    }

    /** Ends every conference, as the bridge ends. */
    public void expireAll() {
        for (Conference conference : byMeetingId.values()) {
            try {
                conference.expire(EndCause.BRIDGE_ENDS);
            } catch (RuntimeException e) {
                LOG.error("conference {} could not be ended in order, because a bug was met", conference.id(), e);
            }
            forgetIfExpired(conference);
        }
    }

    ConferenceModified create(ConferenceModify request) {
        if (isShuttingDown) {
            throw new Colibri2Exception(
                    Condition.SERVICE_UNAVAILABLE,
                    Reason.GRACEFUL_SHUTDOWN,
                    "conference " + request.meetingId()
                            + ": this bridge is shutting down and takes no new conferences");
        }
        Conference conference = register(request);
        try {
            return conference.create(request);
        } finally {
            forgetIfExpired(conference);
        }
    }

    ConferenceModified update(ConferenceModify request) {
        Conference conference = byMeetingId.get(request.meetingId());
        if (conference == null) {
            throw Colibri2Exception.conferenceNotFound(request.meetingId());
        }
        try {
            return conference.update(request);
        } finally {
            forgetIfExpired(conference);
        }
    }

    /** The new conference is locked, so that whoever finds it waits until its creation is through. */
    private Conference register(ConferenceModify request) {
        registration.lock();
        try {
            Conference existing = byMeetingId.get(request.meetingId());
            if (existing != null) {
                forgetIfExpired(existing);
            }
            if (byMeetingId.containsKey(request.meetingId())) {
                throw Colibri2Exception.conferenceAlreadyExists(request.meetingId());
            }
            RequestRules.requireRoom(
                    "conferences of this bridge",
                    byMeetingId.size(),
                    config.limits().conferences());
            Conference conference = factory.create(freeId(), request);
            conference.holdForCreation();
            byMeetingId.put(request.meetingId(), conference);
            byId.put(conference.id(), conference);
            return conference;
        } finally {
            registration.unlock();
        }
    }

    private void forgetIfExpired(Conference conference) {
        if (conference.isExpired()) {
            byMeetingId.remove(conference.meetingId(), conference);
            byId.remove(conference.id(), conference);
        }
    }

    private String freeId() {
        @Nullable String id = null;
        while (id == null || byId.containsKey(id)) {
            id = HexFormat.of().toHexDigits(random.nextLong());
        }
        return id;
    }
}
