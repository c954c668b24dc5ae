package org.starbridge.control.request;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MucRole;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.selection.DeclaredSource;

/**
 * Reads what requests say of the endpoints of one conference, and changes nothing. Guarded by the conference's lock.
 */
public final class DescriptionReader {
    private final Endpoints endpoints;
    private final Set<Integer> bridgeSsrcs;
    private final ConferenceConfig config;
    private final ConferenceCounters counters;

    /** @param bridgeSsrcs SSRCs that no endpoint can have */
    public DescriptionReader(
            Endpoints endpoints, Set<Integer> bridgeSsrcs, ConferenceConfig config, ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.bridgeSsrcs = bridgeSsrcs;
        this.config = config;
        this.counters = counters;
    }

    private EndpointDescription read(
            EndpointModify request, @Nullable LocalEndpoint endpoint, boolean isVisitor, RequestProblems problems) {
        NegotiatedMedia known =
                endpoint == null ? NegotiatedMedia.NONE : endpoint.reception().negotiated();
        return new EndpointDescription(
                request,
                MediaDescriptions.read(known, request.medias(), config.limits(), problems),
                sources(request, endpoint, isVisitor, problems),
                RemoteDescription.read(
                        request.transport(),
                        endpoint == null ? null : endpoint.transport().restarts(),
                        config.transport().acceptedHashes(),
                        config.limits(),
                        problems));
    }

    /** Reads a creation, which the first problem refuses. */
    public EndpointDescription readNew(EndpointModify request) {
        boolean isVisitor = request.mucRole() == MucRole.VISITOR;
        return read(request, null, isVisitor, RequestProblems.refusing(counters));
    }

    /** Reads an update, of which problems are left out and counted. */
    public EndpointDescription readUpdate(EndpointModify request, LocalEndpoint endpoint) {
        boolean isVisitor = endpoint.participant().isVisitor();
        return read(request, endpoint, isVisitor, RequestProblems.counting(counters));
    }

    private @Nullable List<DeclaredSource> sources(
            EndpointModify request, @Nullable LocalEndpoint endpoint, boolean isVisitor, RequestProblems problems) {
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
        Set<Integer> taken = new HashSet<>(bridgeSsrcs);
        taken.addAll(endpoints.ssrcsOfOthers(endpoint));
        return SourceDeclarations.read(request.sources(), taken, config.limits(), problems);
    }
}
