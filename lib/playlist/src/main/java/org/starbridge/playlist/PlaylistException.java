package org.starbridge.playlist;

/** A text that is no playlist; the message says why. */
public final class PlaylistException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PlaylistException(String message) {
        super(message);
    }
}
