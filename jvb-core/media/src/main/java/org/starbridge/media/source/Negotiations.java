package org.starbridge.media.source;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.media.api.ForwardingTable.Participant;
import org.starbridge.media.api.ForwardingTable.PayloadType;

/**
 * One worker's {@link Negotiation}s, shared by all who negotiated the same, as nearly everybody in a conference did: so what
 * each packet to each receiver looks up stays in the processor's cache, and a plan in which nothing was negotiated anew makes
 * none. Bounded: what is negotiated is the peers' choice, so when there are too many they are forgotten and made anew. Owned
 * by its worker.
 */
public final class Negotiations {
    static final int MAX_NEGOTIATIONS = 1024;

    private record Key(
            Map<Integer, PayloadType> payloadTypes,
            Map<String, Integer> extensionIds,
            boolean acceptsTwoByteExtensions,
            boolean isWithoutRedundancy) {
        Key(Participant participant, boolean isWithoutRedundancy) {
            this(
                    participant.payloadTypes(),
                    participant.extensionIds(),
                    participant.acceptsTwoByteExtensions(),
                    isWithoutRedundancy);
        }
    }

    private final Map<Key, Negotiation> negotiations = new HashMap<>();

    /** What a participant negotiated. */
    public Negotiation of(Participant participant) {
        Key key = new Key(participant, false);
        Negotiation known = negotiations.get(key);
        return known != null ? known : keep(key, new Negotiation(participant));
    }

    /** See {@link Negotiation#withoutRedundancy}. */
    public Negotiation withoutRedundancy(Participant participant) {
        Key key = new Key(participant, true);
        Negotiation known = negotiations.get(key);
        return known != null ? known : keep(key, Negotiation.withoutRedundancy(participant));
    }

    private Negotiation keep(Key key, Negotiation made) {
        if (negotiations.size() >= MAX_NEGOTIATIONS) {
            negotiations.clear();
        }
        negotiations.put(key, made);
        return made;
    }
}
