package org.starbridge.media.api;

import java.net.InetSocketAddress;
import java.util.List;

/** The media workers as the control side sees them. All methods may be called from any thread and return at once. */
public interface MediaPlane {
    /**
     * Allocates an endpoint on the least loaded worker, which owns it for life.
     *
     * @throws OverloadedException when that worker's command queue is full or native memory is used up; nothing was
     *     allocated
     */
    MediaEndpoint addEndpoint(EndpointSpec spec, EndpointListener listener);

    /** A number for a participant who shares its transport with others: unique in the process, never used again. */
    int newParticipantKey();

    /**
     * Replaces what a conference forwards. Every worker takes what concerns its own endpoints; tables of one conference
     * must be published in order of their {@link ForwardingTable#version()}.
     *
     * @throws OverloadedException when a worker's command queue is full; that worker keeps the older table, so the
     *     caller publishes again
     */
    void publish(ForwardingTable table);

    /** The addresses on which media is received, to be offered as host candidates; never empty. */
    List<InetSocketAddress> localAddresses();

    /** Addresses under which {@link #localAddresses} are known beyond a NAT, to be offered too; empty without one. */
    default List<MappedAddress> mappedAddresses() {
        return List.of();
    }

    /** The endpoints that left last, newest first: a few hundred at most. */
    default List<EndedConnection> ended() {
        return List.of();
    }

    /** Sums over all workers, at most about a second old. */
    MediaStats stats();
}
