package org.starbridge.media.worker;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.demux.Route;

/**
 * Every endpoint's route by our ICE user fragment, for STUN requests from addresses that nobody knows yet. The one map
 * that workers share; written by control, never used by media packets.
 */
final class UfragTable {
    private final ConcurrentHashMap<String, Route> routes = new ConcurrentHashMap<>();

    @Nullable
    Route find(String ufrag) {
        return routes.get(ufrag);
    }

    int size() {
        return routes.size();
    }

    void add(Route route) {
        routes.put(route.ufrag(), route);
    }

    /** Another user fragment of the same endpoint, for an ICE restart. */
    void add(String ufrag, Route route) {
        routes.put(ufrag, route);
    }

    /** One that was added for an ICE restart. */
    void remove(String ufrag, Route route) {
        routes.remove(ufrag, route);
    }

    /** False if it was not there any more. */
    boolean remove(Route route) {
        return routes.remove(route.ufrag(), route);
    }
}
