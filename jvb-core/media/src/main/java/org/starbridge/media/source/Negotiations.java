package org.starbridge.media.source;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;

/**
 * One worker's {@link Negotiation}s, shared by endpoints that negotiated the same, which is usual in a conference: so
 * what each packet to each receiver looks up stays in the processor's cache, and a plan in which nothing was negotiated
 * again makes none. Bounded: what is negotiated is the peers' choice, so when there are too many they are forgotten and
 * made again. Owned by its worker.
 */
public final class Negotiations {
    static final int MAX_NEGOTIATIONS = 1024;

    private record Key(
            Map<Integer, PayloadType> payloadTypes,
            Map<String, Integer> extensionIds,
            boolean acceptsTwoByteExtensions,
            boolean isWithoutRedundancy) {
        Key(Transport transport, boolean isWithoutRedundancy) {
            this(
                    transport.payloadTypes(),
                    transport.extensionIds(),
                    transport.acceptsTwoByteExtensions(),
                    isWithoutRedundancy);
        }
    }

    private final Map<Key, Negotiation> negotiations = new HashMap<>();

    /** Returns what a transport negotiated. */
    public Negotiation of(Transport transport) {
        Key key = new Key(transport, false);
        Negotiation known = negotiations.get(key);
        return known != null ? known : keep(key, new Negotiation(transport));
    }

    /** See {@link Negotiation#withoutRedundancy}. */
    public Negotiation withoutRedundancy(Transport transport) {
        Key key = new Key(transport, true);
        Negotiation known = negotiations.get(key);
        return known != null ? known : keep(key, Negotiation.withoutRedundancy(transport));
    }

    private Negotiation keep(Key key, Negotiation made) {
        if (negotiations.size() >= MAX_NEGOTIATIONS) {
            negotiations.clear();
        }
        negotiations.put(key, made);
        return made;
    }
}
