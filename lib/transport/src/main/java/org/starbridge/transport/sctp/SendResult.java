package org.starbridge.transport.sctp;

/** Outcome for a message to be sent. */
public enum SendResult {
    /** It waits, or is on its way. */
    ACCEPTED,
    /** Too much waits already; {@link SctpSink#onWritable} tells when to try again. */
    BUFFER_FULL,
    /** Longer than the limit of either side. */
    TOO_LARGE,
    /** The association is not up, or is going down. */
    NOT_CONNECTED,
    /** No such stream was negotiated, or it is being reset. */
    NO_SUCH_STREAM;

    public boolean isAccepted() {
        return this == ACCEPTED;
    }
}
