package org.starbridge.media.demux;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Every endpoint's route by our ICE user fragment, for STUN requests from addresses that are not known yet. The one map
 * that workers share; written by control, never used by media packets.
 */
public final class UfragTable {
    private final ConcurrentHashMap<String, Route> routes = new ConcurrentHashMap<>();

    public @Nullable Route find(String ufrag) {
        return routes.get(ufrag);
    }

    public int size() {
        return routes.size();
    }

    public void add(Route route) {
        routes.put(route.ufrag(), route);
    }

    /** Another user fragment of the same endpoint, for an ICE restart. */
    public void add(String ufrag, Route route) {
        routes.put(ufrag, route);
    }

    /** One that was added for an ICE restart. */
    public void remove(String ufrag, Route route) {
        routes.remove(ufrag, route);
    }

    /** False if it was not there any more. */
    public boolean remove(Route route) {
        return routes.remove(route.ufrag(), route);
    }
}
