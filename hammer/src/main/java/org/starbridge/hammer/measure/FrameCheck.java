package org.starbridge.hammer.measure;

/**
 * Checks the frames of one received stream. Packets may come in any order; they are taken in the order of their
 * sequence numbers ({@link PacketOrder}). Owned by the receiver's thread.
 */
abstract class FrameCheck {
    final PictureTally tally = new PictureTally();
    final PacketOrder order = new PacketOrder();

    /** True if no packet of the current frame is missing so far. */
    boolean isWhole;

    /** Returns what was found up to now. */
    final PictureTally tally() {
        return tally;
    }

    /** Takes the packets whose turn it is. Returns whether at least one more picture can be shown now. */
    final boolean takeReady() {
        long shown = tally.frames();
        for (int next = order.poll(); next != PacketOrder.NONE; next = order.poll()) {
            if (next == PacketOrder.LOST) {
                isWhole = false;
                tally.onLoss();
            } else {
                take(next);
            }
        }
        return tally.frames() > shown;
    }

    /** Takes the packet that waits at index {@code i} of the order. */
    abstract void take(int i);

    /** Returns whether nothing can be shown before the next key frame. */
    abstract boolean wantsKeyFrame();
}
