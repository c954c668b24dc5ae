package org.starbridge.hammer.app.phase;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.ConferenceGroup;
import org.starbridge.hammer.client.plan.ConferenceOptions;

/** The part of a run before anything is measured: all endpoints join, and all streams begin. One thread. */
public final class JoinPhase {
    private static final Duration FLOW_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration HEIGHTS_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int SHOWN_PROBLEMS = 10;
    private static final long POLL_MS = 50;

    private final ConferenceGroup conference;
    private final LiveProgress watch;

    /** Of these conferences; {@code watch} shows how it goes. */
    public JoinPhase(ConferenceGroup conference, LiveProgress watch) {
        this.conference = conference;
        this.watch = watch;
    }

    /** Blocks until all are in. */
    public void join() throws InterruptedException {
        watch.phase("joining");
        inBackground(watch, () -> {
            conference.join();
            return true;
        });
    }

    /**
     * Blocks until every stream has reached everybody, and as long as was asked for; meanwhile endpoints send messages,
     * if they are to. Endpoints behind a link are not waited for: what they get is what is measured.
     *
     * @throws LoadTestException if something does not flow in time
     */
    public void warmUp(ConferenceOptions options, Duration duration) throws InterruptedException {
        int expectedStreams = conference.conferences()
                * (options.links().isEmpty() ? options.expectedStreams() : options.unlinkedStreams());
        watch.phase("warm-up");
        conference.messageSenders().start();
        long deadlineNs = System.nanoTime() + FLOW_TIMEOUT.toNanos();
        while (conference.gauge().streams() < expectedStreams) {
            if (System.nanoTime() > deadlineNs) {
                throw new LoadTestException(notFlowing(conference.missing()));
            }
            Thread.sleep(POLL_MS);
            watch.tick();
        }
        if (options.links().isEmpty()) {
            awaitHeights();
        }
        watch.run(duration);
    }

    /** Encodings change at key frames; a bridge that never reaches what was requested is measured as it is. */
    private void awaitHeights() throws InterruptedException {
        long deadlineNs = System.nanoTime() + HEIGHTS_TIMEOUT.toNanos();
        while (!conference.isSettled() && System.nanoTime() < deadlineNs) {
            watch.run(POLL);
        }
    }

    private static String notFlowing(List<String> missing) {
        StringBuilder text = new StringBuilder("after " + FLOW_TIMEOUT.toSeconds()
                + " s of warm-up not all endpoints receive all others; does the bridge's configuration allow this "
                + "(Last-N, initial-max-height-px, bandwidth estimation)?");
        missing.stream()
                .limit(SHOWN_PROBLEMS)
                .forEach(each -> text.append("\n  ").append(each));
        if (missing.size() > SHOWN_PROBLEMS) {
            text.append("\n  and ").append(missing.size() - SHOWN_PROBLEMS).append(" more endpoints");
        }
        return text.toString();
    }

    /** Something that blocks. */
    @FunctionalInterface
    public interface Task<T> {
        T run() throws InterruptedException;
    }

    /** Does something while the live line goes on. */
    public static <T> T inBackground(LiveProgress watch, Task<T> task) throws InterruptedException {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread worker = Thread.ofVirtual().name("join").start(() -> {
            try {
                done.complete(task.run());
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            } catch (InterruptedException e) {
                done.completeExceptionally(new LoadTestException("interrupted while joining", e));
            }
        });
        try {
            while (!done.isDone()) {
                Thread.sleep(POLL_MS);
                watch.tick();
            }
        } finally {
            worker.interrupt();
        }
        try {
            return done.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof LoadTestException known
                    ? known
                    : new LoadTestException("joining failed: " + e, e);
        }
    }
}
