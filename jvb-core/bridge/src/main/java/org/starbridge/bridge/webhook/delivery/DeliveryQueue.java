package org.starbridge.bridge.webhook.delivery;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for one receiver. They leave in order, one at a time; when too many wait, the oldest is dropped. A
 * failed one is tried again before those behind it. One thread.
 */
public final class DeliveryQueue {
    private final int capacity;
    private final RetryPolicy policy;
    private final ArrayDeque<Message> waiting = new ArrayDeque<>();
    private @Nullable Message underWay;
    private int attempts;
    private long notBeforeNs;
    private boolean isPausing;

    /** Result of an attempt. */
    public enum Outcome {
        /** The receiver took it. */
        DELIVERED,
        /** The receiver will never take it. */
        REFUSED,
        /** It may succeed later. */
        FAILED
    }

    /** Next step for a message after an attempt. */
    public enum Fate {
        DELIVERED,
        GIVEN_UP,
        REPEATED
    }

    /** An empty one. */
    public DeliveryQueue(int capacity, RetryPolicy policy) {
        this.capacity = capacity;
        this.policy = policy;
    }

    /**
     * A message waits from now on.
     *
     * @return whether the oldest was dropped for it
     */
    public boolean add(Message message) {
        waiting.add(message);
        if (waiting.size() <= capacity) {
            return false;
        }
        waiting.removeFirst();
        if (underWay == null && attempts > 0) { // it was between two attempts
            attempts = 0;
        }
        return true;
    }

    /** The message that is to be sent now; null if none is. {@link #onOutcome} follows. */
    public @Nullable Message next(long nowNs) {
        if (underWay != null || (isPausing && nowNs - notBeforeNs < 0)) {
            return null;
        }
        isPausing = false;
        underWay = waiting.poll();
        return underWay;
    }

    /** An attempt to send the message that {@link #next} returned last has ended. */
    public Fate onOutcome(Outcome outcome, long nowNs) {
        Message message = underWay;
        underWay = null;
        attempts++;
        if (outcome == Outcome.FAILED) {
            isPausing = true; // also before the next message: the receiver is down
            notBeforeNs = nowNs + policy.delayNs(attempts);
            if (message != null && attempts < policy.maxAttempts() && waiting.size() < capacity) {
                waiting.addFirst(message);
                return Fate.REPEATED;
            }
        }
        attempts = 0;
        return outcome == Outcome.DELIVERED ? Fate.DELIVERED : Fate.GIVEN_UP;
    }

    /** Time at which {@link #next} may return a message again without another call; {@link Long#MAX_VALUE} if never. */
    public long nextDeadlineNs(long nowNs) {
        if (underWay != null || waiting.isEmpty()) {
            return Long.MAX_VALUE;
        }
        return isPausing ? notBeforeNs : nowNs;
    }

    /** Number of waiting messages, including the one that is being sent. */
    public int size() {
        return waiting.size() + (underWay == null ? 0 : 1);
    }
}
