package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.layers.Renumbering;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The numbers under which a stream's packets go on, without those that end here: padding, silence. Owned by one worker.
 */
final class GaplessNumbers {
    /** No number: the packet is older than what is remembered. */
    static final long NONE = Renumbering.NONE;

    /** 2 KB that only a stream needs of which something ends here. */
    private @Nullable Renumbering renumbering;

    private long highest = NONE;

    /** A packet that came for the first time goes on: its number, or {@link #NONE}. */
    long onPacket(long extSeq) {
        long number = renumbering == null ? extSeq : renumbering.onPacket(extSeq);
        if (number != NONE) {
            highest = Math.max(highest, extSeq);
        }
        return number;
    }

    /** A packet that came for the first time ends here, and shall not be missed. */
    void onEmpty(long extSeq) {
        Renumbering numbers = renumbering;
        if (numbers == null) {
            if (extSeq <= highest || highest == NONE) {
                return;
            }
            numbers = new Renumbering();
            numbers.onPacket(highest);
            renumbering = numbers;
        }
        numbers.onEmpty(extSeq);
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        highest = state.i64(highest);
        if (state.bool(renumbering != null)) {
            Renumbering numbers = renumbering == null ? new Renumbering() : renumbering;
            renumbering = numbers;
            numbers.state(state);
        } else {
            renumbering = null;
        }
    }
}
