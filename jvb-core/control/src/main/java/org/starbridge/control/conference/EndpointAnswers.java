package org.starbridge.control.conference;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.request.LocalDescription;

/** Writes the answers to requests about endpoints of one conference. Guarded by the conference's lock. */
final class EndpointAnswers {
    private final String conferenceId;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final LocalDescription description;

    EndpointAnswers(
            String conferenceId,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters) {
        this.conferenceId = conferenceId;
        this.config = config;
        this.environment = environment;
        this.counters = counters;
        this.description = new LocalDescription(config, environment);
    }

    /** With the bridge's side of SCTP if it was asked for: it waits for the client. */
    EndpointModified toCreation(LocalEndpoint endpoint, EndpointModify request) {
        IceUdpTransport iceUdp = description.of(conferenceId, endpoint);
        Transport transport = EndpointCreation.hasSctp(request)
                ? new Transport(false, false, false, iceUdp, LocalDescription.sctp())
                : Transport.of(iceUdp);
        return new EndpointModified(request.id(), false, transport);
    }

    /**
     * Begins an ICE restart if the request asks for one. Where that is impossible the answer has no transport, and the
     * focus invites the endpoint again.
     */
    EndpointModified toUpdate(LocalEndpoint endpoint, EndpointModify request) {
        boolean isRestart = request.transport() != null && request.transport().iceRestart();
        return new EndpointModified(request.id(), false, isRestart ? restart(endpoint) : null);
    }

    private @Nullable Transport restart(LocalEndpoint endpoint) {
        IceRestarts.Local local = endpoint.transport()
                .restarts()
                .restart(config.transport(), endpoint.capabilities().restartsEarly(), environment.random(), counters);
        return local == null ? null : Transport.of(description.of(conferenceId, endpoint, local));
    }

    /** The bare id. */
    EndpointModified toUnknown(EndpointModify request) {
        counters.count(RequestWarning.UNKNOWN_ENDPOINT);
        return new EndpointModified(request.id(), false, null);
    }
}
