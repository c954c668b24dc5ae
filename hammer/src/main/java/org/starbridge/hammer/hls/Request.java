package org.starbridge.hammer.hls;

import java.net.URI;

/**
 * Request of a viewer.
 *
 * @param viewer its number, from 0
 * @param rendition for which of its playlists, from 0
 * @param scheduledNs monotonic time at which it was due
 */
record Request(Kind kind, URI uri, int viewer, int rendition, long scheduledNs) {
    /** Purpose of a request. */
    enum Kind {
        MULTIVARIANT("multivariant playlist"),
        PLAYLIST("playlist"),
        BLOCKING_PLAYLIST("blocking playlist"),
        INIT("initialization section"),
        SEGMENT("segment"),
        PART("part"),
        HINT("hinted part");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** For people. */
        String text() {
            return text;
        }

        /** Returns whether the body is a playlist. */
        boolean isPlaylist() {
            return this == MULTIVARIANT || this == PLAYLIST || this == BLOCKING_PLAYLIST;
        }

        /** Returns whether the server may wait before it answers. */
        boolean mayWait() {
            return this == BLOCKING_PLAYLIST || this == HINT;
        }
    }
}
