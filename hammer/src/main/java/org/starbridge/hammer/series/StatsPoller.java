package org.starbridge.hammer.series;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Asks for a bridge's statistics each second on a virtual thread of its own, so that a slow answer delays nothing. */
public final class StatsPoller implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Callable<@Nullable JsonNode> question;
    private final Thread thread;
    private volatile @Nullable JsonNode latest;

    /** Begins. {@code question} may throw; then there is no answer. */
    public StatsPoller(Callable<@Nullable JsonNode> question) {
        this.question = question;
        thread = Thread.ofVirtual().name("stats").start(this::ask);
    }

    /** The latest answer; null if there was none. */
    public @Nullable JsonNode latest() {
        return latest;
    }

    private void ask() {
        try {
            while (true) {
                latest = answer();
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    private @Nullable JsonNode answer() throws InterruptedException {
        try {
            return question.call();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception _) {
            return null; // not every bridge has statistics, and a busy one may be late
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
