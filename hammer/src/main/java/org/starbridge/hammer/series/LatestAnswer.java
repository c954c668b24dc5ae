package org.starbridge.hammer.series;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks for something each second on a virtual thread of its own, so that a slow answer delays nothing.
 *
 * @param <T> the answer, immutable
 */
public final class LatestAnswer<T> implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Question<T> question;
    private final Thread thread;
    private volatile @Nullable T latest;

    /** Question to be asked. */
    @FunctionalInterface
    public interface Question<T> {
        /** The answer; null if there is none. Blocks. */
        @Nullable
        T ask() throws Exception;
    }

    /** Begins. {@code question} may throw; then there is no answer. */
    public LatestAnswer(Question<T> question) {
        this.question = question;
        thread = Thread.ofVirtual().name("questions").start(this::ask);
    }

    /** The latest answer; null if there was none. Any thread. */
    public @Nullable T latest() {
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

    private @Nullable T answer() throws InterruptedException {
        try {
            return question.ask();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception _) {
            return null; // not every target answers, and a busy one may be late
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
