package org.starbridge.transport.platform;

/**
 * Sleep of a thread without work: until one of its sockets has a datagram, another thread wakes it, or time is up.
 * {@link #wake()} may be called by any thread, everything else by the owner.
 */
public interface Sleeper extends AutoCloseable {
    /**
     * Sleeps for at most {@code timeoutMs}; 0 only looks.
     *
     * @return how many sockets have something to read
     */
    int await(int timeoutMs);

    /**
     * The same for less than a millisecond: where the system can not wait so precisely, the time is rounded up to whole
     * milliseconds.
     *
     * @param timeoutNs 0 or less only looks
     * @return how many sockets have something to read
     */
    int awaitNs(long timeoutNs);

    /** Ends the owner's sleep, or its next one. */
    void wake();

    @Override
    void close();
}
