package org.starbridge.media.mapping;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.source.Negotiation;

/**
 * One worker's payload type maps, shared by all endpoints that negotiated the same. Bounded, as {@link ExtensionMaps}
 * is. Owned by its worker.
 */
public final class PayloadTypeMaps {
    private static final int MAX_MAPS = 4096;

    private record Key(Map<Integer, PayloadType> sender, Negotiation receiver) {}

    private final Map<Key, PayloadTypeMap> maps = new HashMap<>();

    /** The map from a sender's payload types, by number, to what a receiver negotiated. */
    public PayloadTypeMap between(Map<Integer, PayloadType> sender, Negotiation receiver) {
        if (maps.size() >= MAX_MAPS) {
            maps.clear();
        }
        return maps.computeIfAbsent(
                new Key(sender, receiver), key -> PayloadTypeMap.between(key.sender(), key.receiver()));
    }
}
