package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.endpoint.EndpointSession;

/**
 * For whom the worker is working at this moment, so that a bug is laid at the right conference's door. Owned by one worker;
 * set for every packet, read only when something was thrown.
 */
final class FaultContext {
    private @Nullable EndpointSession session;
    private @Nullable String conferenceId;

    /** Something begins of which nobody knows yet whose it is. */
    void nobody() {
        session = null;
        conferenceId = null;
    }

    /** It is this endpoint's. */
    void session(EndpointSession session) {
        this.session = session;
        conferenceId = null;
    }

    /** It is this conference's. */
    void conference(String conferenceId) {
        session = null;
        this.conferenceId = conferenceId;
    }

    /** The endpoint, or null. */
    @Nullable
    EndpointSession session() {
        return session;
    }

    /** The bridge-local id of the conference, or null. */
    @Nullable
    String conferenceId() {
        return session == null ? conferenceId : session.spec().conferenceId();
    }
}
