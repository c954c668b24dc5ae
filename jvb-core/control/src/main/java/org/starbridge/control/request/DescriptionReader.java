package org.starbridge.control.request;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.NegotiatedMedia;

/** Reads what requests say about the endpoints of one conference. Guarded by the conference's lock. */
public final class DescriptionReader {
    private final SourceReader sources;
    private final ConferenceConfig config;
    private final ConferenceCounters counters;

    /** @param bridgeSsrcs SSRCs that no endpoint can have */
    public DescriptionReader(
            Endpoints endpoints, Set<Integer> bridgeSsrcs, ConferenceConfig config, ConferenceCounters counters) {
        sources = new SourceReader(endpoints, bridgeSsrcs, config.limits());
        this.config = config;
        this.counters = counters;
    }

    /** Reads a creation; the first problem refuses it. */
    public EndpointDescription readNew(EndpointModify request) {
        return read(request, null, request.isVisitor(), RequestProblems.refusing(counters));
    }

    /** Reads an update; values that cannot be used are left out and counted. */
    public EndpointDescription readUpdate(EndpointModify request, LocalEndpoint endpoint) {
        return read(request, endpoint, endpoint.participant().isVisitor(), RequestProblems.counting(counters));
    }

    private EndpointDescription read(
            EndpointModify request, @Nullable LocalEndpoint endpoint, boolean isVisitor, RequestProblems problems) {
        NegotiatedMedia known =
                endpoint == null ? NegotiatedMedia.NONE : endpoint.reception().negotiated();
        return new EndpointDescription(
                request,
                MediaDescriptions.read(known, request.medias(), config.limits(), problems),
                sources.read(request, endpoint == null ? null : endpoint.participant(), isVisitor, problems),
                RemoteDescription.read(
                        request.transport(),
                        endpoint == null ? null : endpoint.transport().restarts(),
                        config.transport().acceptedHashes(),
                        config.limits(),
                        problems));
    }
}
