package org.starbridge.control.conference;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.request.LocalDescription;

/** The transports that answers to requests describe: of new endpoints, and of ICE restarts. */
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

    Transport toCreation(LocalEndpoint endpoint, EndpointModify request) {
        return description.of(conferenceId, endpoint, EndpointFactory.hasSctp(request));
    }

    /** Begins the restart. Null if it is impossible: without a transport, the focus invites the endpoint again. */
    @Nullable
    Transport toRestart(LocalEndpoint endpoint) {
        IceRestarts.Local local =
                endpoint.transport().restarts().restart(config.transport(), environment.random(), counters);
        return local == null ? null : description.of(conferenceId, endpoint, local);
    }
}
