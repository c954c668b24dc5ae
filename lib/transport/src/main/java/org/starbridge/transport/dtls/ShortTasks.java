package org.starbridge.transport.dtls;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tasks of some microseconds each, a few threads for all of them, and few wake-ups: waking a thread costs more than
 * most tasks do. A thread that has worked rests for {@value #REST_NS} ns, while tasks gather, and looks once more
 * before it goes; so the first task after a pause runs at once, and while there are many a thread wakes by itself, and
 * for all of them together. Thread safe.
 */
final class ShortTasks {
    private static final long REST_NS = 20_000_000;

    /**
     * Number of tasks that one thread takes at a time; when more wait, another thread is woken for them, if there may
     * be one.
     */
    private static final int BATCH = 64;

    /** Work that running tasks left for the end of those that were taken with them. */
    private static final ScopedValue<Set<Runnable>> LEFT_FOR_THE_END = ScopedValue.newInstance();

    private final int maxThreads;
    private final ThreadPoolExecutor threads;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private List<Runnable> waiting = new ArrayList<>();
    private int running;

    /** Starts the threads, which stay: a task's giver must not wait for a new one. */
    ShortTasks(String threadPrefix, int maxThreads) {
        this.maxThreads = maxThreads;
        threads = DtlsHandshakes.pool(threadPrefix, maxThreads);
        threads.prestartAllCoreThreads();
    }

    /** Runs a task within 20 ms, as a rule; never, after {@link #close}. */
    void execute(Runnable task) {
        boolean isThreadNeeded;
        lock.lock();
        try {
            waiting.add(task);
            isThreadNeeded = running == 0 || (waiting.size() > BATCH && running < maxThreads);
            if (isThreadNeeded) {
                running++;
            }
        } finally {
            lock.unlock();
        }
        if (isThreadNeeded) {
            start();
        }
    }

    /**
     * For what need be done but once for many tasks: called by a task, it runs after all those that the thread has
     * taken with it, the same object once; called by another thread, at once.
     */
    static void executeLast(Runnable last) {
        if (LEFT_FOR_THE_END.isBound()) {
            LEFT_FOR_THE_END.get().add(last);
        } else {
            last.run();
        }
    }

    private void start() {
        try {
            threads.execute(this::run);
        } catch (RejectedExecutionException _) {
            lock.lock();
            try {
                running--;
                waiting = new ArrayList<>();
            } finally {
                lock.unlock();
            }
        }
    }

    private void run() {
        for (List<Runnable> batch = take(); !batch.isEmpty(); batch = take()) {
            runAll(batch);
            if (batch.size() < BATCH) {
                LockSupport.parkNanos(REST_NS);
            }
        }
    }

    /** The next tasks, at most a batch of them; if there are none, this thread counts as gone. */
    private List<Runnable> take() {
        lock.lock();
        try {
            if (waiting.isEmpty()) {
                running--;
                return List.of();
            }
            List<Runnable> all = waiting;
            int taken = Math.min(BATCH, all.size());
            waiting = new ArrayList<>(all.subList(taken, all.size()));
            return all.subList(0, taken);
        } finally {
            lock.unlock();
        }
    }

    private static void runAll(List<Runnable> batch) {
        Set<Runnable> last = new LinkedHashSet<>();
        ScopedValue.where(LEFT_FOR_THE_END, last).run(() -> batch.forEach(ShortTasks::runOne));
        last.forEach(ShortTasks::runOne);
    }

    /** A bug in one is for the thread's handler to report; the others still have their turn. */
    @SuppressWarnings("CatchingUnchecked")
    private static void runOne(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        }
    }

    /** Closes the pool: what waits is still done, for some seconds; what comes later is not. */
    void close() throws InterruptedException {
        threads.shutdown();
        threads.awaitTermination(5, TimeUnit.SECONDS);
    }

    /** Interrupts what is left. */
    void closeNow() {
        threads.shutdownNow();
    }
}
