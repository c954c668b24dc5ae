package org.starbridge.control.conference;

import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.request.DescriptionReader;
import org.starbridge.control.request.EndpointDescription;
import org.starbridge.control.request.RequestRules;
import org.starbridge.media.api.OverloadedException;

/** Creates endpoints. A creation that is refused leaves nothing behind. Guarded by the conference's lock. */
final class EndpointCreation {
    private final Endpoints endpoints;
    private final ConferenceLifecycle lifecycle;
    private final EndpointFactory factory;
    private final DescriptionReader reader;
    private final ConferenceConfig config;
    private final String meetingId;
    private final boolean hasDataChannels;

    /**
     * @param meetingId for the sentence of a refusal
     * @param hasDataChannels whether the bridge offers any
     */
    EndpointCreation(
            Endpoints endpoints,
            ConferenceLifecycle lifecycle,
            EndpointFactory factory,
            DescriptionReader reader,
            ConferenceConfig config,
            String meetingId,
            boolean hasDataChannels) {
        this.endpoints = endpoints;
        this.lifecycle = lifecycle;
        this.factory = factory;
        this.reader = reader;
        this.config = config;
        this.meetingId = meetingId;
        this.hasDataChannels = hasDataChannels;
    }

    /**
     * Creates one.
     *
     * @throws Colibri2Exception when the request is refused
     */
    LocalEndpoint create(EndpointModify request) {
        if (endpoints.find(request.id()) != null) {
            throw new Colibri2Exception(Condition.CONFLICT, "Endpoint already exists for ID: " + request.id());
        }
        RequestRules.checkCreation(request, config.limits(), hasDataChannels);
        RequestRules.requireRoom(
                "endpoints of conference " + meetingId,
                endpoints.size(),
                config.limits().endpointsPerConference());
        EndpointDescription description = reader.readNew(request);
        LocalEndpoint endpoint = factory.open(request);
        try {
            description.applyTo(endpoint);
        } catch (OverloadedException e) {
            lifecycle.abandon(endpoint);
            throw e;
        }
        lifecycle.add(endpoint);
        return endpoint;
    }
}
