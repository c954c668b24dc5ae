package org.starbridge.media.session;

import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.api.Fault;
import org.starbridge.media.demux.Route;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.PeerTransport;
import org.starbridge.rtp.memory.OutOfNativeMemoryException;

/** Admission of endpoints to a worker: the session of each is made here. Owned by the worker. */
public final class EndpointAdmission {
    /** The failure that control gets for an endpoint without memory; for people. */
    public static final String NO_MEMORY = "overloaded: not enough native memory for this endpoint";

    private final TransportFactory transports;
    private final ReceiverFactory receivers;
    private final EndpointTable sessions;
    private final EndpointRemoval removal;
    private final ErrorHandler errors;

    public EndpointAdmission(
            TransportFactory transports,
            ReceiverFactory receivers,
            EndpointTable sessions,
            EndpointRemoval removal,
            ErrorHandler errors) {
        this.transports = transports;
        this.receivers = receivers;
        this.sessions = sessions;
        this.removal = removal;
        this.errors = errors;
    }

    /** Makes an endpoint's session; without memory for it the endpoint ends, and its listener gets the reason. */
    public void onAddEndpoint(
            Route route,
            EndpointSpec spec,
            EndpointListener listener,
            EndpointSession.StatsSink statsSink,
            long nowNs) {
        PeerTransport transport = transports.make(route, spec);
        try {
            sessions.add(new EndpointSession(route, spec, listener, statsSink, transport, receivers.make(), nowNs));
        } catch (OutOfNativeMemoryException e) {
            errors.onFault(new Fault(route.owner(), "a new endpoint", null, e));
            transport.close();
            listener.onDtlsFailed(NO_MEMORY);
            removal.onExpire(route);
        }
    }
}
