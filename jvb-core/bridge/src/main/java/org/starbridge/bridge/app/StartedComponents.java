package org.starbridge.bridge.app;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Components that a bridge has opened so far, to be closed the other way round: also when its start fails half way. Any
 * thread.
 */
final class StartedComponents implements AutoCloseable {
    private final Deque<Runnable> closings = new ArrayDeque<>();

    /** Takes a part that was opened just now, and gives it back. */
    synchronized <T> T add(T part, Consumer<? super T> close) {
        closings.push(() -> close.accept(part));
        return part;
    }

    /**
     * Closes everything, the newest part first; a second call does nothing. A part whose closing throws does not keep
     * the older ones open: what the first one threw comes out at the end, and in it, suppressed, what others threw.
     */
    @Override
    public synchronized void close() {
        while (!closings.isEmpty()) {
            try {
                closings.pop().run();
            } catch (RuntimeException | Error e) {
                closeAfter(e);
                throw e;
            }
        }
    }

    /** Closes everything because of a failure, which stays the reason: what closing throws is suppressed in it. */
    @SuppressWarnings("ReferenceEquality") // the same object again, and no like one, can not be suppressed in itself
    synchronized void closeAfter(Throwable failure) {
        while (!closings.isEmpty()) {
            try {
                closings.pop().run();
            } catch (RuntimeException | Error e) {
                if (e != failure) {
                    failure.addSuppressed(e);
                }
            }
        }
    }
}
