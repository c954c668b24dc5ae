package org.starbridge.media.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.demux.Route;

/**
 * A forwarding table in the terms of workers: endpoints with their owners, streams with their handles. One immutable
 * plan goes to all workers.
 *
 * @param conferenceId the bridge-local id
 * @param version the table's version; an older plan than the one in force is ignored
 * @param listener the worker to which all audio levels go
 * @param insistedAudio SSRCs of audio that is forwarded however loud others are
 * @param targets which encodings receivers are to get of a source with several, one bit each, by the handles of these
 */
public record ConferencePlan(
        String conferenceId,
        long version,
        List<Member> members,
        int listener,
        Set<Integer> insistedAudio,
        Map<Integer, Integer> targets) {
    /** One whose audio has no listener. */
    public ConferencePlan(String conferenceId, long version, List<Member> members) {
        this(conferenceId, version, members, -1, Set.of(), Map.of());
    }

    /** Returns which of its source's encodings receivers are to get, one bit each; the lowest of a source with one. */
    int targets(PlannedStream stream) {
        return targets.getOrDefault(stream.handle(), 1);
    }

    /**
     * A transport and what it sends.
     *
     * @param since the version of the plan with which it came to be as it is: in all later ones up to this it was the
     *     same
     */
    public record Member(Route route, Transport transport, List<PlannedStream> streams, long since) {
        /** Returns whether it is as it was in an earlier version. */
        public boolean isAsOf(long version) {
            return since <= version;
        }

        /** The same member of an earlier plan, if that is as this one; else this. */
        public Member orAsIn(@Nullable Member earlier) {
            return earlier != null
                            && earlier.route.equals(route)
                            && earlier.transport.equals(transport)
                            && earlier.streams.equals(streams)
                    ? earlier
                    : this;
        }

        /**
         * The encodings of the source whose lowest one has an SSRC, low to high; without any that is not the next
         * higher.
         */
        public List<PlannedStream> encodingsOf(int lowestSsrc) {
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
     * @param participantKey the number of the participant that sends it
     */
    public record PlannedStream(int handle, Stream stream, long workers, int participantKey) {
        /** Returns whether it is the only encoding of its source, or the lowest. */
        public boolean isLowest() {
            return stream.lowest() == stream.ssrc();
        }
    }
}
