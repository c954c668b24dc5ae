package org.starbridge.media.runner;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees media workers that have not turned for longer than a limit: says which, logs once where the thread is, and says
 * so again when it turns. Also knows threads whose Java machine is broken, which no turn mends. Thread safe;
 * {@link #check} has to be called about every second.
 *
 * <p>When the whole process stood still (stopped, suspended, starved), the watchdog itself was not called either: then
 * no thread is blamed, and the limit counts from the moment it went on.
 */
public final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    /** Worker that is watched. All of it may be asked from any thread. */
    public interface Turning {
        /** The worker's number. */
        int index();

        /** Returns the time at which its last duty cycle was done, to about a second; monotonic. */
        long lastTurnNs();

        /** Returns the stack of its thread now. */
        StackTraceElement[] stack();

        /** Returns the failure that it can not recover from, or null. */
        @Nullable
        Throwable brokenBy();
    }

    private final List<Watch> watches;
    private final long limitNs;
    private long resumedAtNs;
    private long lastCheckNs;
    private long stalls;
    private String complaint = "";

    /**
     * @param limit how long a worker may take for its turns; more than the two seconds in which an idle one may say
     *     nothing
     * @param nowNs monotonic time
     */
    public Watchdog(List<? extends Turning> workers, Duration limit, long nowNs) {
        watches = workers.stream().map(Watch::new).toList();
        limitNs = limit.toNanos();
        resumedAtNs = nowNs;
        lastCheckNs = nowNs;
    }

    /**
     * Looks at all workers.
     *
     * @param nowNs monotonic time
     * @return whether the complaint is another one than before
     */
    public synchronized boolean check(long nowNs) {
        if (nowNs - lastCheckNs > limitNs / 2) {
            resumedAtNs = nowNs;
        }
        lastCheckNs = nowNs;
        StringJoiner complaints = new StringJoiner(" ");
        for (Watch watch : watches) {
            watch.look(nowNs, complaints);
        }
        boolean isNews = !complaints.toString().equals(complaint);
        complaint = complaints.toString();
        return isNews;
    }

    /** Returns what is wrong, for people, as of the last check; empty if nothing is. */
    public synchronized String complaint() {
        return complaint;
    }

    /** Returns the number of times a worker was found stalled. */
    public synchronized long stalls() {
        return stalls;
    }

    private final class Watch {
        private final Turning worker;
        private boolean isStalled;
        private boolean isBroken;
        private long lastTurnNs;

        Watch(Turning worker) {
            this.worker = worker;
        }

        void look(long nowNs, StringJoiner complaints) {
            long turnNs = worker.lastTurnNs();
            if (isStalled && turnNs != lastTurnNs) {
                LOG.warn("media worker {} responds again", worker.index());
                isStalled = false;
            }
            lastTurnNs = turnNs;
            if (!isStalled && Math.min(nowNs - turnNs, nowNs - resumedAtNs) > limitNs) {
                isStalled = true;
                stalls++;
                LOG.error(
                        "media worker {} has not responded for {} ms; its thread is at{}",
                        worker.index(),
                        (nowNs - turnNs) / 1_000_000,
                        text(worker.stack()));
            }
            if (isStalled) {
                complaints.add("Media worker " + worker.index() + " has not responded for more than "
                        + limitNs / 1_000_000 + " ms.");
            }
            Throwable cause = worker.brokenBy();
            if (cause != null) {
                complaints.add("A Java VM error stopped media worker " + worker.index() + " (" + cause
                        + "): restart the bridge.");
                if (!isBroken) {
                    isBroken = true;
                    LOG.error("a Java VM error stopped media worker {}; restart the bridge", worker.index(), cause);
                }
            }
        }

        private static String text(StackTraceElement[] stack) {
            return Arrays.stream(stack).map(frame -> "\n\tat " + frame).collect(Collectors.joining());
        }
    }
}
