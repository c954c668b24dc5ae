package org.starbridge.control.calllog;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.CallEvents;

/**
 * Writes events of calls to the log: one line each, in the order in which they came. Adding an event never waits. When
 * too many events wait, or more than {@value #LINES} come within {@value #WINDOW_SECONDS} s, further ones are dropped
 * and counted; the log says how many.
 */
public final class CallLog implements CallEvents, AutoCloseable {
    static final int LINES = 2_000;
    static final int WINDOW_SECONDS = 10;
    private static final int MOST_WAITING = 8_192;
    private static final long WINDOW_NS = WINDOW_SECONDS * 1_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(CallLog.class);

    private final Executor executor;
    private final LongSupplier clockNs;
    private final ConcurrentLinkedQueue<CallEvent> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final AtomicBoolean isWriterComing = new AtomicBoolean();
    private final AtomicLong lost = new AtomicLong();
    private final ReentrantLock writing = new ReentrantLock();

    // Guarded by the lock.
    private final CallLogFormatter lines;
    private final KnownConferences conferences = new KnownConferences();
    private long windowBeganNs;
    private int inWindow;
    private long leftOut;

    /**
     * A log without lines so far.
     *
     * @param executor runs what may wait for the log
     * @param clockNs monotonic
     */
    public CallLog(Executor executor, LongSupplier clockNs) {
        this.executor = executor;
        this.clockNs = clockNs;
        windowBeganNs = clockNs.getAsLong();
        lines = new CallLogFormatter();
    }

    @Override
    public void onEvent(CallEvent event) {
        if (waitingCount.incrementAndGet() <= MOST_WAITING) {
            waiting.add(event);
        } else {
            waitingCount.decrementAndGet();
            lost.incrementAndGet();
        }
        if (isWriterComing.compareAndSet(false, true)) {
            executor.execute(this::write);
        }
    }

    /** Writes what waits, on the caller's thread. */
    @Override
    public void close() {
        write();
        writing.lock();
        try {
            tellLeftOut();
        } finally {
            writing.unlock();
        }
    }

    private void write() {
        writing.lock();
        try {
            isWriterComing.set(false); // first: what comes from now on has another writer, or is seen below
            for (CallEvent event = waiting.poll(); event != null; event = waiting.poll()) {
                waitingCount.decrementAndGet();
                write(event);
            }
        } finally {
            writing.unlock();
        }
    }

    private void write(CallEvent event) {
        long nowNs = clockNs.getAsLong();
        if (nowNs - windowBeganNs >= WINDOW_NS) {
            windowBeganNs = nowNs;
            inWindow = 0;
            tellLeftOut();
        }
        boolean isDetail = CallLogFormatter.isDetail(event);
        String line = lines.of(event, nowNs); // also if it is left out: who is where is remembered
        LoggedCall call = conferences.of(event, lines.prefixChars(event));
        if (isDetail ? !LOG.isDebugEnabled() : !LOG.isInfoEnabled()) {
            return;
        }
        if (inWindow >= LINES) {
            leftOut++;
            return;
        }
        inWindow++;
        call.log(() -> write(line, isDetail));
    }

    /** Its name is in lines that look as those of Jitsi Videobridge. */
    private static void write(String line, boolean isDetail) {
        if (isDetail) {
            LOG.debug(line);
        } else {
            LOG.info(line);
        }
    }

    private void tellLeftOut() {
        long all = leftOut + lost.getAndSet(0);
        leftOut = 0;
        if (all > 0) {
            LOG.warn("{} call log lines were suppressed because of the rate limit", all);
        }
    }
}
