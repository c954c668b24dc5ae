package org.starbridge.hammer.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.starbridge.hammer.CutShort;

/**
 * Cuts runs short on SIGINT and SIGTERM, and keeps the process until their report is written or {@value #SECONDS} s
 * have passed. Opened and closed by the thread that makes the runs.
 */
final class EndSignal implements AutoCloseable {
    private static final int SECONDS = 30;

    private final CountDownLatch written = new CountDownLatch(1);
    private final Thread hook;

    EndSignal(CutShort cut) {
        hook = Thread.ofPlatform().name("end").unstarted(() -> {
            cut.ask("it was ended by a signal");
            try {
                boolean _ = written.await(SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        written.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The process is ending; the hook is running.
        }
    }
}
