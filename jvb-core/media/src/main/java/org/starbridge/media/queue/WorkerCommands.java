package org.starbridge.media.queue;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Commands of other threads to a worker: a bounded queue that it drains at the start of each duty cycle. Full is an
 * answer. Not used by packets.
 */
public final class WorkerCommands {
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final LongAdder rejections = new LongAdder();
    private final int capacity;
    private volatile Runnable waker = () -> {};

    public WorkerCommands(int capacity) {
        this.capacity = capacity;
    }

    /** Sets what wakes the worker's thread if it sleeps; none in a test. */
    public void waker(Runnable waker) {
        this.waker = waker;
    }

    /** Ends the worker's sleep, if it sleeps. */
    public void wake() {
        waker.run();
    }

    /** Adds a command; false, and counted, if the queue is full. Any thread. */
    public boolean offer(Runnable command) {
        boolean isTaken = offerWithoutWaking(command);
        if (isTaken) {
            waker.run();
        }
        return isTaken;
    }

    /** The same, but the caller calls {@link #wake} afterwards, once for many commands. */
    public boolean offerWithoutWaking(Runnable command) {
        if (size.incrementAndGet() > capacity) {
            size.decrementAndGet();
            rejections.increment();
            return false;
        }
        queue.add(command);
        return true;
    }

    /**
     * Adds a command that must not be lost: keys, the end of an endpoint. Never refused, so it is for what happens a
     * few times in an endpoint's life at most, and for tuples, which its ICE agent rations. Any thread.
     */
    public void post(Runnable command) {
        size.incrementAndGet();
        queue.add(command);
        waker.run();
    }

    /** The next command, or null. The worker only. */
    public @Nullable Runnable poll() {
        Runnable command = queue.poll();
        if (command != null) {
            size.decrementAndGet();
        }
        return command;
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    public long rejections() {
        return rejections.sum();
    }
}
