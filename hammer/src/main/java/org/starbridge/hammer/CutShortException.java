package org.starbridge.hammer;

/** A run is to end before its time; the message says why, as a part of a sentence. */
public final class CutShortException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CutShortException(String message) {
        super(message);
    }
}
