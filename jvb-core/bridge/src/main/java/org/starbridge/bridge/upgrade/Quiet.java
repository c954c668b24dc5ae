package org.starbridge.bridge.upgrade;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.starbridge.media.api.MediaRest;

/** Waiting for media workers, with a limit. */
final class Quiet {
    private static final int ROUNDS = 3;
    private static final int MAX_ROUNDS = 1000;
    private static final long LIMIT_MS = 2000;

    private Quiet() {}

    /** Waits until nothing is on its way at resting workers. */
    static void await(MediaRest rest) throws UpgradeException {
        int quiet = 0;
        for (int i = 0; i < MAX_ROUNDS && quiet < ROUNDS; i++) {
            quiet = result(rest.isQuiet()) ? quiet + 1 : 0;
        }
        if (quiet < ROUNDS) {
            throw new UpgradeException("the media workers have too much to do: try again later");
        }
    }

    /** What the workers answer. */
    static <T> T result(CompletableFuture<T> answer) throws UpgradeException {
        try {
            return answer.get(LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpgradeException("the process ends");
        } catch (ExecutionException e) {
            throw new UpgradeException("an endpoint cannot be moved: " + String.valueOf(e.getCause()));
        } catch (TimeoutException _) {
            throw new UpgradeException("the media workers do not answer in time: try again later");
        }
    }
}
