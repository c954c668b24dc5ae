package org.starbridge.jvb.conference;

import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.VideoType;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.jvb.selection.DeclaredSource;

/**
 * Whoever gets the floor is likely to be looked at next, so it is asked for a key frame before anybody asks for its picture: as late
 * as that it comes when the farthest receiver has heard of the change. Pure.
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
    record Wish(Endpoint speaker, int ssrc, Duration delay) {}

    /** The key frame to ask a new dominant speaker for; null if it makes no sense. */
    static @Nullable Wish of(Endpoint speaker, Collection<Endpoint> endpoints) {
        Integer camera = camera(speaker);
        boolean hasStage = endpoints.stream().anyMatch(other -> other != speaker && isOnStage(other, endpoints));
        if (camera == null || endpoints.size() < FEWEST || !hasStage) {
            return null;
        }
        double farthestMs = 0;
        for (Endpoint receiver : endpoints) {
            if (receiver != speaker) {
                farthestMs = Math.max(farthestMs, receiver.media().stats().rttMs());
            }
        }
        double delayMs = farthestMs - speaker.media().stats().rttMs() + MARGIN_MS;
        return new Wish(speaker, camera, Duration.ofMillis(Math.max(0, Math.round(delayMs))));
    }

    /** Whether anybody has a camera of this one on stage. */
    private static boolean isOnStage(Endpoint looked, Collection<Endpoint> endpoints) {
        for (DeclaredSource source : looked.sources()) {
            if (source.kind() == MediaKind.VIDEO && looked.videoTypes().of(source.name()) == VideoType.CAMERA) {
                for (Endpoint receiver : endpoints) {
                    if (receiver.receiver().asked().onStageSources().contains(source.name())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static @Nullable Integer camera(Endpoint speaker) {
        for (DeclaredSource source : speaker.sources()) {
            if (source.kind() == MediaKind.VIDEO
                    && !source.encodings().isEmpty()
                    && speaker.videoTypes().of(source.name()) == VideoType.CAMERA) {
                return source.encodings().getFirst();
            }
        }
        return null;
    }
}
