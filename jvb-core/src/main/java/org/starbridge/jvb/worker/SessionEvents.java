package org.starbridge.jvb.worker;

import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.jvb.endpoint.PeerSink;

/** Gives the sink for what a session's ICE agents put out. */
@FunctionalInterface
interface SessionEvents {
    PeerSink of(EndpointSession session);
}
