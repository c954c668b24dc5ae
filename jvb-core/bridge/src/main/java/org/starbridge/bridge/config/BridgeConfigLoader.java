package org.starbridge.bridge.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Reads a {@link BridgeConfig}: overrides (system properties) before the operator's file before {@code reference.conf};
 * without a file, {@code embedded.conf} takes its place.
 *
 * <p>The two resources lie in this package, not at the root of the class path, where libraries put a
 * {@code reference.conf} of their own. Unknown keys are reported and stop nothing: stock deployments write many that no
 * software reads any more.
 */
public final class BridgeConfigLoader {
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
        return checked(null, overrides).require();
    }

    /** The operator's file over the documented defaults, overridden by this process's system properties. */
    public static BridgeConfig fromFile(Path file) {
        return fromFile(file, System.getProperties());
    }

    /**
     * The operator's file over the documented defaults.
     *
     * @param file HOCON; relative includes are looked for in its directory and may be absent
     * @param overrides key → value, as system properties are; what is not below our roots is ignored
     * @throws ConfigException when the file can not be read or parsed, or a value in it is malformed
     */
    public static BridgeConfig fromFile(Path file, Properties overrides) {
        return checked(file, overrides).require();
    }

    /**
     * Checks the configuration that this process was asked for: the file named on its command line, else the one named
     * by the system property {@code config.file}, else the embedded default. Nothing is thrown: what is wrong is part
     * of the answer.
     *
     * @param file from the command line; null when there is none
     * @param overrides system properties
     */
    public static ConfigCheck check(@Nullable Path file, Properties overrides) {
        String named = overrides.getProperty("config.file");
        return checked(file == null && named != null ? Path.of(named) : file, overrides);
    }

    private static ConfigCheck checked(@Nullable Path file, Properties overrides) {
        ConfigLayers layers;
        try {
            layers = ConfigLayers.of(file, overrides);
        } catch (ConfigException e) {
            return ConfigCheck.failed(e);
        }
        ConfigReader reader = layers.reader();
        List<ConfigException> errors = new ArrayList<>();
        Optional<BridgeConfig> config = Optional.empty();
        try {
            config = Optional.of(BridgeConfig.read(reader));
        } catch (ConfigException e) {
            errors.add(e);
        }
        errors.addAll(0, reader.problems());
        return new ConfigCheck(
                errors.isEmpty() ? config : Optional.empty(), errors, withRemarks(layers.findings(), reader.remarks()));
    }

    /** A key that is honoured is not, where its value can not be used. */
    private static List<ConfigFinding> withRemarks(List<ConfigFinding> findings, List<ConfigFinding> remarks) {
        List<ConfigFinding> all = new ArrayList<>(findings);
        all.removeIf(finding -> finding.kind() == ConfigFinding.Kind.HONOURED
                && remarks.stream().anyMatch(remark -> remark.key().equals(finding.key())));
        all.addAll(remarks);
        return all;
    }

    /** The full paths of all keys that have a default. The first call reads the defaults; any thread. */
    public static Set<String> honouredKeys() {
        return ConfigLayers.documentedKeys();
    }
}
