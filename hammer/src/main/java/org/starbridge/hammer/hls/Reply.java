package org.starbridge.hammer.hls;

import org.jspecify.annotations.Nullable;

/**
 * Result of a request.
 *
 * @param status of HTTP; 0 if there was no answer
 * @param body of playlists, and of media that is checked; null otherwise
 * @param encoding {@code Content-Encoding} of the body; null without one
 * @param sizeBytes of the body, as it came
 * @param firstNs monotonic time of the first byte of the answer
 * @param lastNs monotonic time of its end
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere, and never changed
record Reply(
        Request request,
        int status,
        byte @Nullable [] body,
        @Nullable String encoding,
        long sizeBytes,
        long firstNs,
        long lastNs) {
    /** Returns whether there is a body to use. */
    boolean isGood() {
        return status == 200;
    }
}
