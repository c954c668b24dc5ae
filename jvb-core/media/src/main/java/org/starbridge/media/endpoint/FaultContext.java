package org.starbridge.media.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * For whom the worker is working at this moment, so that a bug is laid at the right conference's door. Owned by one worker;
 * set for every packet, read only when something was thrown.
 */
public final class FaultContext {
    private @Nullable EndpointSession session;
    private @Nullable String conferenceId;

    /** Something begins of which nobody knows yet whose it is. */
    public void nobody() {
        session = null;
        conferenceId = null;
    }

    /** It is this endpoint's. */
    public void session(EndpointSession session) {
        this.session = session;
        conferenceId = null;
    }

    /** It is this conference's. */
    public void conference(String conferenceId) {
        session = null;
        this.conferenceId = conferenceId;
    }

    /** The endpoint, or null. */
    public @Nullable EndpointSession session() {
        return session;
    }

    /** The bridge-local id of the conference, or null. */
    public @Nullable String conferenceId() {
        return session == null ? conferenceId : session.spec().conferenceId();
    }
}
