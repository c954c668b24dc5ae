package org.starbridge.control.participant;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.environment.TransportPolicy;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceCredentials;

/**
 * ICE restarts of one endpoint, as control knows them: which credentials of ours wait for the peer's. Guarded by the
 * conference's lock.
 */
public final class IceRestarts {
    /** Our side of one ICE agent; generation 0 is the first, which has no number on the wire. */
    public record Local(int generation, IceCredentials credentials) {}

    private final TransportState transport;
    private final MediaEndpoint media;
    private final IceCredentials first;
    private @Nullable Local pending;
    private boolean isAnswered;
    private int generations;

    public IceRestarts(TransportState transport, MediaEndpoint media, IceCredentials first) {
        this.transport = transport;
        this.media = media;
        this.first = first;
    }

    /**
     * Returns what to tell a peer that is to restart: fresh credentials, those of a restart that it has not answered
     * yet, or, while there is nothing to restart, the first ones. Null when it is impossible.
     *
     * @param isEarly whether a peer that ICE has not reached yet gets fresh ones, too
     */
    @Nullable
    public Local restart(TransportPolicy policy, boolean isEarly, RandomGenerator random, ConferenceCounters counters) {
        if (transport.hasEnded() || !policy.restartsIce()) {
            counters.increment(ConferenceCounter.ICE_RESTARTS_REJECTED);
            counters.count(RequestWarning.ICE_RESTART_UNAVAILABLE);
            return null;
        }
        if (!isEarly && !transport.wasIceConnected()) {
            counters.increment(ConferenceCounter.ICE_RESTARTS_NOT_ESTABLISHED);
            return new Local(0, first);
        }
        Local waiting = pending();
        if (waiting != null && !isAnswered) {
            return waiting;
        }
        Local next = new Local(generations + 1, policy.credentials(random));
        transport.supersede(generations);
        try {
            media.restartIce(next.generation(), next.credentials());
        } catch (OverloadedException _) { // not an error: that would cost all participants the session
            transport.supersede(0);
            counters.increment(ConferenceCounter.ICE_RESTARTS_AGENT_CREATION_FAILED);
            counters.count(RequestWarning.ICE_RESTART_UNAVAILABLE);
            return null;
        }
        counters.increment(ConferenceCounter.ICE_RESTARTS_STARTED);
        generations++;
        pending = next;
        isAnswered = false;
        return next;
    }

    /**
     * Returns whether what a peer says of this generation is for an agent that there is; null is for the one that
     * carries media.
     */
    public boolean isKnown(@Nullable Integer generation) {
        Local waiting = pending();
        return generation == null
                || generation == transport.lastRestart()
                || (waiting != null && generation == waiting.generation());
    }

    /** The peer's credentials of this generation came. */
    public void onRemote(@Nullable Integer generation) {
        if (pending != null && generation != null && generation == pending.generation()) {
            isAnswered = true;
        }
    }

    private @Nullable Local pending() {
        if (pending != null && transport.lastRestartOver() >= pending.generation()) {
            pending = null;
        }
        return pending;
    }

    /** Returns whether one is under way: its agent is not in a snapshot. */
    boolean isUnderWay() {
        return pending() != null;
    }

    /** Its part of a snapshot, while none is under way. */
    void state(State state) throws StateException {
        generations = state.i32(generations);
    }
}
