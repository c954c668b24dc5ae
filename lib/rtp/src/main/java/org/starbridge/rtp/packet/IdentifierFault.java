package org.starbridge.rtp.packet;

/** Reason why the data of a {@code mid}, {@code rid} or {@code repaired-rid} element is not a name. */
public enum IdentifierFault {
    /** There is none. */
    EMPTY("The element that names the stream is empty."),
    /** More than 16 bytes. */
    TOO_LONG("The name of the stream has more than 16 bytes."),
    /** Something other than a letter, digit, hyphen or underscore. */
    BAD_CHARACTER("The name of the stream has a character that RFC 8851 does not allow.");

    private final String sentence;

    IdentifierFault(String sentence) {
        this.sentence = sentence;
    }

    /** The reason as one English sentence, for statistics and logs. */
    public String sentence() {
        return sentence;
    }
}
