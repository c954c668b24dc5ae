package org.starbridge.control.relay;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.control.request.LocalDescription;

/** Writes the answers to requests about relays of one conference. Guarded by the conference's lock. */
public final class RelayAnswers {
    private final String conferenceId;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final LocalDescription description;

    public RelayAnswers(
            String conferenceId,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters) {
        this.conferenceId = conferenceId;
        this.config = config;
        this.environment = environment;
        this.counters = counters;
        description = new LocalDescription(config, environment);
    }

    /** With the other bridge's role in SCTP if that is asked for, else with the WebSocket's URL. */
    RelayModified toCreation(Relay relay, RelayModify request) {
        Sctp asked = request.transport() == null ? null : request.transport().sctp();
        IceUdpTransport iceUdp = asked == null
                ? description.ofRelay(
                        conferenceId,
                        relay.id(),
                        relay.transport(),
                        relay.channels().password())
                : description.ofRelay(relay.transport());
        Transport transport = asked == null
                ? Transport.of(iceUdp)
                : new Transport(false, false, false, iceUdp, LocalDescription.oppositeOf(asked));
        return new RelayModified(relay.id(), false, transport);
    }

    /** Begins an ICE restart if the request asks for one; where that is impossible the answer has no transport. */
    RelayModified toUpdate(Relay relay, RelayModify request) {
        boolean isRestart = request.transport() != null && request.transport().iceRestart();
        return new RelayModified(request.id(), false, isRestart ? restart(relay.transport()) : null);
    }

    private @Nullable Transport restart(EndpointTransport transport) {
        IceRestarts.Local local =
                transport.restarts().restart(config.transport(), false, environment.random(), counters);
        return local == null ? null : Transport.of(description.ofRelay(transport, local));
    }

    RelayModified toExpiry(RelayModify request) {
        return new RelayModified(request.id(), true, null);
    }
}
