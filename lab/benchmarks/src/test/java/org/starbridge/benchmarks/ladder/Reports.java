package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Hammer's reports, made up. */
final class Reports {
    private Reports() {}

    /**
     * One of 10 s, of 20 % of a core.
     *
     * @param begin of its window, as {@code 10:00:00.000}
     * @param p99Ns delay
     * @param lost packets of 5000
     */
    static JsonNode of(String begin, String end, long p99Ns, long lost) {
        try {
            return new ObjectMapper().readTree("""
                            {"seconds": 10.0, "receivers": 300, "packetsReceived": %d, "packetsExpected": 5000,
                             "packetsLost": %d, "kernelDrops": 2, "hammerSaturated": false, "bridgeCpuNanos": 2000000000,
                             "bridgeCpuUserMicrosPerForwardedPacket": 1.5, "bridgeCpuSystemMicrosPerForwardedPacket": 3,
                             "bridgeGcCount": 4, "delayNanos": {"p50": 100000, "p99": %d, "p999": 9000000},
                             "bridgeStats": {"before": {"current_timestamp": "2026-11-22 %s"},
                                             "after": {"current_timestamp": "2026-11-22 %s"}}}
                            """.formatted(5000 - lost, lost, p99Ns, begin, end));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
