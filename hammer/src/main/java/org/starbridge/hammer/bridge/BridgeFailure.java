package org.starbridge.hammer.bridge;

/** The bridge can't be had; the message says what it did, with its last words, and what to look at. */
public final class BridgeFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    BridgeFailure(String message) {
        super(message);
    }

    BridgeFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
