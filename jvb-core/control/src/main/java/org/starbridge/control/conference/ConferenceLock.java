package org.starbridge.control.conference;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The two ways into a conference: {@link #update} publishes a new forwarding table if the change outdated the last one,
 * {@link #read} publishes nothing. Both run one after another, in the order of their calls; the {@code try} forms are
 * for threads that must not wait. Any thread.
 */
final class ConferenceLock {
    private final ReentrantLock lock;
    private final Forwarding forwarding;

    /** Time at which an update is published. */
    enum Publication {
        /** At once, unless the last selection was expensive and is not long ago. */
        PROMPT,
        /**
         * At most once in each interval, because every client may cause it: see {@link Forwarding#publishForClient}.
         */
        PACED
    }

    ConferenceLock(ReentrantLock lock, Forwarding forwarding) {
        this.lock = lock;
        this.forwarding = forwarding;
    }

    /** Runs a change, and publishes it. */
    void update(Publication publication, Runnable change) {
        lock.lock();
        try {
            change.run();
            switch (publication) {
                case PROMPT -> forwarding.publish();
                case PACED -> forwarding.publishForClient();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs a change, unless another thread is in the conference; then the answer is false. What is to be published,
     * paced, is selected on another thread: that takes long in a large conference.
     */
    boolean tryUpdate(Runnable change) {
        return tryRead(() -> {
            change.run();
            forwarding.publishForClientElsewhere();
        });
    }

    /** Runs something that does not change what is forwarded. */
    <T extends @Nullable Object> T read(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Like {@link #read(Supplier)}, without a result. */
    void read(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /** Like {@link #read(Runnable)}, unless another thread is in the conference; then the answer is false. */
    boolean tryRead(Runnable action) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            action.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps all others out until {@link #release}: for a conference that is found before its creation is complete. */
    void hold() {
        lock.lock();
    }

    void release() {
        lock.unlock();
    }
}
