package org.starbridge.hammer.hls;

import java.util.List;
import org.starbridge.playlist.MediaPart;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.MediaSegment;

/**
 * Position at which loading and playing begin: a player plays from the hold-back before the live edge on, and loads
 * from the key frame before that.
 *
 * @param sequence of the segment that is loaded first
 * @param part of it that is loaded first
 * @param partsSeconds how long the parts before it play
 * @param playFromSeconds where playing begins, from the begin of what is loaded first
 * @param dateMs of that place, in milliseconds since 1970; -1 if it is unknown
 */
record StartPosition(long sequence, int part, double partsSeconds, double playFromSeconds, long dateMs) {
    private static final double EXACT_SECONDS = 1e-6;

    /** Returns the distance from the end that a player keeps. */
    static double holdBackSeconds(MediaPlaylist of) {
        return of.isLowLatency()
                ? positive(of.control().partHoldBackSeconds(), 3 * of.control().partTargetSeconds())
                : positive(of.control().holdBackSeconds(), 3.0 * of.targetSeconds());
    }

    private static double positive(double value, double otherwise) {
        return value > 0 ? value : otherwise;
    }

    /** The hold-back away from the end. */
    static StartPosition beforeEdge(MediaPlaylist of) {
        double holdBack = holdBackSeconds(of);
        List<MediaSegment> segments = of.segments();
        boolean areAllIndependent = hasNoIndependentPart(of);
        double untilEnd = 0;
        for (int i = segments.size() - 1; i >= 0; i--) {
            MediaSegment segment = segments.get(i);
            if (of.isLowLatency()) {
                double left = untilEnd;
                for (int k = segment.parts().size() - 1; k > 0; k--) {
                    MediaPart each = segment.parts().get(k);
                    left += each.seconds();
                    if (left >= holdBack - EXACT_SECONDS && (areAllIndependent || each.isIndependent())) {
                        return at(segment, k, left - holdBack);
                    }
                }
            }
            untilEnd += segment.seconds();
            if (i == 0 || untilEnd >= holdBack - EXACT_SECONDS) {
                return at(segment, 0, Math.max(0, untilEnd - holdBack));
            }
        }
        return new StartPosition(of.nextSequence(), 0, 0, 0, -1);
    }

    /**
     * Returns the position at which another rendition plays at a date; the hold-back away from the end if the playlist
     * does not have it.
     */
    static StartPosition atDate(MediaPlaylist of, long dateMs) {
        boolean areAllIndependent = hasNoIndependentPart(of);
        for (MediaSegment segment : of.segments()) {
            double into = (dateMs - segment.dateMs()) / 1000.0;
            if (dateMs < 0 || segment.dateMs() < 0 || into < 0 || into >= segment.seconds()) {
                continue;
            }
            int first = 0;
            double before = 0;
            double end = 0;
            for (int k = 0; k < segment.parts().size() && of.isLowLatency() && end <= into; k++) {
                MediaPart each = segment.parts().get(k);
                if (areAllIndependent || each.isIndependent()) {
                    first = k;
                    before = end;
                }
                end += each.seconds();
            }
            return at(segment, first, into - before);
        }
        return beforeEdge(of);
    }

    private static boolean hasNoIndependentPart(MediaPlaylist of) {
        return of.segments().stream()
                .flatMap(segment -> segment.parts().stream())
                .noneMatch(MediaPart::isIndependent);
    }

    private static StartPosition at(MediaSegment segment, int part, double playFromSeconds) {
        double before = 0;
        for (int i = 0; i < part; i++) {
            before += segment.parts().get(i).seconds();
        }
        long dateMs = segment.dateMs() < 0 ? -1 : segment.dateMs() + Math.round((before + playFromSeconds) * 1000);
        return new StartPosition(segment.sequence(), part, before, playFromSeconds, dateMs);
    }
}
