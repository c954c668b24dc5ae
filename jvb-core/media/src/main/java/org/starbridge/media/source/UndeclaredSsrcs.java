package org.starbridge.media.source;

import org.agrona.collections.IntHashSet;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The SSRCs under which authentic packets of one endpoint come before signalling declares them, as the first packets of
 * most streams do. Such packets are not forwarded, but they are authenticated, so that transport-wide feedback reports
 * them as received, and their SRTP index is known when the SSRC is declared. Bounded: each costs an SRTP context. Owned
 * by the endpoint's worker.
 */
final class UndeclaredSsrcs {
    /** Four cameras of three encodings with retransmission, and as much again. */
    static final int MAX_SSRCS = 48;

    private @Nullable IntHashSet ssrcs;

    /** Returns whether there is room for an SSRC, or it is known. */
    boolean mayTake(int ssrc) {
        IntHashSet known = ssrcs;
        return known == null || known.size() < MAX_SSRCS || known.contains(ssrc);
    }

    /** An authentic packet came under an SSRC that is not declared; beyond the limit nothing is remembered. */
    void add(int ssrc) {
        IntHashSet known = ssrcs;
        if (known == null) {
            known = new IntHashSet(4 * MAX_SSRCS);
            ssrcs = known;
        }
        if (known.size() < MAX_SSRCS) {
            known.add(ssrc);
        }
    }

    /** The SSRC is declared. */
    void remove(int ssrc) {
        if (ssrcs != null) {
            ssrcs.remove(ssrc);
        }
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        int[] known = ssrcs == null
                ? new int[0]
                : ssrcs.stream().mapToInt(Integer::intValue).toArray();
        int count = state.i32(known.length, 0, MAX_SSRCS);
        for (int i = 0; i < count; i++) {
            int ssrc = state.i32(state.isReading() ? 0 : known[i]);
            if (state.isReading()) {
                add(ssrc);
            }
        }
    }
}
