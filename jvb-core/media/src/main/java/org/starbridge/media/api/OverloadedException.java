package org.starbridge.media.api;

/**
 * A media worker's command queue is full, or native memory is used up: the caller's request was not taken, and may be
 * tried again later.
 */
public final class OverloadedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public OverloadedException(String message) {
        super(message);
    }
}
