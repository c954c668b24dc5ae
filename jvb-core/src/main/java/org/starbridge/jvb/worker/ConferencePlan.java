package org.starbridge.jvb.worker;

import java.util.List;
import org.starbridge.jvb.demux.Route;
import org.starbridge.jvb.media.ForwardingTable.Participant;
import org.starbridge.jvb.media.ForwardingTable.Stream;

/**
 * A forwarding table in the terms of workers: endpoints with their owners, streams with their handles. One immutable plan
 * goes to all workers.
 *
 * @param conferenceId the bridge-local id
 * @param version the table's version; an older plan than the one in force is ignored
 */
record ConferencePlan(String conferenceId, long version, List<Member> members) {
    /** A participant and what it sends. */
    record Member(Route route, Participant participant, List<PlannedStream> streams) {}

    /**
     * A stream.
     *
     * @param handle its number in the process
     * @param workers which workers have receivers of it, one bit each
     */
    record PlannedStream(int handle, Stream stream, long workers) {}
}
