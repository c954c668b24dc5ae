package org.starbridge.rtp.state;

/**
 * A record that can not be read, with the reason: damaged, cut off, of another version, or with an impossible value.
 */
public final class StateException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param reason a sentence without a final stop; never a value of the record */
    public StateException(String reason) {
        super(reason);
    }
}
