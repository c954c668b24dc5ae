package org.starbridge.bridge.xmpp;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Control over XMPP.
 *
 * @param presenceInterval how often the rooms are shown the statistics; as often as rates are recomputed
 * @param whitelist the only statistics to show there; empty = those that Jitsi Videobridge shows
 * @param clients by id, the properties of each account, by lower-case name; none
 */
public record XmppConfig(
        Duration presenceInterval, Optional<Set<String>> whitelist, Map<String, Map<String, String>> clients) {
    /** As documented. */
    public static final XmppConfig DEFAULT = new XmppConfig(Duration.ofSeconds(5), Optional.empty(), Map.of());

    public XmppConfig {
        requirePositive("videobridge.apis.xmpp-client.presence-interval", presenceInterval);
        clients = Collections.unmodifiableMap(new LinkedHashMap<>(clients));
    }

    /** Without the passwords. */
    @Override
    public String toString() {
        return "XmppConfig[presenceInterval=" + presenceInterval + ", whitelist=" + whitelist + ", clients="
                + clients.keySet() + "]";
    }

    /** Reads its keys. */
    public static XmppConfig read(ConfigReader in) {
        String at = "videobridge.apis.xmpp-client.";
        boolean isFiltered = in.flag(at + "stats-filter.enabled");
        Set<String> whitelist = Set.copyOf(in.texts(at + "stats-filter.whitelist"));
        return new XmppConfig(
                in.duration(at + "presence-interval"),
                isFiltered ? Optional.of(whitelist) : Optional.empty(),
                in.tables(at + "configs"));
    }
}
