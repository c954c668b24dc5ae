package org.starbridge.bridge.export.session;

/** An open connection to a service. */
public interface Connection {
    /** True if frames can be sent now: what was flushed before has been handed to the network. */
    boolean isWritable();

    /** Adds a text frame to what the next {@link #flush} writes; only while it {@link #isWritable}. */
    void send(String text);

    /** Writes what was added, at once. */
    void flush();

    /** Sends a close frame behind what was sent, and drops the connection a little later. */
    void close(int code, String reason);

    /** Looks whether the service is still there. */
    void look(long nowNs);

    /** Drops it at once. */
    void abort();
}
