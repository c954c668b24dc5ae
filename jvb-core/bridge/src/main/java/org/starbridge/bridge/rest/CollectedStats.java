package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code /debug/stats/jvb/…}: of the statistics, those that answer what people ask under these names. This bridge has
 * other queues and pools than the one that the names come from, so the keys are its own; what it does not measure is
 * absent.
 */
final class CollectedStats {
    /** For each name, what its keys begin with. */
    private static final Map<String, List<String>> KEYS = Map.ofEntries(
            Map.entry("all", List.of("")),
            Map.entry(
                    "queue-stats",
                    List.of(
                            "total_command_queue",
                            "total_channel_messages",
                            "total_channel_publications",
                            "total_xmpp_requests_overloaded",
                            "total_xmpp_unsent",
                            "total_kernel_dropped",
                            "total_sctp_packets_overrun",
                            "media_ring")),
            Map.entry("pool-stats", List.of("native_memory", "cipher_contexts", "media_allocated")),
            Map.entry("node-stats", List.of("total_dropped_packets", "total_media_faults", "total_packets_re")),
            Map.entry("task-pool-stats", List.of("threads", "total_worker_stalls", "total_dtls_handshakes")),
            Map.entry("ice-stats", List.of("total_ice", "endpoints_ice")),
            Map.entry("xmpp-delay-stats", List.of("total_xmpp", "muc")),
            Map.entry("tossed-packet-stats", List.of("total_dropped_packets")),
            Map.entry("conference-packet-stats", List.of("packet_rate", "bit_rate", "total_packets", "total_bytes")),
            Map.entry("transit-stats", List.of("transit_")),
            Map.entry("node-tracing", List.of()),
            Map.entry("payload-verification", List.of()),
            Map.entry("pool-bookkeeping", List.of()),
            Map.entry("queue-timing-stats", List.of()));

    private CollectedStats() {}

    /**
     * Returns whether there is anything under a name, which is then always collected; empty if the name is not known.
     */
    static Optional<Boolean> isCollected(String name) {
        return Optional.ofNullable(KEYS.get(name)).map(beginnings -> !beginnings.isEmpty());
    }

    /**
     * Returns what is known under a name; empty if the name is not known.
     *
     * @param stats the flat object of {@code /colibri/stats}
     */
    static Optional<Map<String, Object>> of(String name, Map<String, Object> stats) {
        List<String> beginnings = KEYS.get(name);
        if (beginnings == null) {
            return Optional.empty();
        }
        Map<String, Object> chosen = new LinkedHashMap<>();
        stats.forEach((key, value) -> {
            if (beginnings.stream().anyMatch(key::startsWith)) {
                chosen.put(key, value);
            }
        });
        return Optional.of(chosen);
    }
}
