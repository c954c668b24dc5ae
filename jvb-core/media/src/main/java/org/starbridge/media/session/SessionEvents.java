package org.starbridge.media.session;

import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.PeerSink;

/** Gives the sink for what a session's ICE agents put out. */
@FunctionalInterface
public interface SessionEvents {
    PeerSink of(EndpointSession session);
}
