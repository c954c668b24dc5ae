package org.starbridge.control.conference;

import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.request.DescriptionReader;
import org.starbridge.media.api.OverloadedException;

/**
 * Creates, updates and expires the endpoints of one conference as requests say. Everything in a request is read and
 * checked before anything is changed, so a refused request changes nothing. Guarded by the conference's lock.
 */
final class EndpointRequests {
    private final Endpoints endpoints;
    private final ConferenceLifecycle lifecycle;
    private final EndpointCreation creation;
    private final DescriptionReader reader;
    private final EndpointAnswers answers;
    private final Runnable onTableOutdated;

    /** @param onTableOutdated runs when an update changed what the next forwarding table shows */
    EndpointRequests(
            Endpoints endpoints,
            ConferenceLifecycle lifecycle,
            EndpointCreation creation,
            DescriptionReader reader,
            EndpointAnswers answers,
            Runnable onTableOutdated) {
        this.endpoints = endpoints;
        this.lifecycle = lifecycle;
        this.creation = creation;
        this.reader = reader;
        this.answers = answers;
        this.onTableOutdated = onTableOutdated;
    }

    /**
     * @param forgivesUnknown an endpoint that does not exist is answered with its bare id
     * @throws Colibri2Exception when the request is refused
     */
    EndpointModified handle(EndpointModify request, boolean forgivesUnknown) {
        if (request.expire()) {
            lifecycle.remove(request.id(), EndCause.REQUEST);
            return new EndpointModified(request.id(), true, null);
        }
        try {
            return request.create() ? create(request) : update(request, forgivesUnknown);
        } catch (OverloadedException e) {
            throw new Colibri2Exception(
                    Condition.RESOURCE_CONSTRAINT,
                    "endpoint " + request.id() + ": the media workers are overloaded (" + e.getMessage()
                            + "), try again");
        }
    }

    private EndpointModified create(EndpointModify request) {
        return answers.toCreation(creation.create(request), request);
    }

    private EndpointModified update(EndpointModify request, boolean forgivesUnknown) {
        LocalEndpoint endpoint = endpoints.find(request.id());
        if (endpoint != null) {
            if (reader.readUpdate(request, endpoint).applyTo(endpoint)) {
                onTableOutdated.run();
            }
            return answers.toUpdate(endpoint, request);
        }
        if (forgivesUnknown) {
            return answers.toUnknown(request);
        }
        throw Colibri2Exception.unknownEndpoint(request.id());
    }
}
