package org.starbridge.hammer.hls;

import java.net.URI;

/**
 * What a viewer asks for.
 *
 * @param viewer its number, from 0
 * @param rendition for which of its playlists, from 0
 * @param scheduledNs monotonic time at which it was due
 */
record Request(Kind kind, URI uri, int viewer, int rendition, long scheduledNs) {
    /** What it is for. */
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

        /** Whether the body is a playlist. */
        boolean isPlaylist() {
            return this == MULTIVARIANT || this == PLAYLIST || this == BLOCKING_PLAYLIST;
        }

        /** Whether the server may wait before it answers. */
        boolean mayWait() {
            return this == BLOCKING_PLAYLIST || this == HINT;
        }
    }
}
