package org.starbridge.media.runner;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.api.Fault;
import org.starbridge.rtp.memory.OutOfNativeMemoryException;

/**
 * Reporter of bugs: counts each, logs some, and has the conference closed in which it was met. Thread safe; what takes
 * time happens on the executor.
 *
 * <p>A conference's bug is logged when the conference closes, thus once. All together are logged at most
 * {@value #LOGGED_PER_MINUTE} times a minute: a bug that every datagram meets must not fill a disk.
 */
public final class FaultReporter implements ErrorHandler {
    private static final int LOGGED_PER_MINUTE = 10;
    private static final long MINUTE_NS = 60_000_000_000L;
    private static final Logger LOG = LoggerFactory.getLogger(FaultReporter.class);

    private final LongSupplier clockNs;
    private final Executor executor;
    private final LongAdder faults = new LongAdder();
    private final LongAdder givenUp = new LongAdder();
    private volatile Predicate<String> closing = _ -> false;
    private long minuteBeganNs;
    private int loggedInMinute;
    private long unlogged;

    /**
     * @param clockNs monotonic
     * @param executor for what may block: closing conferences and logging
     */
    public FaultReporter(LongSupplier clockNs, Executor executor) {
        this.clockNs = clockNs;
        this.executor = executor;
        minuteBeganNs = clockNs.getAsLong();
    }

    /**
     * Sets what closes conferences from now on; before, there are none.
     *
     * @param closing closes the conference with this bridge-local id; false if there is none any more
     */
    public void closeThrough(Predicate<String> closing) {
        this.closing = closing;
    }

    @Override
    public void onFault(Fault fault) {
        if (fault.cause() instanceof OutOfNativeMemoryException) {
            onOverload(fault);
            return;
        }
        faults.increment();
        String conferenceId = fault.conferenceId();
        if (conferenceId != null) {
            executor.execute(() -> close(conferenceId, fault));
        } else if (mayLog()) {
            executor.execute(() -> LOG.error(
                    "media worker {}: internal error in {}, not part of a conference; the worker continues",
                    fault.worker(),
                    fault.where(),
                    fault.cause()));
        }
    }

    private void onOverload(Fault fault) {
        givenUp.increment();
        if (mayLog()) {
            executor.execute(() -> LOG.warn(
                    "overloaded: media worker {} drops an endpoint: {}",
                    fault.worker(),
                    fault.cause().getMessage()));
        }
    }

    private void close(String conferenceId, Fault fault) {
        if (closing.test(conferenceId) && mayLog()) {
            LOG.error(
                    "closing conference {}: internal error of media worker {} in {}; other conferences continue",
                    conferenceId,
                    fault.worker(),
                    fault.where(),
                    fault.cause());
        }
    }

    private synchronized boolean mayLog() {
        long nowNs = clockNs.getAsLong();
        if (nowNs - minuteBeganNs >= MINUTE_NS) {
            if (unlogged > 0) {
                LOG.error("{} more internal errors of media workers were not logged", unlogged);
            }
            minuteBeganNs = nowNs;
            loggedInMinute = 0;
            unlogged = 0;
        }
        if (loggedInMinute >= LOGGED_PER_MINUTE) {
            unlogged++;
            return false;
        }
        loggedInMinute++;
        return true;
    }

    /** Endpoints given up since the start for want of native memory. Any thread. */
    public long givenUp() {
        return givenUp.sum();
    }

    /** Bugs met since the start. Any thread. */
    public long faults() {
        return faults.sum();
    }
}
