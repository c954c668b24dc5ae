package org.starbridge.bridge.whip.viewer;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.starbridge.bridge.whip.access.RefusalException;

/** The event streams of one viewer, by id. Any thread. */
public final class EventStreams {
    /** One is enough for a page; some are left to pages that were loaded again. */
    public static final int MAX_STREAMS = 4;

    private final Map<String, EventStream> byId = new HashMap<>();

    /**
     * Adds one.
     *
     * @throws RefusalException 429 if the viewer has {@value #MAX_STREAMS}
     */
    public synchronized void add(String id, EventStream stream) throws RefusalException {
        if (byId.size() >= MAX_STREAMS) {
            throw new RefusalException(429, "the session has " + MAX_STREAMS + " event streams, which is the limit");
        }
        byId.put(id, stream);
    }

    /** Returns whether there is none. */
    public synchronized boolean isEmpty() {
        return byId.isEmpty();
    }

    /** The stream with this id. */
    public synchronized Optional<EventStream> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Removes one; returns whether there was one. */
    public synchronized boolean remove(String id) {
        return byId.remove(id) != null;
    }
}
