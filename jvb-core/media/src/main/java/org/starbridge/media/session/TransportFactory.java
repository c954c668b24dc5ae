package org.starbridge.media.session;

import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.demux.Route;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.endpoint.PeerTransport;

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
        return new PeerTransport(
                iceAgents.make(spec.iceRole(), spec.credentials()), settings.iceRestarts(), keyAgreement);
    }
}
