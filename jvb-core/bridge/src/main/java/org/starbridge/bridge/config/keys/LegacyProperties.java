package org.starbridge.bridge.config.keys;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigOriginFactory;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code sip-communicator.properties}, in which deployments kept their settings before {@code jvb.conf}: what has a key
 * there is translated, everything is reported.
 */
public final class LegacyProperties {
    /** Name of the file. */
    public static final String FILE_NAME = "sip-communicator.properties";

    private static final Pattern XMPP_USER =
            Pattern.compile("org\\.jitsi\\.videobridge\\.xmpp\\.user\\.([^.]+)\\.(\\w+)");
    private static final String NAT_LOCAL = "org.ice4j.ice.harvest.NAT_HARVESTER_LOCAL_ADDRESS";
    private static final String NAT_PUBLIC = "org.ice4j.ice.harvest.NAT_HARVESTER_PUBLIC_ADDRESS";
    private static final String MAPPINGS = "ice4j.harvest.mapping.static-mappings";
    private static final List<String> PREFIXES = List.of("org.jitsi.videobridge.", "org.ice4j.");

    private final KnownKeys known;
    private final String place;
    private final List<ConfigFinding> findings = new ArrayList<>();
    private Config config = ConfigFactory.empty();

    private LegacyProperties(Set<String> honoured, String place) {
        known = new KnownKeys(honoured);
        this.place = place;
    }

    /**
     * Looks at each of them.
     *
     * @param properties what the file holds
     * @param place the file, for messages
     * @param honoured the full paths of the keys of {@code jvb.conf} that hold
     */
    public static LegacyProperties of(Properties properties, String place, Set<String> honoured) {
        LegacyProperties legacy = new LegacyProperties(honoured, place);
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            legacy.take(name, properties.getProperty(name).strip(), properties);
        }
        return legacy;
    }

    /** Those of the system properties that could stand in the file, too. */
    public static Properties among(Properties system) {
        Properties ours = new Properties();
        for (String name : system.stringPropertyNames()) {
            if (PREFIXES.stream().anyMatch(name::startsWith)) {
                ours.setProperty(name, system.getProperty(name));
            }
        }
        return ours;
    }

    private void take(String name, String text, Properties all) {
        Matcher user = XMPP_USER.matcher(name);
        RenamedKey renaming = RenamedKey.OF_PROPERTIES.get(name);
        if (user.matches()) {
            String id = ConfigUtil.joinPath(user.group(1));
            set(name, "videobridge.apis.xmpp-client.configs." + id + "." + user.group(2), value(text));
        } else if (renaming != null) {
            set(name, renaming.now(), renaming.conversion().convert(value(text)));
        } else if (name.equals(NAT_LOCAL) && all.containsKey(NAT_PUBLIC)) {
            Map<String, String> mapping = Map.of(
                    "local-address",
                    text,
                    "public-address",
                    all.getProperty(NAT_PUBLIC).strip());
            set(
                    name,
                    MAPPINGS,
                    ConfigValueFactory.fromIterable(List.of(mapping))
                            .withOrigin(value(text).origin()));
        } else if (name.equals(NAT_PUBLIC) && all.containsKey(NAT_LOCAL)) {
            report(
                    ConfigFinding.Kind.OLD_NAME,
                    name,
                    "used as the public-address of " + MAPPINGS + "; set it there instead");
        } else {
            report(ConfigFinding.Kind.UNKNOWN, name, "has no effect and no replacement in jvb.conf" + near(name));
        }
    }

    private static String near(String name) {
        Optional<String> nearest = SpellingSuggestion.to(name, RenamedKey.OF_PROPERTIES.keySet());
        return nearest.map(each -> "; is " + each + " meant?").orElse("");
    }

    private void set(String name, String key, ConfigValue value) {
        Optional<String> reason = known.whyNotHonoured(key);
        if (reason.isPresent()) {
            report(ConfigFinding.Kind.NOT_HONOURED, name, "as " + key + " in jvb.conf, has no effect: " + reason.get());
        } else if (known.isHonoured(key)) {
            config = config.withValue(key, value);
            report(
                    ConfigFinding.Kind.OLD_NAME,
                    name,
                    "used as " + key + ", with precedence over jvb.conf; set it there instead");
        } else {
            report(ConfigFinding.Kind.UNKNOWN, name, "has no effect: there is no " + key);
        }
    }

    private void report(ConfigFinding.Kind kind, String name, String message) {
        findings.add(new ConfigFinding(kind, name, place, message));
    }

    private ConfigValue value(String text) {
        return ConfigValueFactory.fromAnyRef(text).withOrigin(ConfigOriginFactory.newSimple(place));
    }

    /** Returns the settings that hold, by the keys of {@code jvb.conf}. */
    public Config config() {
        return config;
    }

    /** Returns the effect of each property, in the order of their names. */
    public List<ConfigFinding> findings() {
        return List.copyOf(findings);
    }
}
