package org.starbridge.control.channel;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Accounts for the messages that wait for one client until it reads: limited in number, in bytes, and by the
 * {@link ChannelMemory} of all channels. Each message counts with its bytes and a fixed cost. Thread safe.
 */
public final class PendingMessages {
    private final ChannelMemory.Share memory;
    private final MessageLimits limits;
    private final int costPerMessageBytes;
    private final AtomicInteger messages = new AtomicInteger();
    private volatile long progressAtNs;

    /**
     * An empty one.
     *
     * @param costPerMessageBytes memory of the objects that carry a waiting message, in addition to its bytes
     */
    public PendingMessages(ChannelMemory memory, MessageLimits limits, int costPerMessageBytes) {
        this.memory = memory.share(limits.maxPendingBytes());
        this.limits = limits;
        this.costPerMessageBytes = costPerMessageBytes;
    }

    /** Adds a message of so many bytes, unless a bound is reached; the answer says which. */
    public boolean add(int lengthBytes, long nowNs) {
        if (isEmpty()) {
            progressAtNs = nowNs; // before anything waits: another thread may look at once
        }
        if (messages.incrementAndGet() > limits.maxPendingMessages()
                || !memory.take(lengthBytes + costPerMessageBytes)) {
            messages.decrementAndGet();
            return false;
        }
        return true;
    }

    /** The client, or its kernel's window, has taken a message of so many bytes; or it will never be sent. */
    public void remove(int lengthBytes, long nowNs) {
        onHandedOver();
        onFreed(lengthBytes + costPerMessageBytes, nowNs);
    }

    /** A message counts only with its memory from now on: it went to a protocol that keeps it until it has arrived. */
    public void onHandedOver() {
        messages.decrementAndGet();
    }

    /**
     * Messages come from another process that were handed over there; false, and nothing counts, if they are too much.
     */
    public boolean addHandedOver(int bytes, long nowNs) {
        if (isEmpty()) {
            progressAtNs = nowNs;
        }
        return memory.take(bytes);
    }

    /** Frees the memory of messages that were handed over; the bytes include the cost of their objects. */
    public void onFreed(int bytes, long nowNs) {
        memory.giveBack(bytes);
        progressAtNs = nowNs;
    }

    /** Returns whether nothing waits. */
    public boolean isEmpty() {
        return memory.heldBytes() == 0;
    }

    /** Returns whether something waits of which the client has taken nothing for as long as it may. */
    public boolean isStalled(long nowNs) {
        return !isEmpty() && nowNs - progressAtNs >= limits.stallTimeout().toNanos();
    }
}
