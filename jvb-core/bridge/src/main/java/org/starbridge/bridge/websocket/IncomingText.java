package org.starbridge.bridge.websocket;

import java.util.concurrent.atomic.AtomicInteger;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.ChannelText;

/**
 * A client's message whose parts come one after another. It holds memory of all channels until it has been worked on.
 * One thread at a time adds to it; another may close it at the same time.
 */
final class IncomingText {
    private final ChannelMemory.Share memory;
    private final StringBuilder parts = new StringBuilder(0);
    private final AtomicInteger heldBytes = new AtomicInteger();
    private volatile boolean isClosed;

    IncomingText(ChannelMemory.Share memory) {
        this.memory = memory;
    }

    /** The next part; the answer is false, and nothing added, if there is no memory for it. */
    boolean add(String part) {
        int bytes = ChannelText.lengthBytes(part);
        if (!memory.take(bytes)) {
            return false;
        }
        heldBytes.addAndGet(bytes);
        parts.append(part);
        if (isClosed) {
            giveBack();
        }
        return true;
    }

    int lengthBytes() {
        return heldBytes.get();
    }

    String text() {
        return parts.toString();
    }

    /** Another message begins. */
    void clear() {
        giveBack();
        parts.setLength(0);
        parts.trimToSize();
    }

    /** No more is held from now on. */
    void close() {
        isClosed = true;
        giveBack();
    }

    private void giveBack() {
        memory.giveBack(heldBytes.getAndSet(0));
    }
}
