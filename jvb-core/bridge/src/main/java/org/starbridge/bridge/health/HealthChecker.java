package org.starbridge.bridge.health;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the checks in turn, one run at a time, keeps the last result, and logs when it is another one than before. Any
 * thread may call anything. The first failing check decides; a check that throws is a hard failure, because it means
 * that the check could not be made.
 */
public final class HealthChecker {
    /** Failures before this age of the bridge are never sticky: networks come up late. */
    private static final Duration STICKY_GRACE = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(HealthChecker.class);

    private final HealthConfig config;
    private final List<HealthCheck> checks;
    private final long startedNs;

    private final ReentrantLock running = new ReentrantLock();
    private volatile @Nullable Completed last;
    private boolean stuck;

    private record Completed(HealthResult result, long atNs) {}

    /**
     * @param config intervals and limits
     * @param checks in the order in which they are made
     * @param nowNs monotonic time at the bridge's start
     */
    public HealthChecker(HealthConfig config, List<HealthCheck> checks, long nowNs) {
        this.config = config;
        this.checks = List.copyOf(checks);
        this.startedNs = nowNs;
    }

    /**
     * Returns the time at which {@link #run} should be called next; the start of the bridge, until it was called once.
     */
    public long nextDeadlineNs() {
        Completed completed = last;
        return completed == null
                ? startedNs
                : completed.atNs + config.interval().toNanos();
    }

    /**
     * Makes all checks and stores the result.
     *
     * @param clockNs monotonic time; asked before and after each check, to see how long it took
     */
    public void run(LongSupplier clockNs) {
        running.lock();
        try {
            checkAll(clockNs);
        } finally {
            running.unlock();
        }
    }

    /**
     * Makes all checks if the last result is too old to count and no run is under way: the timer may be late because
     * other processes take the machine's time, and that says nothing of this bridge. A run that does not end still
     * becomes a failure.
     */
    public void catchUp(LongSupplier clockNs) {
        Completed completed = last;
        if (completed == null || !isTooOld(completed, clockNs.getAsLong())) {
            return;
        }
        if (!running.isHeldByCurrentThread() && running.tryLock()) {
            try {
                checkAll(clockNs);
            } finally {
                running.unlock();
            }
        }
    }

    private boolean isTooOld(Completed completed, long nowNs) {
        return nowNs - completed.atNs > config.timeout().toNanos();
    }

    private void checkAll(LongSupplier clockNs) {
        long beginNs = clockNs.getAsLong();
        HealthResult result = firstFailure(clockNs);
        long endNs = clockNs.getAsLong();
        if (result.isHealthy() && endNs - beginNs > config.maxCheckDuration().toNanos()) {
            result = HealthResult.hard("The health check took " + (endNs - beginNs) / 1_000_000 + " ms, more than the "
                    + config.maxCheckDuration().toMillis() + " ms allowed.");
        }
        Completed before = last;
        if (stuck && before != null) {
            result = before.result;
        }
        stuck |= config.stickyFailures()
                && result.status() == HealthResult.Status.HARD_FAILURE
                && endNs - startedNs > STICKY_GRACE.toNanos();
        last = new Completed(result, endNs);
        if (before == null ? !result.isHealthy() : !before.result.equals(result)) {
            report(result);
        }
    }

    private static void report(HealthResult result) {
        if (result.isHealthy()) {
            LOG.info("healthy again");
        } else {
            LOG.warn("not healthy: {}", result.sentence());
        }
    }

    private HealthResult firstFailure(LongSupplier clockNs) {
        for (HealthCheck check : checks) {
            HealthResult result;
            try {
                result = check.check(clockNs.getAsLong());
            } catch (RuntimeException e) {
                return HealthResult.hard("The health check failed with an error: " + e);
            }
            if (!result.isHealthy()) {
                return result;
            }
        }
        return HealthResult.healthy();
    }

    /**
     * The last result, or why there is none that counts.
     *
     * @param nowNs monotonic time
     */
    public HealthResult result(long nowNs) {
        Completed completed = last;
        if (completed == null) {
            return HealthResult.soft("No health check has been completed yet.");
        }
        if (isTooOld(completed, nowNs)) {
            long ageSeconds = (nowNs - completed.atNs) / 1_000_000_000;
            return HealthResult.hard("The last health check is " + ageSeconds + " s old.");
        }
        return completed.result;
    }
}
