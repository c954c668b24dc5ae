package org.starbridge.transport.sctp.receive;

import org.starbridge.transport.sctp.SctpConfig;

/** One association's share of the receive memory: some of its own, then from the budget of all. */
final class ReceiveMemory {
    private final ReceiveBudget budget;
    private final int guaranteedBytes;
    private final int limitBytes;
    private final int urgentLimitBytes;
    private int heldBytes;

    ReceiveMemory(SctpConfig config, ReceiveBudget budget) {
        this.budget = budget;
        guaranteedBytes = config.buffers().guaranteedReceiveBytes();
        limitBytes = config.buffers().receiveBytes();
        // A message of the usual fragments fits next to a buffer full of what waits for it.
        urgentLimitBytes = limitBytes
                + config.buffers().maxMessageBytes()
                + config.buffers().maxMessageBytes() / 4;
    }

    /**
     * Takes room for a chunk or message of so many bytes.
     *
     * @param isUrgent it is the next one missing: without it nothing that is held can ever be delivered
     */
    boolean hold(int bytes, boolean isUrgent) {
        int cost = bytes + SctpConfig.MESSAGE_OVERHEAD_BYTES;
        if (heldBytes + cost > (isUrgent ? urgentLimitBytes : limitBytes)) {
            return false;
        }
        int shared = sharedBytes(heldBytes + cost) - sharedBytes(heldBytes);
        if (shared > 0 && !budget.take(shared)) {
            return false;
        }
        heldBytes += cost;
        return true;
    }

    /** Takes room for what another process held: {@code pieces} chunks or messages that have so many bytes in all. */
    boolean holdAgain(int bytes, int pieces) {
        for (int i = 1; i < pieces; i++) {
            if (!hold(0, true)) {
                return false;
            }
        }
        return pieces == 0 || hold(bytes, true);
    }

    /** Gives back room for {@code pieces} chunks or messages that had so many bytes in all. */
    void release(int bytes, int pieces) {
        int left = heldBytes - bytes - pieces * SctpConfig.MESSAGE_OVERHEAD_BYTES;
        budget.giveBack(sharedBytes(heldBytes) - sharedBytes(left));
        heldBytes = left;
    }

    void releaseAll() {
        budget.giveBack(sharedBytes(heldBytes));
        heldBytes = 0;
    }

    int heldBytes() {
        return heldBytes;
    }

    /** Returns the number of bytes that the peer may have under way. */
    int windowBytes() {
        long own = Math.max(0, guaranteedBytes - heldBytes);
        return (int) Math.max(0, Math.min(limitBytes - heldBytes, own + budget.leftBytes()));
    }

    private int sharedBytes(int held) {
        return Math.max(0, held - guaranteedBytes);
    }
}
