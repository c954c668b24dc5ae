package org.starbridge.bridge.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.keys.KeyReview;
import org.starbridge.bridge.config.keys.LegacyProperties;
import org.starbridge.bridge.config.keys.RenamedKeys;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Layers of the configuration, one above the other: system properties, older properties, the operator's file or
 * {@code embedded.conf}, {@code reference.conf}.
 *
 * @param merged what holds, resolved
 * @param defaults {@code reference.conf} alone, resolved
 * @param findings what becomes of each key that the operator wrote
 */
record ConfigLayers(Config merged, Config defaults, List<ConfigFinding> findings) {
    private static final String SYSTEM_PROPERTY = "system property";
    private static final String LEGACY_FOLDER = "net.java.sip.communicator.SC_HOME_DIR_";

    ConfigLayers {
        findings = List.copyOf(findings);
    }

    /**
     * @param file the operator's; null = the embedded default holds
     * @throws ConfigException when a file can not be read or resolved
     */
    static ConfigLayers of(@Nullable Path file, Properties system) {
        Config reference = Reference.CONFIG;
        Set<String> honoured = Reference.KEYS;
        KeyReview review = new KeyReview(honoured);
        Config overrides = ConfigFactory.parseProperties(
                review.concerned(system), ConfigParseOptions.defaults().setOriginDescription(SYSTEM_PROPERTY));
        LegacyProperties older = LegacyProperties.of(LegacyProperties.among(system), SYSTEM_PROPERTY, honoured);
        LegacyProperties oldest = olderFile(file, system, honoured);
        Config above = overrides.withFallback(older.config()).withFallback(oldest.config());
        Config chosen = file == null ? resource("embedded.conf") : parse(file);
        String name = file == null ? "embedded default" : file.toString();
        try {
            Config holds = above.withFallback(chosen).withFallback(reference).resolve();
            List<ConfigFinding> findings = new ArrayList<>(file == null ? List.of() : review.of(chosen.root(), holds));
            findings.addAll(oldest.findings());
            findings.addAll(older.findings());
            findings.addAll(review.of(overrides.root(), holds));
            return new ConfigLayers(RenamedKeys.translated(holds).withFallback(holds), reference.resolve(), findings);
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException(name, "unresolved", "every ${…} to have a value: " + e.getMessage(), e);
        }
    }

    ConfigReader reader() {
        return new ConfigReader(merged, defaults);
    }

    private static LegacyProperties olderFile(@Nullable Path file, Properties system, Set<String> honoured) {
        Properties properties = new Properties();
        Path place = olderPath(file, system);
        if (place != null && Files.isReadable(place)) {
            try (InputStream bytes = Files.newInputStream(place)) {
                properties.load(bytes);
            } catch (IOException | IllegalArgumentException e) {
                throw new ConfigException("file of properties", place, "Java properties: " + e.getMessage(), e);
            }
        }
        return LegacyProperties.of(properties, String.valueOf(place), honoured);
    }

    /**
     * Returns the path that start scripts of deployments give, else the one in the directory of the operator's file;
     * null = nowhere.
     */
    private static @Nullable Path olderPath(@Nullable Path file, Properties system) {
        String location = system.getProperty(LEGACY_FOLDER + "LOCATION");
        String name = system.getProperty(LEGACY_FOLDER + "NAME");
        if (location != null && name != null) {
            return Path.of(location, name, LegacyProperties.FILE_NAME);
        }
        return file == null ? null : file.toAbsolutePath().resolveSibling(LegacyProperties.FILE_NAME);
    }

    private static Config parse(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new ConfigException("configuration file", file, "a readable file");
        }
        try {
            // Whatever the file is called, it is HOCON: .json and .properties are read by its rules, too.
            return ConfigFactory.parseFile(
                    file.toFile(), ConfigParseOptions.defaults().setSyntax(ConfigSyntax.CONF));
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException("configuration file", file, "HOCON: " + e.getMessage(), e);
        }
    }

    /** Reads {@code reference.conf}, once in a process; who needs it meanwhile waits. */
    static Set<String> documentedKeys() {
        return Reference.KEYS;
    }

    static Config resource(String name) {
        try (InputStream bytes = ConfigLayers.class.getResourceAsStream(name)) {
            if (bytes == null) {
                throw new IllegalStateException("resource " + name + " is missing from the jar");
            }
            // The parser takes comments apart letter by letter, and they are most of the text. Their lines stay, for
            // its numbers.
            String values = new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.stripLeading().startsWith("#") ? "" : line)
                    .collect(Collectors.joining("\n"));
            return ConfigFactory.parseString(
                    values, ConfigParseOptions.defaults().setOriginDescription(RenamedKeys.DEFAULT_PLACE + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The full paths of all values, null ones too. */
    static Set<String> leaves(ConfigObject root) {
        Set<String> leaves = new TreeSet<>();
        collect("", root, leaves);
        return leaves;
    }

    /** {@code reference.conf}, not resolved. */
    private static final class Reference {
        static final Config CONFIG = resource("reference.conf");
        static final Set<String> KEYS = Collections.unmodifiableSet(leaves(CONFIG.root()));
    }

    private static void collect(String prefix, ConfigObject object, Set<String> into) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            if (entry.getValue() instanceof ConfigObject inner) {
                collect(prefix + entry.getKey() + ".", inner, into);
            } else {
                into.add(prefix + entry.getKey());
            }
        }
    }
}
