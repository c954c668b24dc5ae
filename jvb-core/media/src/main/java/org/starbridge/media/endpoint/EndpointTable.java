package org.starbridge.media.endpoint;

import java.util.Collection;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.queue.DeadlineQueue;

/** The endpoints that a worker owns, by key, and in the order in which they want to be woken. Owned by the worker. */
public final class EndpointTable {
    private final Int2ObjectHashMap<EndpointSession> byKey = new Int2ObjectHashMap<>();
    private final DeadlineQueue<EndpointSession> deadlines = new DeadlineQueue<>();
    private final FaultContext faultContext;

    public EndpointTable(FaultContext faultContext) {
        this.faultContext = faultContext;
    }

    /** One of them, or null; what the worker does next is done for it. */
    public @Nullable EndpointSession take(int endpointKey) {
        EndpointSession session = byKey.get(endpointKey);
        if (session != null) {
            faultContext.session(session);
        }
        return session;
    }

    /** One of them, or null; only to look at it, or on a packet's way. */
    public @Nullable EndpointSession find(int endpointKey) {
        return byKey.get(endpointKey);
    }

    public void add(EndpointSession session) {
        byKey.put(session.route().endpointKey(), session);
        reschedule(session);
    }

    public void remove(EndpointSession session) {
        byKey.remove(session.route().endpointKey());
        deadlines.remove(session);
    }

    /** Something happened to the session that may have changed its deadline. */
    public void reschedule(EndpointSession session) {
        deadlines.put(session, session.nextDeadlineNs());
    }

    /** A session whose deadline is not after {@code nowNs}, or null. The caller reschedules it. */
    public @Nullable EndpointSession due(long nowNs) {
        return deadlines.nextDeadlineNs() <= nowNs ? deadlines.peek() : null;
    }

    /** The next deadline of all; {@link Long#MAX_VALUE} without sessions. */
    public long nextDeadlineNs() {
        return deadlines.nextDeadlineNs();
    }

    /** All of them; not to be changed. */
    public Collection<EndpointSession> all() {
        return byKey.values();
    }

    public int size() {
        return byKey.size();
    }
}
