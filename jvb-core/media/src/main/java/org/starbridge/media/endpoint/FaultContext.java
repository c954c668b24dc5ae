package org.starbridge.media.endpoint;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.cost.CostMeter;

/**
 * Endpoint or conference that the worker is working for at this moment, so that an exception closes only the conference
 * that caused it. Owned by one worker; set for every packet, read only when something was thrown.
 */
public final class FaultContext {
    private @Nullable EndpointSession session;
    private @Nullable String conferenceId;

    /** Work begins whose conference is not known yet. */
    public void clear() {
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

    /** Returns the meter of what the endpoint costs; null if no endpoint is known. */
    public @Nullable CostMeter cost() {
        return session == null ? null : session.receiver().cost();
    }

    /** The bridge-local id of the conference, or null. */
    public @Nullable String conferenceId() {
        return session == null ? conferenceId : session.spec().conferenceId();
    }
}
