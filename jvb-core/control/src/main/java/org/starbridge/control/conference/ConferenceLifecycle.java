package org.starbridge.control.conference;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.event.MembershipEvents;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.TransportState;
import org.starbridge.control.relay.RelayLifecycle;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The creation and the end of one conference and its endpoints, with what follows from these: events, counters, the
 * media plane and open channels. Guarded by the conference's lock.
 */
final class ConferenceLifecycle {
    private static final int EVENTS_PART = 10;

    private final Endpoints endpoints;
    private final RelayLifecycle relays;
    private final Forwarding forwarding;
    private final MembershipEvents events;
    private final ConferenceCounters counters;
    private final LongSupplier clockNs;
    private final long createdAtNs;
    private long changedAtNs;
    private boolean isEstablished;
    private volatile boolean hasMoved;

    /** Written under the lock. */
    private volatile boolean isExpired;

    ConferenceLifecycle(
            Endpoints endpoints,
            RelayLifecycle relays,
            Forwarding forwarding,
            MembershipEvents events,
            ConferenceCounters counters,
            LongSupplier clockNs,
            long createdAtNs) {
        this.endpoints = endpoints;
        this.relays = relays;
        this.forwarding = forwarding;
        this.events = events;
        this.counters = counters;
        this.clockNs = clockNs;
        this.createdAtNs = createdAtNs;
        this.changedAtNs = createdAtNs;
    }

    /** A request about the conference came. */
    void onRequest() {
        changedAtNs = clockNs.getAsLong();
    }

    /** The request that creates the conference was carried out. */
    void onCreated() {
        isEstablished = true;
        events.onCreated();
        counters.increment(ConferenceCounter.CONFERENCES_CREATED);
    }

    boolean isEstablished() {
        return isEstablished;
    }

    /** Any thread. */
    boolean isExpired() {
        return isExpired;
    }

    /** Returns whether neither an endpoint nor a relay is in the conference. */
    boolean isEmpty() {
        return endpoints.isEmpty() && relays.isEmpty();
    }

    void add(LocalEndpoint endpoint) {
        endpoints.add(endpoint);
        Participant.Identity identity = endpoint.participant().identity();
        events.onJoined(identity.id(), identity.statsId(), identity.isVisitor(), endpoints.size());
        counters.increment(ConferenceCounter.ENDPOINTS_CREATED);
        if (identity.isVisitor()) {
            counters.increment(ConferenceCounter.VISITORS_CREATED);
        }
        forwarding.outdate();
    }

    /** Releases an endpoint that was opened, but whose creation is refused after all. */
    void abandon(LocalEndpoint endpoint) {
        forwarding.leave(endpoint.transport().media());
    }

    /** Without effect if there is no endpoint with this id. */
    void remove(String endpointId, EndCause cause) {
        LocalEndpoint endpoint = endpoints.remove(endpointId);
        if (endpoint == null) {
            return;
        }
        TransportState transport = endpoint.transport().state();
        events.onLeft(endpoint.id(), endpoint.createdAtNs(), cause, transport.reached(), transport.untold());
        forwarding.leave(endpoint.transport().media());
        forwarding.outdate();
        EndpointStats last = endpoint.stats();
        counters.add(
                ConferenceCounter.PACKETS_LOST_INBOUND_OF_GONE, last.traffic().packetsLostInbound());
        counters.add(
                ConferenceCounter.PACKETS_EXPECTED_INBOUND_OF_GONE,
                last.traffic().packetsExpectedInbound());
        for (BridgeChannel channel : endpoint.channels().takeAll()) {
            channel.close(BridgeChannel.CloseReason.ENDPOINT_CLOSED);
        }
    }

    /**
     * Removes endpoints without activity for as long as the timeout; expires a conference that has no endpoints and
     * whose relays were silent as long.
     */
    void expireIdle(long nowNs, Duration timeout) {
        long timeoutNs = timeout.toNanos();
        List<LocalEndpoint> idle = endpoints.all().stream()
                .filter(endpoint -> nowNs - endpoint.lastActivityNs() >= timeoutNs)
                .toList();
        for (LocalEndpoint endpoint : idle) {
            remove(endpoint.id(), EndCause.IDLE);
            counters.increment(ConferenceCounter.IDLE_EXPIRED);
        }
        boolean isIdle = (relays.isEmpty() && !idle.isEmpty()) || nowNs - relays.heardNs(changedAtNs) >= timeoutNs;
        if (endpoints.isEmpty() && isIdle && !isExpired) {
            expire(EndCause.IDLE);
            counters.increment(ConferenceCounter.IDLE_EXPIRED);
        }
    }

    /** Ends the conference and all its endpoints; a second call does nothing. */
    void expire(EndCause cause) {
        if (isExpired) {
            return;
        }
        isExpired = true;
        relays.removeAll();
        List.copyOf(endpoints.all()).forEach(endpoint -> remove(endpoint.id(), EndCause.CONFERENCE_ENDED));
        events.onExpired(cause);
        forwarding.publishNow();
        if (isEstablished) {
            counters.increment(ConferenceCounter.CONFERENCES_COMPLETED);
            counters.add(
                    ConferenceCounter.CONFERENCE_SECONDS,
                    TimeUnit.NANOSECONDS.toSeconds(clockNs.getAsLong() - createdAtNs));
        }
    }

    /** Its part of a snapshot. One that is read is established. */
    void state(State state) throws StateException {
        changedAtNs = state.time(changedAtNs);
        state.part(EVENTS_PART, 1, events::state);
    }

    /** The conference comes from another process, with its endpoints. */
    void onArrived() {
        isEstablished = true;
        counters.increment(ConferenceCounter.CONFERENCES_CREATED);
        for (LocalEndpoint endpoint : endpoints.all()) {
            counters.increment(ConferenceCounter.ENDPOINTS_CREATED);
            if (endpoint.participant().isVisitor()) {
                counters.increment(ConferenceCounter.VISITORS_CREATED);
            }
        }
    }

    /** Selects and publishes now. */
    void publish() {
        forwarding.outdate();
        forwarding.publishNow();
    }

    /** It goes on in another process. */
    void onMoved() {
        hasMoved = true;
        discard();
    }

    /** Returns whether it has ended here only. */
    boolean hasMoved() {
        return hasMoved;
    }

    /** Ends it here without events. */
    void discard() {
        isExpired = true;
        for (LocalEndpoint endpoint : List.copyOf(endpoints.all())) {
            endpoints.remove(endpoint.id());
            forwarding.leave(endpoint.transport().media());
        }
        forwarding.outdate();
        forwarding.publishNow();
    }
}
