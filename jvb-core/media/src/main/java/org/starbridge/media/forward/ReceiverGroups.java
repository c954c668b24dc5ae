package org.starbridge.media.forward;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.ring.RingCursor;

/** The audiences of one worker for which something waits, in turns. Owned by its worker. */
public final class ReceiverGroups {
    private final ArrayDeque<ReceiverGroup> turns = new ArrayDeque<>();

    /** The record at the cursor waits for its receivers; false if too many do already, then it is lost. */
    public boolean add(RingCursor cursor, FanOut fanOut, long nowNs) {
        ReceiverGroup audience = fanOut.audience();
        if (!audience.add(cursor, fanOut, nowNs)) {
            return false;
        }
        if (!audience.isInTurn()) {
            audience.inTurn(true);
            turns.addLast(audience);
        }
        return true;
    }

    /** Whose turn it is; null if nothing waits. {@link #onTurnTaken} follows. */
    public @Nullable ReceiverGroup next() {
        return turns.pollFirst();
    }

    /** It had its turn; if something is left, it gets another one after the others. */
    public void onTurnTaken(ReceiverGroup audience) {
        if (audience.hasWaiting()) {
            turns.addLast(audience);
        } else {
            audience.inTurn(false);
        }
    }

    /** Whether something waits. */
    public boolean isEmpty() {
        return turns.isEmpty();
    }
}
