package org.starbridge.control.calllog;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Last conference of each endpoint id: a participant keeps its id when it goes to a breakout room. The longest
 * unchanged entries are forgotten. Not thread safe.
 */
final class LastConferences {
    static final int MOST = 10_000;

    /** An endpoint that joins another conference within this time after it left counts as moved. */
    static final long MOVING_NS = 30_000_000_000L;

    /** @param leftAtNs null while it is there */
    private record Place(String conferenceId, @Nullable Long leftAtNs) {}

    private final Map<String, Place> places = new LinkedHashMap<>();

    /**
     * Returns where it came from: the conference that an endpoint of this id left just before; null if there is none.
     */
    @Nullable
    String joined(String endpointId, String conferenceId, long nowNs) {
        Place before = put(endpointId, new Place(conferenceId, null));
        if (before == null || before.leftAtNs() == null || nowNs - before.leftAtNs() > MOVING_NS) {
            return null;
        }
        return before.conferenceId().equals(conferenceId) ? null : before.conferenceId();
    }

    /** Returns where it went: another conference that an endpoint of this id is in already; null if there is none. */
    @Nullable
    String left(String endpointId, String conferenceId, long nowNs) {
        Place last = places.get(endpointId);
        if (last == null || last.conferenceId().equals(conferenceId)) {
            put(endpointId, new Place(conferenceId, nowNs));
            return null;
        }
        return last.leftAtNs() == null ? last.conferenceId() : null;
    }

    private @Nullable Place put(String endpointId, Place place) {
        Place before = places.remove(endpointId);
        places.put(endpointId, place); // the newest last
        if (places.size() > MOST) {
            places.remove(places.keySet().iterator().next());
        }
        return before;
    }
}
