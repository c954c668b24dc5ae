package org.starbridge.benchmarks.ladder;

/** The measuring can't go on; the message says why, and what to do. */
final class LadderException extends RuntimeException {
    LadderException(String message) {
        super(message);
    }

    LadderException(String message, Throwable cause) {
        super(message, cause);
    }
}
