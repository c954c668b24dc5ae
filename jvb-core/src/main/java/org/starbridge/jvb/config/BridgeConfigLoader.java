package org.starbridge.jvb.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link BridgeConfig}: overrides (system properties) before the operator's file before {@code reference.conf};
 * without a file, {@code embedded.conf} takes its place.
 *
 * <p>The two resources lie in this package, not at the root of the class path, where libraries put a
 * {@code reference.conf} of their own. Unknown keys are ignored: stock deployments write many that nobody reads any more.
 */
public final class BridgeConfigLoader {
    private static final List<String> ROOTS = List.of("videobridge", "jmt", "ice4j", "starbridge");

    private BridgeConfigLoader() {}

    /** The embedded default, overridden by this process's system properties. */
    public static BridgeConfig embedded() {
        return embedded(System.getProperties());
    }

    /**
     * The embedded default: a bridge that works on this machine at once and needs no other program.
     *
     * @param overrides key → value, as system properties are; what is not below our roots is ignored
     * @throws ConfigException when an override is malformed
     */
    public static BridgeConfig embedded(Properties overrides) {
        return BridgeConfig.read(reader(resource("embedded.conf"), "embedded default", overrides));
    }

    /** The operator's file over the documented defaults, overridden by this process's system properties. */
    public static BridgeConfig fromFile(Path file) {
        return fromFile(file, System.getProperties());
    }

    /**
     * The operator's file over the documented defaults.
     *
     * @param file HOCON; relative includes are looked for beside it and may be absent
     * @param overrides key → value, as system properties are; what is not below our roots is ignored
     * @throws ConfigException when the file can not be read or parsed, or a value in it is malformed
     */
    public static BridgeConfig fromFile(Path file, Properties overrides) {
        return BridgeConfig.read(reader(parse(file), file.toString(), overrides));
    }

    /**
     * What this process was asked for: the file named on its command line, else the one named by the system property
     * {@code config.file}, else the embedded default.
     *
     * @param file from the command line; null when there is none
     * @param overrides system properties
     */
    public static BridgeConfig load(@Nullable Path file, Properties overrides) {
        String named = overrides.getProperty("config.file");
        if (file != null) {
            return fromFile(file, overrides);
        }
        return named == null ? embedded(overrides) : fromFile(Path.of(named), overrides);
    }

    static ConfigReader reader(Config chosen, String name, Properties overrides) {
        Config merged = ConfigFactory.parseProperties(ours(overrides))
                .withFallback(chosen)
                .withFallback(resource("reference.conf"));
        try {
            return new ConfigReader(merged.resolve());
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException(name, "unresolved", "every ${…} to have a value: " + e.getMessage(), e);
        }
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

    static Config resource(String name) {
        try (InputStream bytes = BridgeConfigLoader.class.getResourceAsStream(name)) {
            if (bytes == null) {
                throw new IllegalStateException("resource " + name + " is missing from the jar");
            }
            Reader text = new InputStreamReader(bytes, StandardCharsets.UTF_8);
            return ConfigFactory.parseReader(text, ConfigParseOptions.defaults().setOriginDescription(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties ours(Properties all) {
        Properties ours = new Properties();
        Set<String> names = all.stringPropertyNames();
        for (String name : names) {
            int dot = name.indexOf('.');
            if (dot > 0 && ROOTS.contains(name.substring(0, dot))) {
                ours.setProperty(name, all.getProperty(name));
            }
        }
        return ours;
    }
}
