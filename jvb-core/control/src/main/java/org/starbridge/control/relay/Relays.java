package org.starbridge.control.relay;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The relays of one conference, in the order in which they came. Guarded by the conference's lock. */
public final class Relays {
    private final Map<String, Relay> byId = new LinkedHashMap<>();
    private final Collection<Relay> all = Collections.unmodifiableCollection(byId.values());

    /** Null when there is none to the bridge with this relay id. */
    public @Nullable Relay find(String relayId) {
        return byId.get(relayId);
    }

    /** The relay over which a participant is reached; null if there is none. */
    @Nullable
    Relay of(String endpointId) {
        for (Relay relay : all) {
            if (relay.find(endpointId) != null) {
                return relay;
            }
        }
        return null;
    }

    /** Returns whether this one is still among them. */
    boolean contains(Relay relay) {
        return byId.get(relay.id()) == relay;
    }

    /** A live view. */
    public Collection<Relay> all() {
        return all;
    }

    public boolean isEmpty() {
        return byId.isEmpty();
    }

    int size() {
        return byId.size();
    }

    void add(Relay relay) {
        byId.put(relay.id(), relay);
    }

    @Nullable
    Relay remove(String relayId) {
        return byId.remove(relayId);
    }
}
