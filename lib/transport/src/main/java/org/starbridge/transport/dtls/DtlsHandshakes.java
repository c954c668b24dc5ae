package org.starbridge.transport.dtls;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which DTLS runs, shared by all sessions of a process, and the limits on how many. Thread safe.
 *
 * <p>A handshake in progress occupies one platform thread, because Bouncy Castle blocks while it waits for a datagram;
 * so at most {@code maxInProgress} run, {@value #WAITING_PER_RUNNING} times as many wait for a thread, and what comes
 * beyond is refused and counted. A thread computes only while it holds one of {@code maxComputing} permits, about half
 * the cores: while it waits for the peer it gives its permit back. So a silent peer costs a sleeping thread until the
 * timeout, and elliptic curves never take the media workers' cores. (Virtual threads would do for the waiting, but the
 * computing would stall everything else on their carriers.)
 *
 * <p>A connected session has no thread. Its later datagrams (application data, close_notify, a retransmitted flight
 * whose answer was lost) are short tasks on {@code maxComputing} further threads, without a permit, so that they wait
 * neither behind silent peers nor behind handshakes that compute; a thread that works on application data may have
 * their short tasks done there too.
 *
 * <p>A session's caller, which may be a media thread, never starts a thread: that waits until the new one runs, some 10
 * ms where every core is busy, as it is while a hundred join. The timer thread does it. Threads for handshakes end
 * after a second without work; the others stay.
 */
public final class DtlsHandshakes implements AutoCloseable {
    /** Number of handshakes that may wait for each that may run: a burst of joins is a matter of seconds. */
    static final int WAITING_PER_RUNNING = 4;

    /** Time after which a session that found no place tries again. */
    private static final Duration NEXT_TRY = Duration.ofMillis(250);

    private static final Duration IDLE = Duration.ofSeconds(1);

    private final int maxInProgress;
    private final Duration handshakeTimeout;
    private final Semaphore permits;
    private final ThreadPoolExecutor handshakes;
    private final ShortTasks shortTasks;
    private final ScheduledThreadPoolExecutor timers;
    /** Handshakes that run, wait for a thread, or are about to. */
    private final AtomicInteger admitted = new AtomicInteger();

    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger refusedCertificates = new AtomicInteger();

    /**
     * Starts the threads that stay, which sleep.
     *
     * @param maxComputing how many handshakes compute at once, and on how many threads short tasks run, 1 or more;
     *     about half the cores
     * @param maxInProgress how many handshakes are in progress at once, 1 or more; each has a thread
     * @param handshakeTimeout for a whole handshake, the wait for a ClientHello, a thread or a fingerprint included; 30
     *     s is usual
     */
    public DtlsHandshakes(int maxComputing, int maxInProgress, Duration handshakeTimeout) {
        if (maxComputing < 1 || maxInProgress < 1 || handshakeTimeout.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "maxComputing %d, maxInProgress %d, handshakeTimeout %s: expected 1 or more"
                            .formatted(maxComputing, maxInProgress, handshakeTimeout));
        }
        this.maxInProgress = maxInProgress;
        this.handshakeTimeout = handshakeTimeout;
        this.permits = new Semaphore(maxComputing, true);
        this.handshakes = pool("dtls-handshake-", maxInProgress);
        handshakes.allowCoreThreadTimeOut(true);
        this.shortTasks = new ShortTasks("dtls-records-", maxComputing);
        this.timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("dtls-timer").factory());
        timers.setRemoveOnCancelPolicy(true);
        timers.prestartAllCoreThreads();
    }

    static ThreadPoolExecutor pool(String prefix, int threads) {
        return new ThreadPoolExecutor(
                threads,
                threads,
                IDLE.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name(prefix, 1).factory());
    }

    private long admittedLimit() {
        return (1L + WAITING_PER_RUNNING) * maxInProgress;
    }

    /** Handshakes that have a thread now. */
    public int inProgress() {
        return handshakes.getActiveCount();
    }

    /** Handshakes that wait for a thread now. */
    public int waiting() {
        return Math.max(0, admitted.get() - inProgress());
    }

    /**
     * Returns the number of times a handshake was put off since the start because too many were in progress and
     * waiting.
     */
    public int refused() {
        return refused.get();
    }

    /**
     * Returns the number of handshakes that failed since the start because the peer's certificate was too large or had
     * an unusual key.
     */
    public int refusedCertificates() {
        return refusedCertificates.get();
    }

    /**
     * Ends handshakes in progress and waits a few seconds for their threads. Sessions should be closed before; what is
     * left of them afterwards is silent: no listener is called any more.
     */
    @Override
    public void close() {
        timers.shutdownNow();
        handshakes.shutdownNow();
        try {
            if (handshakes.awaitTermination(5, TimeUnit.SECONDS)) {
                shortTasks.close();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            shortTasks.closeNow();
        }
    }

    void onRefusedCertificate() {
        refusedCertificates.incrementAndGet();
    }

    Duration handshakeTimeout() {
        return handshakeTimeout;
    }

    /** The same, for people. */
    String timeoutText() {
        return handshakeTimeout.toMillis() + " ms";
    }

    long nowNs() {
        return System.nanoTime();
    }

    /** Runs a handshake on a thread of its own, under a permit, now or when a thread is free; false if refused. */
    boolean tryHandshake(Runnable handshake) {
        if (admitted.incrementAndGet() > admittedLimit()) {
            admitted.decrementAndGet();
            refused.incrementAndGet();
            return false;
        }
        try {
            timers.execute(() -> startHandshake(handshake));
            return true;
        } catch (RejectedExecutionException _) { // closed
            admitted.decrementAndGet();
            refused.incrementAndGet();
            return false;
        }
    }

    private void startHandshake(Runnable handshake) {
        try {
            handshakes.execute(() -> {
                try {
                    compute(handshake);
                } finally {
                    admitted.decrementAndGet();
                }
            });
        } catch (RejectedExecutionException _) { // closed meanwhile: the session gets no more calls
            admitted.decrementAndGet();
        }
    }

    /**
     * Runs a task of some microseconds that waits for nothing, with others of its kind: within 20 ms, as a rule. After
     * {@link #close} it does not run.
     */
    public void execute(Runnable task) {
        shortTasks.execute(task);
    }

    /**
     * Runs something that need be done but once for many tasks, such as waking the thread that takes their output:
     * called by one of the short tasks, after all that its thread has taken together, a millisecond or so, and the same
     * object once; called by another thread, at once.
     */
    public void executeLast(Runnable last) {
        ShortTasks.executeLast(last);
    }

    /** Runs a task at the end of the handshake timeout, unless cancelled. */
    Future<?> atTimeout(Runnable task) {
        return timers.schedule(() -> execute(task), handshakeTimeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs a task a moment later, unless cancelled. */
    Future<?> atNextTry(Runnable task) {
        return timers.schedule(() -> execute(task), NEXT_TRY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void compute(Runnable task) {
        takePermit();
        try {
            task.run();
        } finally {
            returnPermit();
        }
    }

    /** Before computing; a thread that was interrupted by {@link #close} gets its permit too, to say good-bye. */
    void takePermit() {
        permits.acquireUninterruptibly();
    }

    /** Before waiting for the peer. */
    void returnPermit() {
        permits.release();
    }
}
