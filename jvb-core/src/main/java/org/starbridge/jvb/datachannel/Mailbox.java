package org.starbridge.jvb.datachannel;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs what it is given one after another, on a thread that it borrows while there is anything to do, and one thing more
 * whenever that is done. Thread safe.
 */
final class Mailbox {
    private final Executor executor;
    private final int capacity;
    private final Runnable afterwards;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ArrayDeque<Runnable> waiting;
    private boolean isRunning;

    /**
     * An empty one.
     *
     * @param capacity how many tasks of {@link #offer} wait at most
     * @param afterwards runs when nothing waits any more, before the thread is given back
     */
    Mailbox(Executor executor, int capacity, Runnable afterwards) {
        this.executor = executor;
        this.capacity = capacity;
        this.afterwards = afterwards;
    }

    /** Adds a task unless too many wait. */
    boolean offer(Runnable task) {
        return add(task, capacity);
    }

    /** Runs a task that does not wait for anything, here and now, if nothing runs; the answer is false if something does. */
    boolean runNow(Runnable task) {
        lock.lock();
        try {
            if (isRunning) {
                return false;
            }
            isRunning = true;
        } finally {
            lock.unlock();
        }
        try {
            task.run();
            afterwards.run();
        } finally {
            if (!hasStopped()) {
                executor.execute(this::run);
            }
        }
        return true;
    }

    /** Adds a task that must not be lost; there are never many of its kind. */
    void post(Runnable task) {
        add(task, Integer.MAX_VALUE);
    }

    private boolean add(Runnable task, int limit) {
        lock.lock();
        try {
            if (waiting == null) {
                waiting = new ArrayDeque<>(4);
            }
            if (waiting.size() >= limit) {
                return false;
            }
            waiting.add(task);
            if (isRunning) {
                return true;
            }
            isRunning = true;
        } finally {
            lock.unlock();
        }
        executor.execute(this::run);
        return true;
    }

    private void run() {
        boolean isDone = false;
        try {
            do {
                for (Runnable task = next(); task != null; task = next()) {
                    task.run();
                }
                afterwards.run();
            } while (!hasStopped());
            isDone = true;
        } finally {
            if (!isDone && !hasStopped()) {
                executor.execute(this::run); // a bug: the thread's handler reports it, the others still get their turn
            }
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            return waiting == null ? null : waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    private boolean hasStopped() {
        lock.lock();
        try {
            if (waiting != null && !waiting.isEmpty()) {
                return false;
            }
            waiting = null;
            isRunning = false;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
