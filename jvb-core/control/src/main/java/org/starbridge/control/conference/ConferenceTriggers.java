package org.starbridge.control.conference;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.conference.ConferenceLock.Publication;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.message.ActivityNotifications;
import org.starbridge.control.message.ChannelNotifications;
import org.starbridge.control.message.ConnectionNotifications;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.lastn.speech.SpeechActivity;

/**
 * What makes one conference act besides requests and messages: speech, layers, the bridge's load, and timers. Any
 * thread.
 */
final class ConferenceTriggers {
    private final ConferenceLock lock;
    private final Endpoints endpoints;
    private final Forwarding forwarding;
    private final ChannelNotifications notifications;
    private final ConnectionNotifications connections;
    private final ActivityNotifications activity;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final AtomicBoolean isReviewAsked = new AtomicBoolean();

    ConferenceTriggers(
            ConferenceLock lock,
            Endpoints endpoints,
            Forwarding forwarding,
            ChannelNotifications notifications,
            ChannelPolicy policy,
            ConferenceEnvironment environment,
            ConferenceCounters counters) {
        this.lock = lock;
        this.endpoints = endpoints;
        this.forwarding = forwarding;
        this.notifications = notifications;
        this.connections = new ConnectionNotifications(notifications);
        this.activity = new ActivityNotifications(policy, notifications);
        this.environment = environment;
        this.counters = counters;
    }

    /** The media side reported another order of speakers: clients are told, and last-N goes by it. */
    void onSpeech(SpeechActivity.Snapshot snapshot) {
        lock.update(Publication.PROMPT, () -> {
            LocalEndpoint speaker = notifications.onSpeech(snapshot);
            if (speaker != null) {
                requestKeyFrame(speaker);
            }
            forwarding.outdate();
        });
    }

    private void requestKeyFrame(LocalEndpoint speaker) {
        PreemptiveKeyFrames.Request request = PreemptiveKeyFrames.of(speaker, endpoints.all());
        if (request == null) {
            counters.increment(ConferenceCounter.PREEMPTIVE_KEY_FRAMES_SUPPRESSED);
            return;
        }
        counters.increment(ConferenceCounter.PREEMPTIVE_KEY_FRAMES_SENT);
        environment
                .delayed()
                .after(request.delay(), () -> speaker.transport().media().requestKeyFrame(request.ssrc()));
    }

    /** What holds for the whole bridge changed. */
    void selectAgain() {
        lock.update(Publication.PROMPT, forwarding::outdate);
    }

    /** Measures connections, and tells clients. */
    void tellConnections() {
        lock.read(() -> connections.tell(endpoints.all()));
    }

    /** Finds who is heard from, and tells clients what changed. */
    void checkConnectivity(long nowNs) {
        lock.read(() -> activity.tell(nowNs, endpoints.all()));
    }

    /** Like {@link #reviewLayers}, on another thread: for media workers, which do not wait for the lock. */
    void reviewSoon() {
        if (isReviewAsked.compareAndSet(false, true)) {
            environment.delayed().after(Duration.ZERO, this::reviewLayers);
        }
    }

    /** Selects again if other layers are due. */
    void reviewLayers() {
        isReviewAsked.set(false);
        lock.update(Publication.PROMPT, forwarding::review);
    }
}
