package org.starbridge.jvb.runner;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.jvb.worker.MediaWorker;
import org.starbridge.transport.udp.Sleeper;
import org.starbridge.transport.udp.UdpSocket;

/**
 * Runs one media worker on a platform thread of its own until it is closed. The worker stays open: others may still read
 * its ring, so whoever started the threads closes the workers when all of them have stopped.
 *
 * <p>Without work it sleeps until its socket has something, the next deadline comes, or somebody has put something into
 * its queue or ring; see {@link SleepDeclaration}.
 */
public final class MediaThread implements AutoCloseable {
    private static final int MAX_SLEEP_MS = 1000;
    private static final Logger LOG = LoggerFactory.getLogger(MediaThread.class);

    private final MediaWorker worker;
    private final Sleeper sleeper;
    private final Thread thread;
    private final CountDownLatch running = new CountDownLatch(1);
    private final SleepDeclaration sleep = new SleepDeclaration();
    private volatile boolean stopped;

    private MediaThread(MediaWorker worker, UdpSocket socket) {
        this.worker = worker;
        sleeper = socket.sleeper();
        worker.waker(this::wake);
        thread = Thread.ofPlatform().name("media-" + worker.index()).unstarted(this::run);
    }

    /** Starts a thread for {@code worker}, whose port is {@code socket}; its first duty cycle is done when this returns. */
    public static MediaThread start(MediaWorker worker, UdpSocket socket) {
        MediaThread started = new MediaThread(worker, socket);
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
                LOG.error("media worker {} failed in its duty cycle; this is a bug, it goes on", worker.index(), e);
            }
        }
        sleeper.close();
    }

    private void sleep() {
        sleep.declare();
        if (!worker.mayHaveMore() && !stopped) {
            long leftNs = worker.nextDeadlineNs() - System.nanoTime();
            sleeper.await(Math.clamp((leftNs + 999_999) / 1_000_000, 0, MAX_SLEEP_MS));
        }
        sleep.withdraw();
    }

    private void wake() {
        if (sleep.standsAfterAdding()) {
            sleeper.wake();
        }
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
