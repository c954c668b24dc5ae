package org.starbridge.bridge.observation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last events of a conference, {@value #CAPACITY} at most, none older than an hour. Any thread. */
public final class EventLog {
    static final int CAPACITY = 1000;
    private static final long LONGEST_MS = 3_600_000;

    private final Deque<Event> events = new ArrayDeque<>();

    /** Kind of an event. */
    enum Kind {
        JOINED,
        LEFT,
        LAYER,
        SUFFERS,
        RECOVERED,
        SPEAKS
    }

    private record Event(long timeMs, Kind kind, String endpoint, String text) {}

    synchronized void add(long timeMs, Kind kind, String endpoint, String text) {
        while (!events.isEmpty() && (events.size() >= CAPACITY || timeMs - events.getFirst().timeMs > LONGEST_MS)) {
            events.removeFirst();
        }
        events.addLast(new Event(timeMs, kind, endpoint, text));
    }

    /**
     * The events, oldest first, as JSON-like maps.
     *
     * @param endpoint of which endpoint; empty for all
     */
    public synchronized List<Map<String, Object>> view(String endpoint) {
        List<Map<String, Object>> view = new ArrayList<>();
        for (Event event : events) {
            if (endpoint.isEmpty() || event.endpoint.equals(endpoint)) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("time", event.timeMs / 1000);
                one.put("kind", event.kind.name().toLowerCase(java.util.Locale.ROOT));
                one.put("endpoint", event.endpoint);
                one.put("text", event.text);
                view.add(one);
            }
        }
        return view;
    }
}
