package org.starbridge.hammer.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.starbridge.hammer.LoadTestException;

/** Waits for what other threads have to say. Stateless. */
final class PendingAnswers {
    private PendingAnswers() {}

    /**
     * Waits.
     *
     * @throws LoadTestException with {@code problem} if there is no answer in time, or with the answer's own failure
     */
    static <T> T await(CompletableFuture<T> answer, long timeoutMs, String problem) {
        try {
            return answer.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw cause(e) instanceof LoadTestException known ? known : new LoadTestException(problem, e);
        } catch (TimeoutException e) {
            throw new LoadTestException(problem + " within " + timeoutMs + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadTestException("interrupted: " + problem, e);
        }
    }

    static Throwable cause(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause == null ? e : cause;
    }
}
