package org.starbridge.control.participant;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.selection.DeclaredSource;

/** The endpoints of one conference, in the order in which they came. Guarded by the conference's lock. */
public final class Endpoints {
    private final Map<String, LocalEndpoint> byId = new LinkedHashMap<>();
    private final Collection<LocalEndpoint> all = Collections.unmodifiableCollection(byId.values());

    /** Null when there is none with this Colibri2 id. */
    public @Nullable LocalEndpoint find(String endpointId) {
        return byId.get(endpointId);
    }

    /** Whether this one is still among them. */
    public boolean contains(LocalEndpoint endpoint) {
        return byId.get(endpoint.id()) == endpoint;
    }

    /** A live view. */
    public Collection<LocalEndpoint> all() {
        return all;
    }

    public int size() {
        return byId.size();
    }

    public boolean isEmpty() {
        return byId.isEmpty();
    }

    public void add(LocalEndpoint endpoint) {
        byId.put(endpoint.id(), endpoint);
    }

    /** The answer is the one that was removed; null if there was none. */
    public @Nullable LocalEndpoint remove(String endpointId) {
        return byId.remove(endpointId);
    }

    /** SSRCs that all but {@code owner} declared. */
    public Set<Integer> ssrcsOfOthers(@Nullable LocalEndpoint owner) {
        Set<Integer> ssrcs = new HashSet<>();
        for (LocalEndpoint endpoint : all) {
            if (endpoint != owner) {
                for (DeclaredSource source : endpoint.participant().sources()) {
                    source.ssrcs().forEach(declared -> ssrcs.add(declared.ssrc()));
                }
            }
        }
        return ssrcs;
    }
}
