package org.starbridge.media.forward;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.source.Negotiation;

/**
 * One worker's payload type maps, shared by everybody who negotiated the same. Bounded, as {@link ExtensionMaps} is.
 * Owned by its worker.
 */
public final class PayloadTypeMaps {
    private static final int MAX_MAPS = 4096;

    private record Key(Map<Integer, PayloadType> sender, Negotiation receiver) {}

    private final Map<Key, PayloadTypeMap> maps = new HashMap<>();

    PayloadTypeMap between(Map<Integer, PayloadType> sender, Negotiation receiver) {
        if (maps.size() >= MAX_MAPS) {
            maps.clear();
        }
        return maps.computeIfAbsent(
                new Key(sender, receiver), key -> PayloadTypeMap.between(key.sender(), key.receiver()));
    }
}
