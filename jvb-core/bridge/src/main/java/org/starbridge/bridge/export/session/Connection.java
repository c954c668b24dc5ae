package org.starbridge.bridge.export.session;

/** An open connection to a service. */
public interface Connection {
    /** Whether it takes a frame now: the one before has been handed to the network. */
    boolean isWritable();

    /** Sends a text frame; only while it {@link #isWritable}. */
    void send(String text);

    /** Sends a close frame behind what was sent, and drops the connection a little later. */
    void close(int code, String reason);

    /** Looks whether the service is still there. */
    void look(long nowNs);

    /** Drops it at once. */
    void abort();
}
