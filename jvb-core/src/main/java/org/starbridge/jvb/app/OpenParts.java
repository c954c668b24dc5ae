package org.starbridge.jvb.app;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** What a bridge has opened so far, to be closed the other way round: also when its start fails half way. Any thread. */
final class OpenParts implements AutoCloseable {
    private final Deque<Runnable> closings = new ArrayDeque<>();

    /** Takes a part that was opened just now, and gives it back. */
    synchronized <T> T add(T part, Consumer<? super T> close) {
        closings.push(() -> close.accept(part));
        return part;
    }

    /** Closes everything, the newest part first; a second call does nothing. */
    @Override
    public synchronized void close() {
        while (!closings.isEmpty()) {
            closings.pop().run();
        }
    }
}
