package org.starbridge.colibri.channel;

/** A bridge channel message that can not be read: to be dropped and counted. The message names place and value. */
public final class MalformedMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedMessageException(String sentence) {
        // The network causes these: no stack trace is worth its price.
        super(sentence, null, false, false);
    }
}
