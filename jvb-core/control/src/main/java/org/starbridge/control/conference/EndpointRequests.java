package org.starbridge.control.conference;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.request.DescriptionReader;
import org.starbridge.control.request.RequestProblems;
import org.starbridge.media.api.OverloadedException;

/**
 * Creates, updates and expires the endpoints of one conference as requests say. Everything in a request is read and checked before
 * anything is changed, so a refused request changes nothing. Guarded by the conference's lock.
 */
final class EndpointRequests {
    private final Endpoints endpoints;
    private final ConferenceLifecycle lifecycle;
    private final EndpointCreation creation;
    private final EndpointAnswers answers;
    private final DescriptionReader reader;
    private final Runnable onTableOutdated;
    private final ConferenceCounters counters;

    /** @param onTableOutdated runs when an update changed what the next forwarding table shows */
    EndpointRequests(
            Endpoints endpoints,
            ConferenceLifecycle lifecycle,
            EndpointCreation creation,
            EndpointAnswers answers,
            DescriptionReader reader,
            Runnable onTableOutdated,
            ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.lifecycle = lifecycle;
        this.creation = creation;
        this.answers = answers;
        this.reader = reader;
        this.onTableOutdated = onTableOutdated;
        this.counters = counters;
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
        LocalEndpoint endpoint = endpoints.find(request.id());
        if (!request.create() && endpoint == null) {
            if (forgivesUnknown) {
                counters.count(RequestWarning.UNKNOWN_ENDPOINT);
                return new EndpointModified(request.id(), false, null);
            }
            throw Colibri2Exception.unknownEndpoint(request.id());
        }
        try {
            return new EndpointModified(
                    request.id(),
                    false,
                    request.create() || endpoint == null ? create(request) : update(endpoint, request));
        } catch (OverloadedException e) {
            throw new Colibri2Exception(
                    Condition.RESOURCE_CONSTRAINT,
                    "endpoint " + request.id() + ": the media workers are overloaded (" + e.getMessage()
                            + "), try again");
        }
    }

    private Transport create(EndpointModify request) {
        return answers.toCreation(creation.create(request, RequestProblems.refusing(counters)), request);
    }

    /** The answer has a transport only for an ICE restart. */
    private @Nullable Transport update(LocalEndpoint endpoint, EndpointModify request) {
        boolean isVisitor = endpoint.participant().isVisitor();
        if (reader.read(request, endpoint, isVisitor, RequestProblems.counting(counters))
                .applyTo(endpoint)) {
            onTableOutdated.run();
        }
        boolean isRestart = request.transport() != null && request.transport().iceRestart();
        return isRestart ? answers.toRestart(endpoint) : null;
    }
}
