package org.starbridge.jvb.worker;

import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.transport.ice.IceSink;

/** Gives the sink for what a session's ICE agent puts out. */
@FunctionalInterface
interface SessionEvents {
    IceSink of(EndpointSession session);
}
