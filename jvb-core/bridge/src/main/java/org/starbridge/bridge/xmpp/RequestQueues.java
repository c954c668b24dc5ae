package org.starbridge.bridge.xmpp;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Carries out tasks about one conference one after another, in the order of {@link #offer}, and those about different
 * ones side by side. Any thread may offer. At most so many wait or run in all; nothing is kept for a conference without
 * a task.
 */
final class RequestQueues {
    private final Executor executor;
    private final int mostPending;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ArrayDeque<Runnable>> waiting = new HashMap<>();
    private int pending;

    /**
     * @param executor runs each conference's tasks; they may block
     * @param mostPending tasks that wait or run
     */
    RequestQueues(Executor executor, int mostPending) {
        this.executor = executor;
        this.mostPending = mostPending;
    }

    /**
     * Takes a task, which must not throw.
     *
     * @return false if there are too many
     */
    boolean offer(String conference, Runnable task) {
        lock.lock();
        try {
            if (pending == mostPending) {
                return false;
            }
            pending++;
            ArrayDeque<Runnable> queue = waiting.get(conference);
            if (queue != null) {
                queue.add(task);
                return true;
            }
            waiting.put(conference, new ArrayDeque<>());
        } finally {
            lock.unlock();
        }
        executor.execute(() -> runAll(conference, task));
        return true;
    }

    /** Returns the number of tasks that wait or run. */
    int pending() {
        lock.lock();
        try {
            return pending;
        } finally {
            lock.unlock();
        }
    }

    private void runAll(String conference, Runnable first) {
        Runnable task = first;
        while (task != null) {
            try {
                task.run();
            } finally {
                task = next(conference);
            }
        }
    }

    private @Nullable Runnable next(String conference) {
        lock.lock();
        try {
            pending--;
            ArrayDeque<Runnable> queue = waiting.get(conference);
            Runnable task = queue == null ? null : queue.poll();
            if (task == null) {
                waiting.remove(conference);
            }
            return task;
        } finally {
            lock.unlock();
        }
    }
}
