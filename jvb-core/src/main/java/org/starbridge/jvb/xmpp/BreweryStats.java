package org.starbridge.jvb.xmpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/** The statistics as they stand in presence: {@code <stats><stat name='stress_level' value='0.12'/>...</stats>}. */
public final class BreweryStats {
    /** Older focuses refuse bridges without it. */
    private static final String COLIBRI2 = "colibri2";

    private BreweryStats() {}

    /**
     * The element that shows them.
     *
     * @param stats the flat object of {@code /colibri/stats}
     * @param whitelist the only keys to show; empty for all
     */
    public static XmlElement of(Map<String, Object> stats, Optional<Set<String>> whitelist) {
        Map<String, Object> all = new LinkedHashMap<>(stats);
        all.put(COLIBRI2, true);
        List<XmlElement> children = new ArrayList<>();
        all.forEach((name, value) -> {
            if (whitelist.isEmpty() || whitelist.get().contains(name)) {
                Map<String, String> attributes = new LinkedHashMap<>();
                attributes.put("name", name);
                attributes.put("value", value.toString());
                children.add(XmlElement.of(Colibri2Xml.STATS_NAMESPACE, "stat", attributes));
            }
        });
        return new XmlElement(Colibri2Xml.STATS_NAMESPACE, "stats", Map.of(), "", children);
    }
}
