package org.starbridge.control.conference;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.RelayModified;
import org.starbridge.control.export.conference.ConferenceExports;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.relay.RelayRequests;
import org.starbridge.control.request.RequestRules;

/**
 * Carries out what requests say of one conference's endpoints, media exports and relays, and answers. Guarded by the
 * conference's lock.
 */
final class ConferenceRequests {
    private final EndpointRequests endpoints;
    private final RelayRequests relays;
    private final FeedbackSsrcs feedback;
    private final Forwarding forwarding;
    private final ConferenceExports exports;

    ConferenceRequests(
            EndpointRequests endpoints,
            RelayRequests relays,
            FeedbackSsrcs feedback,
            Forwarding forwarding,
            ConferenceExports exports) {
        this.endpoints = endpoints;
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
        List<EndpointModified> answers = new ArrayList<>();
        List<RelayModified> relayAnswers = new ArrayList<>();
        try {
            for (EndpointModify endpoint : request.endpoints()) {
                answers.add(endpoints.handle(endpoint, forgives));
                hasCreated |= endpoint.create();
            }
            exports.handle(request.connects(), request.create());
            relays.handle(request.relays(), relayAnswers);
        } finally {
            forwarding.publish();
        }
        return new ConferenceModified(answers, relayAnswers, hasCreated ? feedback.sources() : null);
    }
}
