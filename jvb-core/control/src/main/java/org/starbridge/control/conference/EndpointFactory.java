package org.starbridge.control.conference;

import java.util.function.Function;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ClientChannels;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.EndpointCapabilities;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.TransportFactory;

/** Makes the endpoints of one conference, each with a transport that is open. Guarded by the conference's lock. */
final class EndpointFactory {
    private final TransportFactory transports;
    private final Function<LocalEndpoint, ChannelSlot> channels;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;

    /** @param channels the bridge's end of an endpoint's channel */
    EndpointFactory(
            TransportFactory transports,
            Function<LocalEndpoint, ChannelSlot> channels,
            ConferenceConfig config,
            ConferenceEnvironment environment) {
        this.transports = transports;
        this.channels = channels;
        this.config = config;
        this.environment = environment;
    }

    /**
     * Makes the endpoint of a creation that was checked.
     *
     * @throws org.starbridge.media.api.OverloadedException when the media workers cannot take it; nothing was made
     */
    LocalEndpoint open(EndpointModify request) {
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
