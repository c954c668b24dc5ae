package org.starbridge.media.forward;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.ring.RingCursor;

/** The receiver groups of one worker for which packets wait, in turns. Owned by its worker. */
public final class ReceiverGroups {
    private final FanOuts fanOuts;
    private final DropCounters drops;
    private final ArrayDeque<ReceiverGroup> turns = new ArrayDeque<>();

    public ReceiverGroups(FanOuts fanOuts, DropCounters drops) {
        this.fanOuts = fanOuts;
        this.drops = drops;
    }

    /**
     * The record at the cursor, of the stream with {@code handle}, waits from now on for its receivers. It is lost to
     * them if too many packets wait.
     */
    public void await(int handle, RingCursor cursor, long nowNs) {
        FanOut fanOut = fanOuts.find(handle); // selection: which receivers get it?
        if (fanOut == null) {
            return;
        }
        ReceiverGroup group = fanOut.audience();
        if (!group.add(cursor, fanOut, nowNs)) {
            drops.count(DropReason.TOO_MANY_WAITING, fanOut.streams().length);
        } else if (!group.isInTurn()) {
            group.inTurn(true);
            turns.addLast(group);
        }
    }

    /** Returns the group whose turn it is; null if nothing waits. {@link #onTurnTaken} follows. */
    public @Nullable ReceiverGroup next() {
        return turns.pollFirst();
    }

    /** It had its turn; if something is left, it gets another one after the others. */
    public void onTurnTaken(ReceiverGroup group) {
        if (group.hasWaiting()) {
            turns.addLast(group);
        } else {
            group.inTurn(false);
        }
    }

    /** Returns whether nothing waits. */
    public boolean isEmpty() {
        return turns.isEmpty();
    }
}
