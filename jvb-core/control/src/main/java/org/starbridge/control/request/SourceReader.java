package org.starbridge.control.request;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.selection.DeclaredSource;

/**
 * Reads the sources that endpoints of one conference declare: visitors have none, and an SSRC belongs to one endpoint.
 * Guarded by the conference's lock.
 */
public final class SourceReader {
    private final Endpoints endpoints;
    private final Set<Integer> bridgeSsrcs;
    private final ConferenceLimits limits;

    /** @param bridgeSsrcs SSRCs that no endpoint can have */
    public SourceReader(Endpoints endpoints, Set<Integer> bridgeSsrcs, ConferenceLimits limits) {
        this.endpoints = endpoints;
        this.bridgeSsrcs = bridgeSsrcs;
        this.limits = limits;
    }

    /**
     * Reads the full set of an endpoint's sources.
     *
     * @param endpoint null when it is new
     * @return null when the request does not change them
     */
    public @Nullable List<DeclaredSource> read(
            EndpointModify request, @Nullable Participant endpoint, boolean isVisitor, RequestProblems problems) {
        if (request.sources() == null) {
            return null;
        }
        if (isVisitor && !request.sources().isEmpty()) { // a visitor may declare that it has none
            problems.raise(
                    RequestWarning.VISITOR_SOURCES,
                    "endpoint " + request.id() + " is a visitor with "
                            + request.sources().size() + " sources: visitors receive only");
            return List.of();
        }
        TakenSsrcs taken = new TakenSsrcs(bridgeSsrcs, endpoints.ssrcsOfOthers(endpoint));
        return SourceDeclarations.read(request.sources(), taken, limits, problems);
    }
}
