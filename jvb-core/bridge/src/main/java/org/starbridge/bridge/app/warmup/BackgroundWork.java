package org.starbridge.bridge.app.warmup;

import java.util.ArrayList;
import java.util.List;

/** Work beside the bridge's start, each piece on a platform thread of its own. Used by the thread that starts. */
public final class BackgroundWork implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isClosing;

    /** Begins a piece. An exception in it goes to the thread's handler and ends nothing else. */
    public void start(String name, Runnable work) {
        threads.add(Thread.ofPlatform().daemon().name(name).start(work));
    }

    /** Waits until all is done, or the calling thread is interrupted. */
    public void await() {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether it is closed, or waits for it: work that can end early does. Any thread. */
    public boolean isClosing() {
        return isClosing;
    }

    /** Waits, because what the work uses is about to be closed. */
    @Override
    public void close() {
        isClosing = true;
        await();
    }
}
