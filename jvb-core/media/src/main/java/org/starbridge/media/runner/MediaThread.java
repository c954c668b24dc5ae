package org.starbridge.media.runner;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.api.Fault;
import org.starbridge.media.worker.MediaWorker;
import org.starbridge.transport.platform.Sleeper;
import org.starbridge.transport.udp.UdpSocket;

/**
 * Runs one media worker on a platform thread of its own until it is closed. The worker stays open: others may still
 * read its ring, so the starter of the threads closes the workers when all of them have stopped.
 *
 * <p>Without work it sleeps until its socket has something, the next deadline comes, or another thread has put
 * something into its queue or ring; see {@link SleepDeclaration}.
 */
public final class MediaThread implements AutoCloseable, Watchdog.Turning {
    /** Prefix of the threads' names, before the worker's number. */
    public static final String NAME_PREFIX = "media-";

    private static final long MAX_SLEEP_NS = 1_000_000_000;
    /** A duty cycle that fails as a whole may fail again at once. */
    private static final long PAUSE_AFTER_FAULT_NS = 1_000_000;
    /** A resting worker looks for commands this often. */
    private static final long RESTING_NS = 100_000;

    private final MediaWorker worker;
    private final Sleeper sleeper;
    private final ErrorHandler errors;
    private final Thread thread;
    private final CountDownLatch running = new CountDownLatch(1);
    private final SleepDeclaration sleep = new SleepDeclaration();
    private volatile boolean stopped;
    private volatile @Nullable Throwable brokenBy;

    private MediaThread(MediaWorker worker, UdpSocket socket, ErrorHandler errors) {
        this.worker = worker;
        this.errors = errors;
        sleeper = socket.sleeper();
        worker.sleepsIn(sleeper);
        worker.waker(this::wake);
        thread = Thread.ofPlatform().name(NAME_PREFIX + worker.index()).unstarted(this::run);
    }

    /**
     * Starts a thread for {@code worker}, whose port is {@code socket}; its first duty cycle is done when this returns.
     *
     * @param errors is called when a duty cycle failed as a whole; the next one follows
     */
    public static MediaThread start(MediaWorker worker, UdpSocket socket, ErrorHandler errors) {
        MediaThread started = new MediaThread(worker, socket, errors);
        started.thread.start();
        awaitQuietly(started.running);
        return started;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!stopped) {
            try {
                worker.doWork(System.nanoTime());
                running.countDown();
                if (!worker.mayHaveMore()) {
                    sleep();
                }
            } catch (RuntimeException | Error e) { // whatever it is, the other endpoints' calls go on
                running.countDown();
                onFault(e);
            }
        }
        sleeper.close();
    }

    private void onFault(Throwable cause) {
        if (cause instanceof VirtualMachineError && !(cause instanceof StackOverflowError)) {
            brokenBy = cause; // nothing more: there may be no memory to do it with
            return;
        }
        try {
            errors.onFault(new Fault(worker.index(), "the duty cycle", null, cause));
        } catch (RuntimeException | Error e) {
            brokenBy = e;
        }
        LockSupport.parkNanos(PAUSE_AFTER_FAULT_NS);
    }

    private void sleep() {
        if (worker.isResting()) { // what waits in the socket would end the other sleep at once
            LockSupport.parkNanos(RESTING_NS);
            return;
        }
        sleep.declare();
        if (!worker.mayHaveMore() && !stopped) {
            sleeper.awaitNs(Math.clamp(worker.nextDeadlineNs() - System.nanoTime(), 0, MAX_SLEEP_NS));
        }
        sleep.withdraw();
    }

    private void wake() {
        if (sleep.standsAfterAdding()) {
            sleeper.wake();
        }
    }

    @Override
    public int index() {
        return worker.index();
    }

    /** For observers of the thread. */
    public long threadId() {
        return thread.threadId();
    }

    @Override
    public long lastTurnNs() {
        return worker.heartbeatNs();
    }

    @Override
    public StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    @Override
    public @Nullable Throwable brokenBy() {
        return brokenBy;
    }

    /** Stops the thread and waits for it. */
    @Override
    public void close() {
        stopped = true;
        sleeper.wake();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
