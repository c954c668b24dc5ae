package org.starbridge.bridge.app;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Timer for what conferences and data channels do once, later, on a thread of its own. Media workers and sessions use
 * it until they are closed, so it is closed after them. Any thread.
 */
final class Timers implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("timer-once").factory(), new ThreadPoolExecutor.DiscardPolicy());

    Timers() {
        timer.setRemoveOnCancelPolicy(true); // SCTP takes most of its timers back
    }

    /** Runs the task once, on a thread that it may keep. */
    void later(Duration delay, Runnable task) {
        var _ = timer.schedule(() -> Thread.startVirtualThread(task), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs the task once, on a thread that it must not keep; the answer takes it back. */
    Runnable after(long delayNs, Runnable task) {
        Future<?> future = timer.schedule(task, delayNs, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Cancels what was to come, and what is added afterwards: virtual threads may outlive everything. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
