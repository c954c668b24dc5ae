package org.starbridge.jvb.forward;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.ring.RingCursor;

/** The audiences of one worker for which something waits, in turns. Owned by its worker. */
public final class Audiences {
    private final ArrayDeque<Audience> turns = new ArrayDeque<>();

    /** The record at the cursor waits for its receivers; false if too many do already, then it is lost. */
    public boolean add(RingCursor cursor, FanOut fanOut, long nowNs) {
        Audience audience = fanOut.audience();
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
    public @Nullable Audience next() {
        return turns.pollFirst();
    }

    /** It had its turn; if something is left, it gets another one after the others. */
    public void onTurnTaken(Audience audience) {
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
