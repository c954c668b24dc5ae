package org.starbridge.hammer.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what other threads have to say. Stateless. */
final class Answers {
    private Answers() {}

    /**
     * Waits.
     *
     * @throws SwarmException with {@code problem} if there is no answer in time, or with the answer's own failure
     */
    static <T> T await(CompletableFuture<T> answer, long timeoutMs, String problem) {
        try {
            return answer.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw cause(e) instanceof SwarmException known ? known : new SwarmException(problem, e);
        } catch (TimeoutException e) {
            throw new SwarmException(problem + " within " + timeoutMs + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SwarmException("interrupted: " + problem, e);
        }
    }

    static Throwable cause(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause == null ? e : cause;
    }
}
