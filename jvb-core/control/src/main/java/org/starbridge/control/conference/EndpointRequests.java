package org.starbridge.control.conference;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.DataLink;
import org.starbridge.control.channel.DataLinks;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.TransportReports;
import org.starbridge.control.participant.Endpoint;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.participant.ReceiverState;
import org.starbridge.control.participant.TransportState;
import org.starbridge.control.request.Limits;
import org.starbridge.control.request.LocalDescription;
import org.starbridge.control.request.MediaDescriptions;
import org.starbridge.control.request.RemoteDescription;
import org.starbridge.control.request.RequestProblems;
import org.starbridge.control.request.RequestRules;
import org.starbridge.control.request.SourceDeclarations;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.ice.IceRole;

/**
 * Creates, updates and expires the endpoints of one conference. Everything in a request is read and checked before anything
 * is changed, so a refused request changes nothing. Only under the conference's lock.
 */
final class EndpointRequests {
    private static final int CHANNEL_PASSWORD_LENGTH = 24;

    private final Conference conference;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final LocalDescription localDescription;

    EndpointRequests(
            Conference conference,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters) {
        this.conference = conference;
        this.config = config;
        this.environment = environment;
        this.counters = counters;
        this.localDescription = new LocalDescription(config, environment);
    }

    /**
     * @param forgivesUnknown an endpoint that does not exist is answered with its bare id
     * @throws Colibri2Exception when the request is refused
     */
    EndpointModified handle(EndpointModify request, boolean forgivesUnknown) {
        if (request.expire()) {
            conference.remove(request.id(), CallEvent.EndCause.REQUEST);
            return new EndpointModified(request.id(), true, null);
        }
        if (request.create()) {
            return create(request);
        }
        Endpoint endpoint = conference.endpoint(request.id());
        if (endpoint != null) {
            return update(endpoint, request);
        }
        if (forgivesUnknown) {
            counters.count(RequestWarning.UNKNOWN_ENDPOINT);
            return new EndpointModified(request.id(), false, null);
        }
        throw Colibri2Exception.unknownEndpoint(request.id());
    }

    private EndpointModified create(EndpointModify request) {
        if (conference.endpoint(request.id()) != null) {
            throw new Colibri2Exception(Condition.CONFLICT, "Endpoint already exists for ID: " + request.id());
        }
        RequestRules.checkCreation(request, config.limits(), environment.data().isOffered());
        Limits.requireRoom(
                "endpoints of conference " + conference.meetingId(),
                conference.endpointCount(),
                config.limits().endpointsPerConference());
        boolean isVisitor = request.mucRole() == MucRole.VISITOR;
        Description description = read(request, null, isVisitor, RequestProblems.refusing());
        Endpoint endpoint = open(request, isVisitor);
        try {
            apply(description, request, endpoint);
        } catch (Colibri2Exception e) {
            conference.abandon(endpoint);
            throw e;
        }
        conference.add(endpoint);
        counters.endpointsCreated.increment();
        if (isVisitor) {
            counters.visitorsCreated.increment();
        }
        return new EndpointModified(
                request.id(), false, localDescription.of(conference.id(), endpoint, hasSctp(request)));
    }

    private static boolean hasSctp(EndpointModify request) {
        return request.transport() != null && request.transport().sctp() != null;
    }

    private Endpoint open(EndpointModify request, boolean isVisitor) {
        Transport transport = request.transport();
        boolean hasData = hasSctp(request);
        DataLink data = hasData ? environment.data().open(Sctp.Role.SERVER) : new DataLinks.Nothing();
        EndpointSpec spec = new EndpointSpec(
                conference.id(),
                request.id(),
                config.transport().credentials(environment.random()),
                transport != null && transport.iceControlling() ? IceRole.CONTROLLING : IceRole.CONTROLLED,
                environment.identity().get(),
                conference.feedback().audio(),
                conference.feedback().video(),
                hasData ? data : ApplicationData.IGNORED);
        TransportState state = new TransportState(
                counters,
                conference::reviewSoon,
                new TransportReports(conference.id(), request.id(), environment.calls(), environment.clockNs()));
        MediaEndpoint media;
        try {
            media = environment.media().addEndpoint(spec, state);
        } catch (OverloadedException e) {
            throw overloaded(request, e);
        }
        String password = LocalDescription.alphanumeric(environment.random(), CHANNEL_PASSWORD_LENGTH);
        Endpoint endpoint = new Endpoint(
                new Endpoint.Identity(
                        request.id(), request.statsId(), isVisitor, known(request.capabilities()), password),
                spec,
                media,
                state,
                new ReceiverState(config),
                environment.clockNs().getAsLong());
        data.serve(conference.channelOf(endpoint));
        return endpoint;
    }

    /** What the bridge has no use for is not kept. */
    private static Set<String> known(Set<String> capabilities) {
        Set<String> known = new HashSet<>(capabilities);
        known.retainAll(Set.of(
                Capabilities.SOURCE_NAMES,
                Capabilities.SSRC_REWRITING,
                Capabilities.PRIVATE_ADDRESS_CONNECTIVITY,
                Capabilities.RTP_MID_DEMUX));
        return known;
    }

    private static Colibri2Exception overloaded(EndpointModify request, OverloadedException e) {
        return new Colibri2Exception(
                Condition.RESOURCE_CONSTRAINT,
                "endpoint " + request.id() + ": the media workers are overloaded (" + e.getMessage() + "), try again");
    }

    private EndpointModified update(Endpoint endpoint, EndpointModify request) {
        apply(read(request, endpoint, endpoint.isVisitor(), RequestProblems.counting(counters)), request, endpoint);
        boolean isRestart = request.transport() != null && request.transport().iceRestart();
        return new EndpointModified(request.id(), false, isRestart ? restartIce(endpoint) : null);
    }

    /** Without a transport, the focus invites the endpoint anew. */
    private @Nullable Transport restartIce(Endpoint endpoint) {
        IceRestarts.Local local = endpoint.restarts().restart(config.transport(), environment.random(), counters);
        return local == null ? null : localDescription.of(conference.id(), endpoint, local);
    }

    /** What a request describes, checked; null is no change. */
    private record Description(
            NegotiatedMedia media,
            @Nullable List<DeclaredSource> sources,
            @Nullable RemoteTransport remote) {}

    private Description read(
            EndpointModify request, @Nullable Endpoint endpoint, boolean isVisitor, RequestProblems objections) {
        NegotiatedMedia known = endpoint == null ? NegotiatedMedia.NONE : endpoint.negotiated();
        Transport transport = request.transport();
        IceUdpTransport iceUdp = transport == null ? null : transport.iceUdp();
        return new Description(
                MediaDescriptions.read(known, request.medias(), config.limits(), objections, counters),
                sources(request, endpoint, isVisitor, objections),
                iceUdp == null
                        ? null
                        : RemoteDescription.read(
                                iceUdp,
                                endpoint == null ? null : endpoint.restarts(),
                                config.transport().acceptedHashes(),
                                config.limits(),
                                objections,
                                counters));
    }

    private @Nullable List<DeclaredSource> sources(
            EndpointModify request, @Nullable Endpoint endpoint, boolean isVisitor, RequestProblems objections) {
        List<MediaSource> declared = request.sources();
        if (declared == null) {
            return null;
        }
        if (isVisitor && !declared.isEmpty()) { // a visitor may say that it has none
            objections.raise(
                    RequestWarning.VISITOR_SOURCES,
                    "endpoint " + request.id() + " is a visitor with " + declared.size()
                            + " sources: visitors receive only");
            return List.of();
        }
        return SourceDeclarations.read(
                declared, conference.ssrcsTakenFor(endpoint), config.limits(), objections, counters);
    }

    private void apply(Description description, EndpointModify request, Endpoint endpoint) {
        if (description.remote() != null) { // first: it alone can still be refused
            try {
                endpoint.remote(description.remote());
            } catch (OverloadedException e) {
                throw overloaded(request, e);
            }
        }
        endpoint.negotiated(description.media());
        if (description.sources() != null && request.sources() != null) {
            endpoint.sources(description.sources());
            endpoint.videoTypes().declare(request.sources());
        }
        if (request.forceMute() != null) {
            endpoint.forceMute(request.forceMute());
        }
        if (request.initialLastN() != null) {
            endpoint.receiver().initialLastN(request.initialLastN());
        }
        boolean isTransportOnly = request.medias().isEmpty()
                && request.sources() == null
                && request.forceMute() == null
                && request.initialLastN() == null;
        if (!isTransportOnly) {
            conference.outdateTable();
        }
    }
}
