package org.starbridge.media.session;

import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.api.Fault;
import org.starbridge.media.demux.Route;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.endpoint.PeerTransport;
import org.starbridge.rtp.memory.OutOfNativeMemoryException;
import org.starbridge.transport.ice.IceAgent;

/** How endpoints come to a worker: the session of each is made here. Owned by the worker. */
public final class EndpointAdmission {
    /** What control hears of an endpoint for which there is none; for people. */
    public static final String NO_MEMORY = "overloaded: no native memory left for this endpoint";

    private final SessionSettings settings;
    private final IceAgentFactory iceAgents;
    private final DtlsEventHandler keyEvents;
    private final EndpointTable sessions;
    private final EndpointRemoval departures;
    private final ErrorHandler errors;

    public EndpointAdmission(
            SessionSettings settings,
            IceAgentFactory iceAgents,
            DtlsEventHandler keyEvents,
            EndpointTable sessions,
            EndpointRemoval departures,
            ErrorHandler errors) {
        this.settings = settings;
        this.iceAgents = iceAgents;
        this.keyEvents = keyEvents;
        this.sessions = sessions;
        this.departures = departures;
        this.errors = errors;
    }

    /** Makes an endpoint's session; without memory for it the endpoint ends, and its listener hears why. */
    public void onAddEndpoint(
            Route route,
            EndpointSpec spec,
            EndpointListener listener,
            EndpointSession.StatsSink statsSink,
            long nowNs) {
        IceAgent ice = iceAgents.make(spec.iceRole(), spec.credentials());
        KeyAgreement keyAgreement = settings.keyAgreement().create(spec.identity(), spec.data(), keyEvents.of(route));
        try {
            sessions.add(new EndpointSession(
                    route,
                    spec,
                    listener,
                    statsSink,
                    new PeerTransport(ice, settings.iceRestarts(), keyAgreement),
                    settings.retransmission(),
                    nowNs));
        } catch (OutOfNativeMemoryException e) {
            errors.onFault(new Fault(route.owner(), "a new endpoint", null, e));
            keyAgreement.close();
            listener.onDtlsFailed(NO_MEMORY);
            departures.onExpire(route);
        }
    }
}
