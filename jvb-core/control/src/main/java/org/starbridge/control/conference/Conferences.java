package org.starbridge.control.conference;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.relay.RelayChannel;
import org.starbridge.control.selection.ReceiverSlots;
import org.starbridge.lastn.speech.SpeechActivity;

/**
 * All conferences of the bridge. {@link Colibri2Handler} creates and changes them. Any thread; conferences do not wait
 * for each other.
 */
public final class Conferences {
    private static final Logger LOG = LoggerFactory.getLogger(Conferences.class);
    private static final String NO_PASSWORD = "\0";

    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final ConferenceRegistry registry;

    public Conferences(ConferenceConfig config, ConferenceEnvironment environment, ConferenceCounters counters) {
        this.config = config;
        this.environment = environment;
        this.counters = counters;
        this.registry = new ConferenceRegistry(config, environment, counters);
    }

    public ConferenceConfig config() {
        return config;
    }

    public ConferenceCounters counters() {
        return counters;
    }

    ConferenceEnvironment environment() {
        return environment;
    }

    ConferenceRegistry registry() {
        return registry;
    }

    /** From now on no conference is created (graceful shutdown); existing ones continue. It cannot be undone. */
    public void refuseNew() {
        registry.refuseNew();
    }

    /** Returns the number of conferences. */
    public int count() {
        return registry.all().size();
    }

    /** Returns the number of endpoints that all of them have. */
    public int endpointCount() {
        return registry.all().stream()
                .mapToInt(conference -> conference.view().endpointCount())
                .sum();
    }

    /** Returns whether there is one with this meeting id. */
    public boolean contains(String meetingId) {
        return registry.findByMeetingId(meetingId) != null;
    }

    /** Every conference as it is now, oldest first. */
    public List<ConferenceSnapshot> snapshot() {
        return registry.all().stream()
                .map(conference -> conference.view().snapshot())
                .sorted((a, b) -> Long.signum(a.createdAtNs() - b.createdAtNs())) // the clock may be anywhere
                .toList();
    }

    /** One conference as it is now. */
    public Optional<ConferenceSnapshot> snapshot(String meetingId) {
        return Optional.ofNullable(registry.findByMeetingId(meetingId))
                .map(conference -> conference.view().snapshot());
    }

    /** One conference as it is now, by its bridge-local id. */
    public Optional<ConferenceSnapshot> snapshotById(String conferenceId) {
        return Optional.ofNullable(registry.findById(conferenceId))
                .map(conference -> conference.view().snapshot());
    }

    /** The meeting id of the conference whose name is that of a room, the oldest of several. */
    public Optional<String> meetingIdOf(String room) {
        return registry.all().stream()
                .filter(conference -> conference.view().isOf(room))
                .min((a, b) -> Long.signum(a.view().createdAtNs() - b.view().createdAtNs()))
                .map(Conference::meetingId);
    }

    /** The SSRCs of an endpoint's first slots; empty without such an endpoint, or if its SSRCs are not rewritten. */
    public Optional<ReceiverSlots.FirstSlots> firstSlots(String meetingId, String endpointId) {
        return Optional.ofNullable(registry.findByMeetingId(meetingId))
                .flatMap(conference -> conference.view().firstSlots(endpointId));
    }

    /**
     * Handles messages as if an endpoint's client had sent them over its channel: for clients that have none.
     *
     * @return false if there is no such endpoint
     */
    public boolean say(String meetingId, String endpointId, List<BridgeChannelMessage> messages) {
        Conference conference = registry.findByMeetingId(meetingId);
        return conference != null && conference.channels().say(endpointId, messages);
    }

    /**
     * Limits the temporal layer of the video that an endpoint gets. Without effect if there is no such endpoint.
     *
     * @param maxTemporalLayer 0 for the base layer, -1 for no limit
     */
    public void limitTemporalLayer(String meetingId, String endpointId, int maxTemporalLayer) {
        Conference conference = registry.findByMeetingId(meetingId);
        if (conference != null) {
            conference.channels().limitTemporalLayer(endpointId, maxTemporalLayer);
        }
    }

    /**
     * Details of one endpoint that are collected on request; the first answer is old or empty.
     *
     * @param conferenceId the bridge-local id
     */
    public Optional<EndpointDetails> details(String conferenceId, String endpointId) {
        return Optional.ofNullable(registry.findById(conferenceId))
                .flatMap(conference -> conference.view().details(endpointId));
    }

    /** Returns the view of one conference, by its bridge-local id. */
    Optional<ConferenceView> view(String conferenceId) {
        return Optional.ofNullable(registry.findById(conferenceId)).map(Conference::view);
    }

    /**
     * The channel of an endpoint, for a client that knows its password. Wrong conference, endpoint and password cannot
     * be told apart, by the answer or by its time.
     *
     * @param conferenceId the bridge-local id
     */
    public Optional<ChannelSlot> channel(String conferenceId, String endpointId, String password) {
        Conference conference = registry.findById(conferenceId);
        EndpointChannel channel =
                conference == null ? null : conference.channels().find(endpointId);
        boolean isSame = isSame(channel == null ? NO_PASSWORD : channel.password(), password);
        return isSame ? Optional.ofNullable(channel) : Optional.empty();
    }

    /**
     * The channel of a relay, for a bridge that knows its password; as {@link #channel}.
     *
     * @param conferenceId the bridge-local id
     * @param relayId that of the other bridge
     */
    public Optional<ChannelSlot> relayChannel(String conferenceId, String relayId, String password) {
        Conference conference = registry.findById(conferenceId);
        Optional<RelayChannel> channel =
                conference == null ? Optional.empty() : conference.channels().findRelay(relayId);
        boolean isSame = isSame(channel.map(RelayChannel::password).orElse(NO_PASSWORD), password);
        return isSame ? channel.map(slot -> slot) : Optional.empty();
    }

    private static boolean isSame(String expected, String password) {
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), password.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The media side reported another order of speakers. Takes the conference's lock: not for threads that must not
     * wait.
     *
     * @param conferenceId the bridge-local id; an unknown one has no effect
     * @param snapshot endpoints by {@link org.starbridge.media.api.MediaEndpoint#key()}
     */
    public void onSpeech(String conferenceId, SpeechActivity.Snapshot snapshot) {
        Conference conference = registry.findById(conferenceId);
        if (conference != null) {
            tryOn(conference, "change of speakers", () -> conference.triggers().onSpeech(snapshot));
        }
    }

    /** The largest number of video sources that any receiver gets now. */
    public int mostForwarded() {
        return registry.all().stream()
                .mapToInt(conference -> conference.view().mostForwarded())
                .max()
                .orElse(0);
    }

    /** A condition that holds for the whole bridge changed: every conference selects again. */
    public void selectAgain() {
        for (Conference conference : registry.all()) {
            tryOn(conference, "source selection", conference.triggers()::selectAgain);
        }
    }

    private void tryOn(Conference conference, String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.error("closing conference {}: internal error in its {}", conference.id(), what, e);
            fail(conference.id());
        }
    }

    /**
     * Selects again where other layers are due. To be called about each {@code starbridge.selection.review-interval}.
     */
    public void reviewLayers() {
        for (Conference conference : registry.all()) {
            tryOn(conference, "layer selection", conference.triggers()::reviewLayers);
        }
    }

    /** Measures connections and sends clients the result. To be called each {@code connection-stats.interval}. */
    public void checkConnections() {
        for (Conference conference : registry.all()) {
            tryOn(conference, "check of connections", conference.triggers()::checkConnections);
        }
    }

    /**
     * Finds inactive endpoints and sends clients what changed. To be called each
     * {@code ep-connection-status.check-interval}.
     */
    public void checkConnectivity(long nowNs) {
        for (Conference conference : registry.all()) {
            tryOn(conference, "check of activity", () -> conference.triggers().checkConnectivity(nowNs));
        }
    }

    /** Expires endpoints and conferences without activity. To be called regularly. */
    public void expireIdle(long nowNs) {
        for (Conference conference : registry.all()) {
            tryOn(conference, "expiry", () -> conference.expireIdle(nowNs, config.idleTimeout()));
            registry.removeIfExpired(conference);
        }
    }

    /**
     * Ends a conference in which an exception was thrown. Its focus learns this from the answer to its next request.
     *
     * @param conferenceId the bridge-local id
     * @return false if there is no conference with this id any more
     */
    public boolean fail(String conferenceId) {
        Conference conference = registry.removeById(conferenceId);
        if (conference == null) {
            return false;
        }
        counters.increment(ConferenceCounter.CONFERENCES_FAILED);
        try {
            conference.expire(EndCause.FAULT);
        } finally {
            registry.removeMeetingId(conference); // in whatever state it is, the focus can create it again
        }
        return true;
    }

    /** Ends every conference, as the bridge ends. */
    public void expireAll() {
        for (Conference conference : registry.all()) {
            try {
                conference.expire(EndCause.BRIDGE_ENDS);
            } catch (RuntimeException e) {
                LOG.error("conference {} was not ended cleanly: internal error", conference.id(), e);
            }
            registry.removeIfExpired(conference);
        }
    }
}
