package org.starbridge.jvb.datachannel;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs what it is given one after another, on a thread that it borrows while there is anything to do. Thread safe. */
final class Mailbox {
    private final Executor executor;
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ArrayDeque<Runnable> waiting;
    private boolean isRunning;

    Mailbox(Executor executor, int capacity) {
        this.executor = executor;
        this.capacity = capacity;
    }

    /** Adds a task unless too many wait. */
    boolean offer(Runnable task) {
        return add(task, capacity);
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
        for (Runnable task = next(); task != null; task = next()) {
            boolean isDone = false;
            try {
                task.run();
                isDone = true;
            } finally {
                if (!isDone) {
                    goOn(); // a bug: the thread's handler reports it, the others still get their turn
                }
            }
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable task = waiting == null ? null : waiting.poll();
            if (task == null) {
                waiting = null;
                isRunning = false;
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    private void goOn() {
        executor.execute(this::run);
    }
}
