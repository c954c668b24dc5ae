package org.starbridge.transport.udp;

/**
 * How a thread without work sleeps: until one of its sockets has a datagram, another thread wakes it, or time is up.
 * {@link #wake()} may be called by any thread, everything else by the owner.
 */
public interface Sleeper extends AutoCloseable {
    /**
     * Sleeps for at most {@code timeoutMs}; 0 only looks.
     *
     * @return how many sockets have something to read
     */
    int await(int timeoutMs);

    /** Ends the owner's sleep, or its next one. */
    void wake();

    @Override
    void close();
}
