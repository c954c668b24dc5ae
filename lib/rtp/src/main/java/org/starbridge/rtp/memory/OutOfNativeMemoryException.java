package org.starbridge.rtp.memory;

/**
 * The C heap has nothing left. Unlike an {@link OutOfMemoryError} it leaves the Java machine sound: the caller can give
 * up what it was about to do, and say so.
 */
public final class OutOfNativeMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public OutOfNativeMemoryException(String message) {
        super(message);
    }
}
