package org.starbridge.bridge.whip;

/** A request that is answered with an error. The message is a sentence for people. */
final class RefusalException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int retryAfterSeconds;

    RefusalException(int status, String sentence) {
        this(status, sentence, 0);
    }

    /** @param retryAfterSeconds 0 if there is no point in trying again */
    RefusalException(int status, String sentence, int retryAfterSeconds) {
        super(sentence, null, false, false);
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** The HTTP status. */
    int status() {
        return status;
    }

    int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** RFC 9110 section 15.5.21: understood, but it cannot be done. */
    static RefusalException unprocessable(String sentence) {
        return new RefusalException(422, sentence);
    }
}
