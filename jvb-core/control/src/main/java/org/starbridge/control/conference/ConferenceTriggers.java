package org.starbridge.control.conference;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.starbridge.control.conference.ConferenceLock.Publication;
import org.starbridge.control.environment.DelayedExecution;
import org.starbridge.control.message.ActivityNotifications;
import org.starbridge.control.message.ConnectionNotifications;
import org.starbridge.control.message.SpeakerNotifications;
import org.starbridge.control.participant.Participant;
import org.starbridge.lastn.speech.SpeechActivity;

/**
 * Triggers of one conference except requests and messages: speech, layers, the bridge's load, and timers. Any thread.
 */
final class ConferenceTriggers {
    private final ConferenceLock lock;
    private final Forwarding forwarding;
    private final SpeakerNotifications speakers;
    private final ConnectionNotifications connections;
    private final ActivityNotifications activity;
    private final PreemptiveKeyFrames keyFrames;
    private final DelayedExecution delayed;
    private final AtomicBoolean isReviewAsked = new AtomicBoolean();

    ConferenceTriggers(
            ConferenceLock lock,
            Forwarding forwarding,
            SpeakerNotifications speakers,
            ConnectionNotifications connections,
            ActivityNotifications activity,
            PreemptiveKeyFrames keyFrames,
            DelayedExecution delayed) {
        this.lock = lock;
        this.forwarding = forwarding;
        this.speakers = speakers;
        this.connections = connections;
        this.activity = activity;
        this.keyFrames = keyFrames;
        this.delayed = delayed;
    }

    /** The media side reported another order of speakers: clients get it, and Last-N follows it. */
    void onSpeech(SpeechActivity.Snapshot snapshot) {
        lock.update(Publication.PROMPT, () -> {
            Participant speaker = speakers.onSpeech(snapshot);
            if (speaker != null) {
                keyFrames.onDominantSpeaker(speaker.id());
            }
            forwarding.outdate();
        });
    }

    /** A condition that holds for the whole bridge changed. */
    void selectAgain() {
        lock.update(Publication.PROMPT, forwarding::outdate);
    }

    /** Measures connections, and sends clients the result. */
    void checkConnections() {
        lock.read(connections::check);
    }

    /** Finds inactive endpoints, and sends clients what changed. */
    void checkConnectivity(long nowNs) {
        lock.read(() -> activity.check(nowNs));
    }

    /** Like {@link #reviewLayers}, on another thread: for media workers, which do not wait for the lock. */
    void reviewSoon() {
        if (isReviewAsked.compareAndSet(false, true)) {
            delayed.after(Duration.ZERO, this::reviewLayers);
        }
    }

    /** Selects again if other layers are due. */
    void reviewLayers() {
        isReviewAsked.set(false);
        lock.update(Publication.PROMPT, forwarding::review);
    }
}
