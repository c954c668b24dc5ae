package org.starbridge.media.plan;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.media.forward.FanOuts;

/**
 * Numbers the process's streams: 18 bits of index, then a generation that differs each time an index is used again. An
 * index that became free is used again last, so a record in a ring never outlives its generation. Guarded by its user.
 */
final class StreamHandles {
    private static final int GENERATION_STEP = FanOuts.MAX_STREAMS;

    private record StreamId(int endpointKey, int ssrc) {}

    private final Map<String, Map<StreamId, Integer>> byConference = new HashMap<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private int nextIndex;

    /** The handle of a stream, the same for as long as each table of its conference has it. */
    int of(String conferenceId, int endpointKey, int ssrc) {
        return byConference
                .computeIfAbsent(conferenceId, id -> new HashMap<>())
                .computeIfAbsent(new StreamId(endpointKey, ssrc), id -> allocate());
    }

    private int allocate() {
        if (nextIndex < FanOuts.MAX_STREAMS) {
            return nextIndex++;
        }
        Integer again = free.poll();
        if (again == null) {
            throw new OverloadedException(FanOuts.MAX_STREAMS + " streams are declared, which is the limit");
        }
        return again + GENERATION_STEP;
    }

    /** Streams that have a handle. */
    int size() {
        return byConference.values().stream().mapToInt(Map::size).sum();
    }

    /** Frees the handles of a conference that its plan does not have any more. */
    void retain(String conferenceId, ConferencePlan plan) {
        Map<StreamId, Integer> known = byConference.get(conferenceId);
        if (known == null) {
            return;
        }
        Set<Integer> present = new HashSet<>();
        plan.members().forEach(member -> member.streams().forEach(stream -> present.add(stream.handle())));
        for (Iterator<Integer> i = known.values().iterator(); i.hasNext(); ) {
            Integer handle = i.next();
            if (!present.contains(handle)) {
                i.remove();
                free.add(handle);
            }
        }
        if (known.isEmpty()) {
            byConference.remove(conferenceId);
        }
    }
}
