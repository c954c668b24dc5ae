package org.starbridge.media.worker;

import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.PeerSink;

/** Gives the sink for what a session's ICE agents put out. */
@FunctionalInterface
interface SessionEvents {
    PeerSink of(EndpointSession session);
}
