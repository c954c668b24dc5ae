package org.starbridge.control.conference;

import java.util.function.Function;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ClientChannels;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.EndpointCapabilities;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.TransportFactory;
import org.starbridge.control.request.DescriptionReader;
import org.starbridge.control.request.EndpointDescription;
import org.starbridge.control.request.RequestRules;
import org.starbridge.media.api.OverloadedException;

/**
 * Creates endpoints, each with a transport that is open. A creation that is refused leaves nothing behind. Guarded by
 * the conference's lock.
 */
final class EndpointCreation {
    private final Endpoints endpoints;
    private final ConferenceLifecycle lifecycle;
    private final TransportFactory transports;
    private final Function<LocalEndpoint, ChannelSlot> channels;
    private final DescriptionReader reader;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final String meetingId;

    /**
     * @param channels the bridge's end of an endpoint's channel
     * @param meetingId for the sentence of a refusal
     */
    EndpointCreation(
            Endpoints endpoints,
            ConferenceLifecycle lifecycle,
            TransportFactory transports,
            Function<LocalEndpoint, ChannelSlot> channels,
            DescriptionReader reader,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            String meetingId) {
        this.endpoints = endpoints;
        this.lifecycle = lifecycle;
        this.transports = transports;
        this.channels = channels;
        this.reader = reader;
        this.config = config;
        this.environment = environment;
        this.meetingId = meetingId;
    }

    /**
     * Creates one.
     *
     * @throws Colibri2Exception when the request is refused
     * @throws OverloadedException when the media workers cannot take it
     */
    LocalEndpoint create(EndpointModify request) {
        if (endpoints.find(request.id()) != null) {
            throw new Colibri2Exception(Condition.CONFLICT, "Endpoint already exists for ID: " + request.id());
        }
        RequestRules.checkCreation(request, config.limits(), environment.data().isOffered());
        RequestRules.requireRoom(
                "endpoints of conference " + meetingId,
                endpoints.size(),
                config.limits().endpointsPerConference());
        EndpointDescription description = reader.readNew(request);
        LocalEndpoint endpoint = open(request);
        try {
            description.applyTo(endpoint);
        } catch (OverloadedException e) {
            lifecycle.abandon(endpoint);
            throw e;
        }
        lifecycle.add(endpoint);
        return endpoint;
    }

    private LocalEndpoint open(EndpointModify request) {
        boolean isControlling =
                request.transport() != null && request.transport().iceControlling();
        EndpointTransport transport = transports.open(request.id(), isControlling, hasSctp(request));
        Participant participant = new Participant(
                new Participant.Identity(request.id(), request.statsId(), request.isVisitor(), request.diarize()),
                transport.key(),
                config.limits().sourcesPerEndpoint());
        LocalEndpoint endpoint = new LocalEndpoint(
                participant,
                EndpointCapabilities.of(request.capabilities()),
                transport,
                new ClientChannels(environment.random(), config.channel().messages()),
                config,
                environment.clockNs().getAsLong());
        transport.data().serve(channels.apply(endpoint));
        return endpoint;
    }

    /** Returns whether a request asks for data channels. */
    static boolean hasSctp(EndpointModify request) {
        return request.transport() != null && request.transport().sctp() != null;
    }
}
