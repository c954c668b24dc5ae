package org.starbridge.hammer;

/** The run can't go on; the message is a sentence for people that says what happened and what to look at next. */
public final class LoadTestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LoadTestException(String message) {
        super(message);
    }

    public LoadTestException(String message, Throwable cause) {
        super(message, cause);
    }
}
