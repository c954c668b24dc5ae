package org.starbridge.hammer.client;

/** The run can't go on; the message is a sentence for people that says what happened and what to look at next. */
public final class SwarmException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SwarmException(String message) {
        super(message);
    }

    public SwarmException(String message, Throwable cause) {
        super(message, cause);
    }
}
