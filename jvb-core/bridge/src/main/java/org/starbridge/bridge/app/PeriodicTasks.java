package org.starbridge.bridge.app;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timer for what the control side does again and again, on two threads of its own until it is closed. Any thread may
 * add to it.
 */
final class PeriodicTasks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTasks.class);

    /** Two threads: the watchdog must look also while another task waits for something. */
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            2, Thread.ofPlatform().daemon().name("timer").factory());

    /**
     * Runs the task again and again; one that fails goes on at its next turn.
     *
     * @param what names the task in the log
     */
    void every(Duration interval, String what, Runnable task) {
        var _ = timer.scheduleAtFixedRate(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("the {} failed; it is repeated at its next interval", what, e);
                    }
                },
                interval.toMillis(),
                interval.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Cancels what was to come. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
