package org.starbridge.media.session;

import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.demux.Route;
import org.starbridge.media.endpoint.IceAgents;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.endpoint.PeerTransport;
import org.starbridge.transport.ice.IceAgent;

/** Makes the transports of one worker's endpoints: an ICE agent and a key agreement each. Owned by the worker. */
public final class TransportFactory {
    private final SessionSettings settings;
    private final IceAgentFactory iceAgents;
    private final DtlsEventHandler dtlsEvents;

    public TransportFactory(SessionSettings settings, IceAgentFactory iceAgents, DtlsEventHandler dtlsEvents) {
        this.settings = settings;
        this.iceAgents = iceAgents;
        this.dtlsEvents = dtlsEvents;
    }

    /** A transport that has sent nothing yet. */
    PeerTransport make(Route route, EndpointSpec spec) {
        KeyAgreement keyAgreement = settings.keyAgreement().create(spec.identity(), spec.data(), dtlsEvents.of(route));
        IceAgent first = iceAgents.make(spec.iceRole(), spec.credentials(), route.uniquePort());
        return new PeerTransport(new IceAgents(first, settings.iceRestarts()), keyAgreement);
    }
}
