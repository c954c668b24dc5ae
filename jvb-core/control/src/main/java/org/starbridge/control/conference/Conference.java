package org.starbridge.control.conference;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.event.MembershipEvents;
import org.starbridge.control.message.ActivityNotifications;
import org.starbridge.control.message.ChannelNotifications;
import org.starbridge.control.message.ConnectionNotifications;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.participant.Endpoint;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.participant.TransportState;
import org.starbridge.control.request.RequestRules;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.api.EndpointStats;

/**
 * One conference: who is in it, and what is forwarded among them. Requests, channel messages and expiry take its fair lock,
 * so they happen one after another in the order of their arrival.
 */
final class Conference {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final String id;
    private final String meetingId;
    private final @Nullable String name;
    private final boolean isRtcstatsEnabled;
    private final FeedbackSsrcs feedback;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final EndpointRequests endpointRequests;
    private final ServerHello hello;
    private final ChannelNotifications announcements;
    private final SourceMaps sourceMaps;
    private final Forwarding forwarding;
    private final ConnectionNotifications connectionNews;
    private final ActivityNotifications activityNews;
    private final ClientMessages clientMessages;
    private final long createdAtNs;
    private final MembershipEvents attendance;
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private long changedAtNs;
    private boolean isEstablished;
    private final AtomicBoolean isReviewAsked = new AtomicBoolean();

    /** Written under the lock. */
    private volatile boolean isExpired;

    Conference(
            String id,
            ConferenceModify creation,
            FeedbackSsrcs feedback,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters) {
        this.id = id;
        this.meetingId = creation.meetingId();
        this.name = creation.name();
        this.isRtcstatsEnabled = creation.rtcstatsEnabled();
        this.feedback = feedback;
        this.environment = environment;
        this.counters = counters;
        this.endpointRequests = new EndpointRequests(this, config, environment, counters);
        hello = new ServerHello(config.announcedVersion().orElse(null));
        this.announcements = new ChannelNotifications(endpoints.values(), counters);
        this.connectionNews = new ConnectionNotifications(announcements);
        this.activityNews = new ActivityNotifications(config.channel(), announcements);
        this.sourceMaps =
                new SourceMaps(config.slots(), environment.random(), feedback, endpoints.values(), announcements);
        this.forwarding =
                new Forwarding(id, lock, endpoints.values(), config, environment, counters, announcements, sourceMaps);
        this.clientMessages = new ClientMessages(this, announcements, config, counters, hello);
        this.createdAtNs = environment.clockNs().getAsLong();
        this.attendance =
                new MembershipEvents(id, name, meetingId, environment.calls(), environment.clockNs(), createdAtNs);
        this.changedAtNs = createdAtNs;
    }

    String id() {
        return id;
    }

    String meetingId() {
        return meetingId;
    }

    FeedbackSsrcs feedback() {
        return feedback;
    }

    /** Takes the lock before anyone else can know this conference; {@link #create} lets it go. */
    void lockForCreation() {
        lock.lock();
    }

    /**
     * Carries out the request that created it, and lets the lock of {@link #lockForCreation} go. A creation that fails leaves
     * nothing behind.
     */
    ConferenceModified create(ConferenceModify request) {
        try {
            ConferenceModified modified = modify(request);
            isEstablished = true;
            attendance.onCreated();
            counters.conferencesCreated.increment();
            if (request.expire()) {
                expire(EndCause.REQUEST);
            }
            return modified;
        } finally {
            if (!isEstablished) {
                expire(EndCause.REFUSED);
            }
            lock.unlock();
        }
    }

    /** Carries out a request about this conference, and expires it afterwards if that is asked for or nobody is left. */
    ConferenceModified update(ConferenceModify request) {
        lock.lock();
        try {
            if (isExpired) {
                throw Colibri2Exception.conferenceNotFound(meetingId());
            }
            ConferenceModified modified = modify(request);
            if (request.expire() || endpoints.isEmpty()) {
                expire(request.expire() ? EndCause.REQUEST : EndCause.EMPTY);
            }
            return modified;
        } finally {
            lock.unlock();
        }
    }

    private ConferenceModified modify(ConferenceModify request) {
        boolean forgives = RequestRules.forgivesUnknownEndpoints(request);
        boolean hasCreated = request.create();
        List<EndpointModified> answers = new ArrayList<>();
        changedAtNs = environment.clockNs().getAsLong();
        try {
            for (EndpointModify endpoint : request.endpoints()) {
                answers.add(endpointRequests.handle(endpoint, forgives));
                hasCreated |= endpoint.create();
            }
        } finally {
            forwarding.refresh();
        }
        if (request.connects() != null) {
            counters.count(RequestWarning.MEDIA_EXPORT_UNAVAILABLE);
        }
        return new ConferenceModified(answers, List.of(), hasCreated ? feedback.sources() : null);
    }

    /** Expires what had no activity for as long as the timeout; a conference that this leaves empty as well. */
    void expireIdle(long nowNs, Duration timeout) {
        lock.lock();
        try {
            long timeoutNs = timeout.toNanos();
            List<Endpoint> idle = endpoints.values().stream()
                    .filter(endpoint -> nowNs - endpoint.lastActivityNs() >= timeoutNs)
                    .toList();
            for (Endpoint endpoint : idle) {
                remove(endpoint.id(), EndCause.IDLE);
                counters.idleExpired.increment();
            }
            boolean isIdle = !idle.isEmpty() || nowNs - changedAtNs >= timeoutNs;
            if (endpoints.isEmpty() && isIdle && !isExpired) {
                expire(EndCause.IDLE);
                counters.idleExpired.increment();
            }
            forwarding.refresh();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it and all its endpoints; a second call does nothing. */
    void expire(EndCause cause) {
        lock.lock();
        try {
            if (isExpired) {
                return;
            }
            isExpired = true;
            List.copyOf(endpoints.keySet()).forEach(each -> remove(each, EndCause.CONFERENCE_ENDED));
            attendance.onExpired(cause);
            forwarding.refreshNow();
            if (isEstablished) {
                long lastedNs = environment.clockNs().getAsLong() - createdAtNs;
                counters.conferencesCompleted.increment();
                counters.conferenceSeconds.add(TimeUnit.NANOSECONDS.toSeconds(lastedNs));
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isExpired() {
        return isExpired;
    }

    /** Null when there is none. Only under the lock. */
    @Nullable
    Endpoint endpoint(String endpointId) {
        return endpoints.get(endpointId);
    }

    /** Everybody, in the order in which they came. Only under the lock. */
    Collection<Endpoint> endpoints() {
        return Collections.unmodifiableCollection(endpoints.values());
    }

    /** Only under the lock. */
    ChannelNotifications announcements() {
        return announcements;
    }

    /** Only under the lock. */
    SourceMaps sourceMaps() {
        return sourceMaps;
    }

    /** Only under the lock. */
    ClientMessages clientMessages() {
        return clientMessages;
    }

    /** The media side heard another order of speakers: clients are told, and last-N goes by it. */
    void onSpeech(SpeechActivity.Snapshot snapshot) {
        inTurn(() -> {
            Endpoint speaker = announcements.onSpeech(snapshot);
            if (speaker != null) {
                onDominantSpeaker(speaker);
            }
            outdateTable();
        });
    }

    private void onDominantSpeaker(Endpoint speaker) {
        PreemptiveKeyFrames.Wish wish = PreemptiveKeyFrames.of(speaker, endpoints());
        if (wish == null) {
            counters.preemptiveKeyFramesSuppressed.increment();
            return;
        }
        counters.preemptiveKeyFramesSent.increment();
        environment.delayed().after(wish.delay(), () -> speaker.media().requestKeyFrame(wish.ssrc()));
    }

    /** The largest number of video sources that any of its receivers gets now. */
    int mostForwarded() {
        lock.lock();
        try {
            return endpoints.values().stream()
                    .mapToInt(endpoint -> endpoint.forwardedVideo().size())
                    .max()
                    .orElse(0);
        } finally {
            lock.unlock();
        }
    }

    /** What holds for the whole bridge changed. */
    void selectAnew() {
        inTurn(this::outdateTable);
    }

    /** Looks how good connections are, and tells clients. */
    void tellConnections() {
        inTurn(() -> connectionNews.tell(endpoints()));
    }

    /** Looks who is heard from, and tells clients what changed. */
    void checkConnectivity(long nowNs) {
        inTurn(() -> activityNews.tell(nowNs, endpoints()));
    }

    int endpointCount() {
        return endpoints.size();
    }

    /** Without the lock of the caller. */
    int endpointCountNow() {
        lock.lock();
        try {
            return endpoints.size();
        } finally {
            lock.unlock();
        }
    }

    void add(Endpoint endpoint) {
        endpoints.put(endpoint.id(), endpoint);
        attendance.onJoined(endpoint.id(), endpoint.statsId(), endpoint.isVisitor(), endpoints.size());
        forwarding.outdate();
    }

    /** An endpoint that was opened, but whose creation is refused after all. */
    void abandon(Endpoint endpoint) {
        forwarding.leave(endpoint);
    }

    /** What is unknown is gone already. */
    void remove(String endpointId, EndCause cause) {
        Endpoint endpoint = endpoints.remove(endpointId);
        if (endpoint != null) {
            TransportState transport = endpoint.transport();
            attendance.onLeft(endpoint.id(), endpoint.createdAtNs(), cause, transport.reached(), transport.untold());
            forwarding.leave(endpoint);
            forwarding.outdate();
            EndpointStats last = endpoint.media().stats();
            counters.packetsLostInboundOfGone.add(last.packetsLostInbound());
            counters.packetsExpectedInboundOfGone.add(last.packetsExpectedInbound());
            for (BridgeChannel channel : endpoint.channels().takeAll()) {
                channel.close(BridgeChannel.CloseReason.ENDPOINT_CLOSED);
            }
        }
    }

    /** Something changed that the next forwarding table shows. */
    void outdateTable() {
        forwarding.outdate();
    }

    /** SSRCs that {@code owner} cannot have: the bridge's and those of the other endpoints. */
    Set<Integer> ssrcsTakenFor(@Nullable Endpoint owner) {
        Set<Integer> taken = new HashSet<>(feedback.both());
        for (Endpoint endpoint : endpoints.values()) {
            if (endpoint != owner) {
                for (DeclaredSource source : endpoint.sources()) {
                    source.ssrcs().forEach(declared -> taken.add(declared.ssrc()));
                }
            }
        }
        return taken;
    }

    /** Where the channel of an endpoint ends, if that endpoint exists. */
    @Nullable
    EndpointChannel channelOf(String endpointId) {
        lock.lock();
        try {
            Endpoint endpoint = isExpired ? null : endpoints.get(endpointId);
            return endpoint == null ? null : channelOf(endpoint);
        } finally {
            lock.unlock();
        }
    }

    /** Where the channels of this endpoint end, also before it is added. */
    EndpointChannel channelOf(Endpoint endpoint) {
        return new EndpointChannel(this, endpoint, counters, hello);
    }

    /** Runs something in turn with everything else about this conference, and publishes what it changed. */
    void inTurn(Runnable action) {
        lock.lock();
        try {
            action.run();
            forwarding.refresh();
        } finally {
            lock.unlock();
        }
    }

    /** Like {@link #inTurn}, for what clients wish: see {@link Forwarding#refreshForWish}. */
    void wishInTurn(Runnable action) {
        lock.lock();
        try {
            action.run();
            forwarding.refreshForWish();
        } finally {
            lock.unlock();
        }
    }

    /** Runs something that publishes nothing, unless someone else is busy here; then the answer is false. */
    boolean tryNow(Runnable action) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            action.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Like {@link #wishInTurn}, unless someone else is busy here; then the answer is false. What changes is published by another
     * thread: that takes a while in a large conference.
     */
    boolean tryWish(Runnable action) {
        return tryNow(() -> {
            action.run();
            forwarding.refreshForWishElsewhere();
        });
    }

    /** Like {@link #reviewLayers}, on another thread: for media workers, which do not wait for the lock. */
    void reviewSoon() {
        if (isReviewAsked.compareAndSet(false, true)) {
            environment.delayed().after(Duration.ZERO, this::reviewLayers);
        }
    }

    /** Looks whether other layers are to be chosen. */
    void reviewLayers() {
        isReviewAsked.set(false);
        lock.lock();
        try {
            forwarding.review();
        } finally {
            lock.unlock();
        }
    }

    ConferenceSnapshot snapshot() {
        lock.lock();
        try {
            return new ConferenceSnapshot(
                    id,
                    meetingId,
                    name,
                    isRtcstatsEnabled,
                    createdAtNs,
                    feedback.sources(),
                    endpoints.values().stream().map(Endpoint::snapshot).toList(),
                    dominantSpeaker(),
                    announcements.speakers().inOrder(endpoints.values()).stream()
                            .map(Endpoint::id)
                            .toList());
        } finally {
            lock.unlock();
        }
    }

    Optional<EndpointDetails> details(String endpointId) {
        lock.lock();
        try {
            return Optional.ofNullable(endpoints.get(endpointId))
                    .map(Endpoint::media)
                    .map(media -> new EndpointDetails(media.streams(), media.layers(), sourceMaps.slots(media.key())));
        } finally {
            lock.unlock();
        }
    }

    private @Nullable String dominantSpeaker() {
        Endpoint dominant = announcements.speakers().dominant(endpoints.values());
        return dominant == null ? null : dominant.id();
    }
}
