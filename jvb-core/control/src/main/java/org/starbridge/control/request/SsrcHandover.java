package org.starbridge.control.request;

import java.util.List;
import java.util.Set;
import org.starbridge.colibri.MediaSource;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.Participant;

/**
 * Gives SSRCs that became free to participants that declared them as well. An SSRC belongs to the participant that
 * declared it first. The others go without it until that one leaves or declares other sources; then it belongs to the
 * one that came first, whether it is on this bridge or on another. Guarded by the conference's lock.
 */
public final class SsrcHandover {
    private final Endpoints endpoints;
    private final Set<Integer> bridgeSsrcs;
    private final ConferenceLimits limits;

    /** @param bridgeSsrcs SSRCs that no endpoint can have */
    public SsrcHandover(Endpoints endpoints, Set<Integer> bridgeSsrcs, ConferenceLimits limits) {
        this.endpoints = endpoints;
        this.bridgeSsrcs = bridgeSsrcs;
        this.limits = limits;
    }

    /** To be run before each selection; costs little while no participant lacks an SSRC. */
    public void run() {
        for (Participant participant : endpoints.participants()) {
            List<MediaSource> incomplete = participant.incompleteSources();
            if (!incomplete.isEmpty()) {
                TakenSsrcs taken = new TakenSsrcs(bridgeSsrcs, endpoints.ssrcsOfOthers(participant));
                participant.complete(
                        SourceDeclarations.read(incomplete, taken, limits, RequestProblems.knownAlready()));
            }
        }
    }
}
