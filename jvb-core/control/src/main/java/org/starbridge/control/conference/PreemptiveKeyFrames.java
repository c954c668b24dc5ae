package org.starbridge.control.conference;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.VideoType;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.DelayedExecution;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.media.api.MediaKind;

/**
 * Requests a key frame from a new dominant speaker before receivers ask for its picture: receivers are likely to show
 * it next. The request is delayed so that the key frame comes when the receiver with the longest round trip knows of
 * the change. Guarded by the conference's lock.
 */
final class PreemptiveKeyFrames {
    /** The time that receivers take to react. */
    private static final double MARGIN_MS = 10;
    /** In a smaller conference each receiver shows the other endpoint anyway. */
    private static final int MIN_ENDPOINTS = 3;

    private final Endpoints endpoints;
    private final DelayedExecution delayed;
    private final ConferenceCounters counters;

    PreemptiveKeyFrames(Endpoints endpoints, DelayedExecution delayed, ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.delayed = delayed;
        this.counters = counters;
    }

    /**
     * Requests a key frame of the lowest encoding of the speaker's camera, if a receiver may soon show it. That of a
     * speaker on another bridge is requested there.
     */
    void onDominantSpeaker(String endpointId) {
        LocalEndpoint speaker = endpoints.find(endpointId);
        if (speaker != null) {
            onDominantSpeaker(speaker);
        }
    }

    private void onDominantSpeaker(LocalEndpoint speaker) {
        Integer ssrc = cameraSsrc(speaker);
        if (ssrc == null
                || endpoints.size() + endpoints.remote().size() < MIN_ENDPOINTS
                || !isAnotherCameraOnStage(speaker)) {
            counters.increment(ConferenceCounter.PREEMPTIVE_KEY_FRAMES_SUPPRESSED);
            return;
        }
        counters.increment(ConferenceCounter.PREEMPTIVE_KEY_FRAMES_SENT);
        delayed.after(delay(speaker), () -> speaker.transport().media().requestKeyFrame(ssrc));
    }

    private Duration delay(LocalEndpoint speaker) {
        double longestMs = 0;
        for (LocalEndpoint receiver : endpoints.all()) {
            if (receiver != speaker) {
                longestMs = Math.max(longestMs, receiver.stats().rttMs());
            }
        }
        double delayMs = longestMs - speaker.stats().rttMs() + MARGIN_MS;
        return Duration.ofMillis(Math.max(0, Math.round(delayMs)));
    }

    /**
     * Returns whether any receiver has the camera of another endpoint on stage. Takes time linear in the number of
     * declared and of named sources.
     */
    private boolean isAnotherCameraOnStage(LocalEndpoint speaker) {
        Set<String> cameras = new HashSet<>();
        for (LocalEndpoint other : endpoints.all()) {
            if (other != speaker) {
                addCameras(other, cameras);
            }
        }
        for (LocalEndpoint receiver : endpoints.all()) {
            for (String name : receiver.reception().constraints().asked().onStageSources()) {
                if (cameras.contains(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void addCameras(LocalEndpoint endpoint, Set<String> names) {
        for (DeclaredSource source : endpoint.participant().sources()) {
            if (source.kind() == MediaKind.VIDEO
                    && endpoint.participant().videoTypes().of(source.name()) == VideoType.CAMERA) {
                names.add(source.name());
            }
        }
    }

    private static @Nullable Integer cameraSsrc(LocalEndpoint speaker) {
        for (DeclaredSource source : speaker.participant().sources()) {
            if (source.kind() == MediaKind.VIDEO
                    && !source.encodings().isEmpty()
                    && speaker.participant().videoTypes().of(source.name()) == VideoType.CAMERA) {
                return source.encodings().getFirst();
            }
        }
        return null;
    }
}
