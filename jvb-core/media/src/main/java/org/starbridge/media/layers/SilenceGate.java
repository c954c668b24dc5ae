package org.starbridge.media.layers;

import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Lets the first packets of a silence pass, so that receivers hear it begin, and stops the rest. Owned by the worker of
 * the endpoint that sends it.
 */
public final class SilenceGate {
    private final int packetsLimit;
    private int silent;

    /** @param packetsLimit how many packets of a silence pass, 0 or more */
    public SilenceGate(int packetsLimit) {
        this.packetsLimit = packetsLimit;
    }

    /** Returns whether a packet of an audio level (RFC 6464, 0 to 127 = silence) passes. */
    public boolean passes(int level) {
        if (level != AudioLevel.SILENCE) {
            silent = 0;
            return true;
        }
        if (silent >= packetsLimit) {
            return false;
        }
        silent++;
        return true;
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        silent = state.i32(silent);
    }
}
