package org.starbridge.control.participant;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The participants of one conference whose clients are connected to other bridges, in the order in which they were
 * announced. Guarded by the conference's lock.
 */
public final class RemoteParticipants {
    private final Map<String, Participant> byId = new LinkedHashMap<>();
    private final Collection<Participant> all = Collections.unmodifiableCollection(byId.values());

    RemoteParticipants() {}

    /** Null when there is none with this Colibri2 id. */
    public @Nullable Participant find(String endpointId) {
        return byId.get(endpointId);
    }

    /** A live view. */
    public Collection<Participant> all() {
        return all;
    }

    public int size() {
        return byId.size();
    }

    /** One that was announced; it takes the place of another with the same id, which has moved to another bridge. */
    public void add(Participant participant) {
        byId.remove(participant.id());
        byId.put(participant.id(), participant);
    }

    /** Without effect if another one has taken its place. */
    public void remove(Participant participant) {
        byId.remove(participant.id(), participant);
    }
}
