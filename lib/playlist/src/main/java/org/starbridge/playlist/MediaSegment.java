package org.starbridge.playlist;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A segment. Without a {@code uri} it is the one whose parts are being published.
 *
 * @param sequence its media sequence number
 * @param uri relative to the playlist; null while it is not complete
 * @param seconds how long it plays; while it is not complete, its parts so far
 * @param parts as far as the playlist names them
 * @param map its initialization section, relative to the playlist; null without one
 * @param dateMs {@code EXT-X-PROGRAM-DATE-TIME} of its beginning, in milliseconds since 1970; -1 without one
 * @param isDiscontinuity whether it does not continue the one before
 * @param isGap whether there is no media
 */
public record MediaSegment(
        long sequence,
        @Nullable String uri,
        double seconds,
        List<MediaPart> parts,
        @Nullable String map,
        long dateMs,
        boolean isDiscontinuity,
        boolean isGap) {
    public MediaSegment {
        parts = List.copyOf(parts);
    }

    /** Returns whether it will not get further parts. */
    public boolean isComplete() {
        return uri != null;
    }
}
