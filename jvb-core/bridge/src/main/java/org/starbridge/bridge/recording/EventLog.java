package org.starbridge.bridge.recording;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.bridge.http.route.Json;

/** The events of one recording, a JSON object a line; times are in ms since the recording began. One thread. */
final class EventLog {
    private final DiskWriter.Output output;
    private final long startedNs;
    private long lost;

    EventLog(DiskWriter.Output output, long startedNs) {
        this.output = output;
        this.startedNs = startedNs;
    }

    /** Time 0, on the media clock. */
    long startedNs() {
        return startedNs;
    }

    /** Returns the time at which something happened, in ms since time 0. */
    long timeMs(long atNs) {
        return (atNs - startedNs) / 1_000_000;
    }

    /** An event with its values: names and values in turn. */
    void add(long atNs, String event, Object... values) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", timeMs(atNs));
        line.put("event", event);
        for (int i = 0; i < values.length; i += 2) {
            line.put((String) values[i], values[i + 1]);
        }
        if (lost > 0) {
            line.put("eventsLost", lost);
        }
        boolean isTaken = output.append((Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8));
        lost = isTaken ? 0 : lost + 1;
    }
}
