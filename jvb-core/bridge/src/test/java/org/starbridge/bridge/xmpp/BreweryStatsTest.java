package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;

class BreweryStatsTest {
    private static Set<String> names(XmlElement stats) {
        Set<String> names = new TreeSet<>();
        stats.children().forEach(stat -> names.add(Objects.requireNonNull(stat.attribute("name"))));
        return names;
    }

    private static Set<String> captured() throws Exception {
        Path file = Path.of(Objects.requireNonNull(
                        BreweryStatsTest.class.getResource("/captured/xmpp/single-17-bridge-presence.xml"))
                .toURI());
        List<XmlElement> stanzas = XmlText.parse("<captured>" + Files.readString(file) + "</captured>")
                .children();
        return names(Objects.requireNonNull(stanzas.getFirst().child("http://jitsi.org/protocol/colibri", "stats")));
    }

    @Test
    void presenceHasTheKeysOfTheCapturedBridgeAndThoseThatAFocusReads() throws Exception {
        Set<String> expected = new TreeSet<>(captured());
        assertThat(expected).hasSize(80);
        expected.addAll(Set.of("colibri2", "region", "relay_id", "release"));
        Map<String, Object> stats = new HashMap<>(Map.of("total_dropped_packets_replayed", 7, "gc_count", 1));
        expected.forEach(name -> stats.put(name, 1));

        assertThat(names(BreweryStats.of(stats, Optional.empty()))).isEqualTo(expected);
    }

    @Test
    void whatIsNotKnownIsNotShown() {
        assertThat(names(BreweryStats.of(Map.of("drain", false), Optional.empty())))
                .containsExactly("colibri2", "drain");
    }

    @Test
    void anOperatorMayNameOthers() {
        assertThat(names(BreweryStats.of(
                        Map.of("drain", false, "gc_count", 1, "threads", 2), Optional.of(Set.of("gc_count", "drain")))))
                .containsExactly("drain", "gc_count");
    }
}
