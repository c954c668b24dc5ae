package org.starbridge.control.participant;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.selection.DeclaredSource;

/**
 * The endpoints of one conference, in the order in which they came, and the participants on other bridges. Guarded by
 * the conference's lock.
 */
public final class Endpoints {
    private final Map<String, LocalEndpoint> byId = new LinkedHashMap<>();
    private final Collection<LocalEndpoint> all = Collections.unmodifiableCollection(byId.values());
    private final RemoteParticipants remote = new RemoteParticipants();

    /** Null when there is none with this Colibri2 id. */
    public @Nullable LocalEndpoint find(String endpointId) {
        return byId.get(endpointId);
    }

    /** Returns whether this one is still among them. */
    public boolean contains(LocalEndpoint endpoint) {
        return byId.get(endpoint.id()) == endpoint;
    }

    /** A live view. */
    public Collection<LocalEndpoint> all() {
        return all;
    }

    /** Participants on other bridges. */
    public RemoteParticipants remote() {
        return remote;
    }

    /** The participants of this bridge, then those on others. */
    public List<Participant> participants() {
        List<Participant> participants = new ArrayList<>(byId.size() + remote.size());
        all.forEach(endpoint -> participants.add(endpoint.participant()));
        participants.addAll(remote.all());
        return participants;
    }

    /** Ids of the participants of which nothing is heard at the moment. Clients do not know visitors. */
    public List<String> inactiveIds() {
        return participants().stream()
                .filter(participant -> !participant.isActive() && !participant.isVisitor())
                .map(Participant::id)
                .toList();
    }

    /** Returns the number of endpoints on this bridge. */
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
    public Set<Integer> ssrcsOfOthers(@Nullable Participant owner) {
        Set<Integer> ssrcs = new HashSet<>();
        for (Participant participant : participants()) {
            if (participant != owner) {
                for (DeclaredSource source : participant.sources()) {
                    source.ssrcs().forEach(declared -> ssrcs.add(declared.ssrc()));
                }
            }
        }
        return ssrcs;
    }
}
