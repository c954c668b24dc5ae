package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BridgeDifferencesTest {
    @Test
    void namesAndTypesAreComparedAndIdsAreNot() throws Exception {
        BridgeDifferences differences = BridgeDifferences.of(
                "{\"a\":1,\"b\":\"x\",\"n\":null,\"conferences\":{\"70748977a9dfe706\":{\"relays\":{\"theirs\":{\"rtt\":1.5}}}}}",
                "{\"a\":\"1\",\"c\":true,\"d\":2,\"conferences\":{\"1f83d2a321b2321a\":{\"relays\":{\"ours-1\":{\"rtt\":2,\"q\":[]}}}}}");

        assertThat(differences.onlyFirst()).isEqualTo(Map.of("b", "string"));
        assertThat(differences.onlySecond())
                .isEqualTo(Map.of("c", "boolean", "d", "number", "conferences.*.relays.*.q", "array"));
        assertThat(differences.otherTypes()).isEqualTo(Map.of("a", "number, string"));
        assertThat(differences.missing("| `d` | not measured |")).containsExactly("c", "conferences.*.relays.*.q");
        assertThat(differences.missing("", 4)).containsExactly("c", "d");
        assertThat(differences.toMarkdown("/debug"))
                .startsWith("## /debug\n\n### Only Jitsi Videobridge\n\n- `c` boolean\n");
    }

    @Test
    void metricsAreComparedByTheirNames() {
        BridgeDifferences differences = BridgeDifferences.ofMetrics("""
                # TYPE jitsi_jvb_visitors_total counter
                jitsi_jvb_visitors_total 1.0
                # TYPE jitsi_jvb_stress gauge
                # TYPE jvm_threads gauge
                """, """
                # TYPE jitsi_jvb_visitors_total counter
                # TYPE jitsi_jvb_visitors_created gauge
                # TYPE jitsi_jvb_stress counter
                # TYPE jitsi_jvb_region_info gauge
                """);

        assertThat(differences.onlyFirst()).isEmpty();
        assertThat(differences.missing("| `other` | |")).containsExactly("region");
        assertThat(differences.otherTypes()).isEqualTo(Map.of("stress", "gauge, counter"));
    }
}
