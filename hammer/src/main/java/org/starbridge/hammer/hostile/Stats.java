package org.starbridge.hammer.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.bridge.HeapMeter;

/** The whole numbers of the bridge's {@code /colibri/stats}, and how much of its heap is in use. Blocking. */
final class Stats implements AutoCloseable {
    private final Colibri2Client client;
    private final HeapMeter heap;

    Stats(URI bridge) {
        heap = new HeapMeter(bridge);
        client = new Colibri2Client(bridge);
    }

    /** All of them, now; media counters may be a second old. */
    Map<String, Long> read() throws IOException, InterruptedException {
        Map<String, Long> numbers = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : client.stats().properties()) {
            if (field.getValue().isIntegralNumber()) {
                numbers.put(field.getKey(), field.getValue().asLong());
            }
        }
        return numbers;
    }

    /** Returns what is wrong with the bridge, or "" when it is healthy. */
    String problem() throws InterruptedException {
        try {
            String problem = client.healthProblem();
            return problem == null ? "" : problem;
        } catch (IOException e) {
            return "the health query failed: " + e.getMessage();
        }
    }

    /** Garbage included; empty if the bridge does not say. */
    OptionalLong heapUsedBytes() throws InterruptedException {
        return heap.usedBytes();
    }

    /** By how much the counters of some patterns grew; those that did not are left out. */
    static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after, Set<String> patterns) {
        Map<String, Long> grown = new TreeMap<>();
        after.forEach((key, value) -> {
            long more = value - before.getOrDefault(key, 0L);
            if (more > 0 && patterns.stream().anyMatch(pattern -> Attack.matches(pattern, key))) {
                grown.put(key, more);
            }
        });
        return grown;
    }

    @Override
    public void close() {
        client.close();
        heap.close();
    }
}
