package org.starbridge.control.request;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaSource;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.selection.DeclaredSource;

/** Reads what requests say of the endpoints of one conference. Guarded by the conference's lock. */
public final class DescriptionReader {
    private final Endpoints endpoints;
    private final Set<Integer> bridgeSsrcs;
    private final ConferenceConfig config;

    /** @param bridgeSsrcs SSRCs that no endpoint can have */
    public DescriptionReader(Endpoints endpoints, Set<Integer> bridgeSsrcs, ConferenceConfig config) {
        this.endpoints = endpoints;
        this.bridgeSsrcs = bridgeSsrcs;
        this.config = config;
    }

    /**
     * Reads a request and changes nothing.
     *
     * @param endpoint the one that it is about; null when it is to be created
     * @throws org.starbridge.colibri.Colibri2Exception bad request, if {@code problems} refuse
     */
    public EndpointDescription read(
            EndpointModify request, @Nullable LocalEndpoint endpoint, boolean isVisitor, RequestProblems problems) {
        NegotiatedMedia known =
                endpoint == null ? NegotiatedMedia.NONE : endpoint.reception().negotiated();
        IceUdpTransport iceUdp =
                request.transport() == null ? null : request.transport().iceUdp();
        return new EndpointDescription(
                request,
                MediaDescriptions.read(known, request.medias(), config.limits(), problems),
                sources(request, endpoint, isVisitor, problems),
                iceUdp == null
                        ? null
                        : RemoteDescription.read(
                                iceUdp,
                                endpoint == null ? null : endpoint.transport().restarts(),
                                config.transport().acceptedHashes(),
                                config.limits(),
                                problems));
    }

    private @Nullable List<DeclaredSource> sources(
            EndpointModify request, @Nullable LocalEndpoint endpoint, boolean isVisitor, RequestProblems problems) {
        List<MediaSource> declared = request.sources();
        if (declared == null) {
            return null;
        }
        if (isVisitor && !declared.isEmpty()) { // a visitor may declare that it has none
            problems.raise(
                    RequestWarning.VISITOR_SOURCES,
                    "endpoint " + request.id() + " is a visitor with " + declared.size()
                            + " sources: visitors receive only");
            return List.of();
        }
        Set<Integer> taken = new HashSet<>(bridgeSsrcs);
        taken.addAll(endpoints.ssrcsOfOthers(endpoint));
        return SourceDeclarations.read(declared, taken, config.limits(), problems);
    }
}
