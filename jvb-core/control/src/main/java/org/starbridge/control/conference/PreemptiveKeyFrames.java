package org.starbridge.control.conference;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.VideoType;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.media.api.MediaKind;

/**
 * Whoever gets the floor is likely to be looked at next, so it is asked for a key frame before anybody asks for its
 * picture: as late as that it comes when the farthest receiver has heard of the change. Pure.
 */
final class PreemptiveKeyFrames {
    /** What receivers take to react. */
    private static final double MARGIN_MS = 10;
    /** With fewer everybody looks at the other one anyway. */
    private static final int FEWEST = 3;

    private PreemptiveKeyFrames() {}

    /**
     * A key frame to ask for.
     *
     * @param ssrc of the source's lowest encoding
     */
    record Request(int ssrc, Duration delay) {}

    /** The key frame to ask a new dominant speaker for; null if it makes no sense. */
    static @Nullable Request of(LocalEndpoint speaker, Collection<LocalEndpoint> endpoints) {
        Integer camera = camera(speaker);
        if (camera == null || endpoints.size() < FEWEST || !hasStage(speaker, endpoints)) {
            return null;
        }
        double farthestMs = 0;
        for (LocalEndpoint receiver : endpoints) {
            if (receiver != speaker) {
                farthestMs = Math.max(farthestMs, receiver.stats().rttMs());
            }
        }
        double delayMs = farthestMs - speaker.stats().rttMs() + MARGIN_MS;
        return new Request(camera, Duration.ofMillis(Math.max(0, Math.round(delayMs))));
    }

    /**
     * Whether anybody has a camera of an endpoint other than this one on stage: in time linear in what is declared and
     * named.
     */
    private static boolean hasStage(LocalEndpoint speaker, Collection<LocalEndpoint> endpoints) {
        Set<String> cameras = new HashSet<>();
        for (LocalEndpoint other : endpoints) {
            if (other != speaker) {
                addCameras(other, cameras);
            }
        }
        for (LocalEndpoint receiver : endpoints) {
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

    private static @Nullable Integer camera(LocalEndpoint speaker) {
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
