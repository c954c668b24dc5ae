package org.starbridge.media.mapping;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.media.source.Negotiation;

/**
 * One worker's extension maps, shared by all endpoints with the same negotiated ids: in a conference of a thousand
 * there are few different ones. Bounded: the ids are the peers' choice, so when there are too many the maps are
 * forgotten and made again. Owned by its worker.
 */
public final class ExtensionMaps {
    private static final int MAX_MAPS = 4096;

    private record Key(Map<String, Integer> sender, Map<String, Integer> receiver, boolean twoByteForm) {}

    private final Map<Key, ExtensionMap> maps = new HashMap<>();

    /** The map from a sender's ids, by URI, to what a receiver negotiated. */
    public ExtensionMap between(Map<String, Integer> sender, Negotiation receiver) {
        if (maps.size() >= MAX_MAPS) {
            maps.clear();
        }
        return maps.computeIfAbsent(
                new Key(sender, receiver.extensionIds(), receiver.acceptsTwoByteExtensions()),
                _ -> ExtensionMap.between(sender, receiver));
    }
}
