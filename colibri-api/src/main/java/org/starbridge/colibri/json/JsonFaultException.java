package org.starbridge.colibri.json;

/**
 * JSON that is not what it should be. The message is one sentence that names the path and the offending value:
 * {@code endpoints[0].initial-last-n.value: expected a number, got "5x"}.
 */
public final class JsonFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String sentence;
    private final Kind kind;

    /** Kind of fault. */
    enum Kind {
        /** The shape: no JSON, another JSON type, too many entries. */
        FORM,
        /** A value of the right type that cannot be, or one that is missing. */
        VALUE
    }

    public JsonFaultException(String sentence) {
        this(sentence, Kind.FORM);
    }

    JsonFaultException(String sentence, Kind kind) {
        // The network causes these: no stack trace is worth its price.
        super(sentence, null, false, false);
        this.sentence = sentence;
        this.kind = kind;
    }

    boolean isAboutValue() {
        return kind == Kind.VALUE;
    }

    /** Path and value; the same as the message. */
    public String sentence() {
        return sentence;
    }
}
