package org.starbridge.control.conference;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.RelayModified;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.export.conference.ConferenceExports;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.relay.RelayRequests;
import org.starbridge.control.request.DescriptionReader;
import org.starbridge.control.request.RequestRules;
import org.starbridge.media.api.OverloadedException;

/**
 * Carries out what requests say of one conference's endpoints, media exports and relays, and answers. What a request
 * says of an endpoint is read and checked before anything of the endpoint is changed. Guarded by the conference's lock.
 */
final class ConferenceRequests {
    private final Endpoints endpoints;
    private final ConferenceLifecycle lifecycle;
    private final EndpointCreation creation;
    private final DescriptionReader reader;
    private final EndpointAnswers answers;
    private final RelayRequests relays;
    private final FeedbackSsrcs feedback;
    private final Forwarding forwarding;
    private final ConferenceExports exports;

    ConferenceRequests(
            Endpoints endpoints,
            ConferenceLifecycle lifecycle,
            EndpointCreation creation,
            DescriptionReader reader,
            EndpointAnswers answers,
            RelayRequests relays,
            FeedbackSsrcs feedback,
            Forwarding forwarding,
            ConferenceExports exports) {
        this.endpoints = endpoints;
        this.lifecycle = lifecycle;
        this.creation = creation;
        this.reader = reader;
        this.answers = answers;
        this.relays = relays;
        this.feedback = feedback;
        this.forwarding = forwarding;
        this.exports = exports;
    }

    /** The conference has ended, and with it what was only asked for; a second call does nothing. */
    void end() {
        if (exports.end()) {
            forwarding.publish();
        }
    }

    /** Publishes what changed, also when a later endpoint of the request is refused. */
    ConferenceModified handle(ConferenceModify request) {
        boolean forgives = RequestRules.forgivesUnknownEndpoints(request);
        boolean hasCreated = request.create();
        List<EndpointModified> endpointAnswers = new ArrayList<>();
        List<RelayModified> relayAnswers = new ArrayList<>();
        try {
            for (EndpointModify endpoint : request.endpoints()) {
                endpointAnswers.add(handle(endpoint, forgives));
                hasCreated |= endpoint.create();
            }
            exports.handle(request.connects(), request.create());
            relays.handle(request.relays(), relayAnswers);
        } finally {
            forwarding.publish();
        }
        return new ConferenceModified(endpointAnswers, relayAnswers, hasCreated ? feedback.sources() : null);
    }

    private EndpointModified handle(EndpointModify request, boolean forgivesUnknown) {
        if (request.expire()) {
            lifecycle.remove(request.id(), EndCause.REQUEST);
            return new EndpointModified(request.id(), true, null);
        }
        try {
            return request.create()
                    ? answers.toCreation(creation.create(request), request)
                    : update(request, forgivesUnknown);
        } catch (OverloadedException e) {
            throw new Colibri2Exception(
                    Condition.RESOURCE_CONSTRAINT,
                    "endpoint " + request.id() + ": the media workers are overloaded (" + e.getMessage()
                            + "), try again");
        }
    }

    private EndpointModified update(EndpointModify request, boolean forgivesUnknown) {
        LocalEndpoint endpoint = endpoints.find(request.id());
        if (endpoint != null) {
            if (reader.readUpdate(request, endpoint).applyTo(endpoint)) {
                forwarding.outdate();
            }
            return answers.toUpdate(endpoint, request);
        }
        if (forgivesUnknown) {
            return answers.toUnknown(request);
        }
        throw Colibri2Exception.unknownEndpoint(request.id());
    }
}
