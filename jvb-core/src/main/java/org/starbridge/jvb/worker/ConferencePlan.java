package org.starbridge.jvb.worker;

import java.util.ArrayList;
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
 * @param listener the worker to which all audio levels go
 */
record ConferencePlan(String conferenceId, long version, List<Member> members, int listener) {
    /** One to whose audio nobody listens. */
    ConferencePlan(String conferenceId, long version, List<Member> members) {
        this(conferenceId, version, members, -1);
    }

    /** A participant and what it sends. */
    record Member(Route route, Participant participant, List<PlannedStream> streams) {
        /** The encodings of the source whose lowest one has an SSRC, low to high; without any that is not the next higher. */
        List<PlannedStream> encodingsOf(int lowestSsrc) {
            List<PlannedStream> encodings = new ArrayList<>();
            for (boolean more = true; more; ) {
                more = false;
                for (PlannedStream stream : streams) {
                    if (stream.stream().lowest() == lowestSsrc
                            && stream.stream().encoding() == encodings.size()) {
                        encodings.add(stream);
                        more = true;
                        break;
                    }
                }
            }
            return encodings;
        }
    }

    /**
     * A stream.
     *
     * @param handle its number in the process
     * @param workers which workers have receivers of it, one bit each
     */
    record PlannedStream(int handle, Stream stream, long workers) {
        /** Whether it is the only encoding of its source, or the lowest. */
        boolean isLowest() {
            return stream.lowest() == stream.ssrc();
        }
    }
}
