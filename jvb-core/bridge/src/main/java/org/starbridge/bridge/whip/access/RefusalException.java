package org.starbridge.bridge.whip.access;

import org.starbridge.bridge.http.route.Answer;

/** A request that is answered with an error. The message is a sentence for people. */
public final class RefusalException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int retryAfterSeconds;

    /** One after which there is no point in trying again. */
    public RefusalException(int status, String sentence) {
        this(status, sentence, 0);
    }

    /** @param retryAfterSeconds 0 if there is no point in trying again */
    public RefusalException(int status, String sentence, int retryAfterSeconds) {
        super(sentence, null, false, false);
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the time after which to try again; 0 for never. */
    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** RFC 9110 section 15.5.21: understood, but it cannot be done. */
    public static RefusalException unprocessable(String sentence) {
        return new RefusalException(422, sentence);
    }

    /** Returns the answer to the request. */
    public Answer answer() {
        Answer answer = Answer.error(status, String.valueOf(getMessage()));
        if (status == 401) {
            answer = answer.with("WWW-Authenticate", "Bearer");
        }
        return retryAfterSeconds > 0 ? answer.retryAfter(retryAfterSeconds) : answer;
    }
}
