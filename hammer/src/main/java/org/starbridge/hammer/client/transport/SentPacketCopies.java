package org.starbridge.hammer.client.transport;

import java.util.ArrayDeque;
import java.util.List;
import org.starbridge.rtp.memory.Memory;

/** Keeps copies of some of the protected media packets that an endpoint sent last. Owned by the endpoint's driver. */
final class SentPacketCopies {
    private static final int EVERY = 8;
    private static final int KEPT = 16;

    private final ArrayDeque<byte[]> kept = new ArrayDeque<>();
    private boolean open;
    private int passed;

    /** From now on packets are kept. */
    void open() {
        open = true;
    }

    /** A protected packet is about to leave. */
    void onSent(long address, int lengthBytes) {
        if (!open || passed++ % EVERY != 0) {
            return;
        }
        if (kept.size() == KEPT) {
            kept.removeFirst();
        }
        kept.addLast(Memory.copyOf(address, lengthBytes));
    }

    /** The kept packets, the oldest first; not to be changed. */
    List<byte[]> kept() {
        return List.copyOf(kept);
    }
}
