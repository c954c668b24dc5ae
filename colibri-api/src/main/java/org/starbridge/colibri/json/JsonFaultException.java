package org.starbridge.colibri.json;

/**
 * JSON that is not what it should be. The message is one sentence that names the path and the offending value: {@code
 * endpoints[0].initial-last-n.value: expected a number, got "5x"}.
 */
public final class JsonFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JsonFaultException(String sentence) {
        // The network causes these: no stack trace is worth its price.
        super(sentence, null, false, false);
    }
}
