package org.starbridge.bridge.config;

import java.util.List;
import java.util.Optional;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.reader.ConfigException;

/**
 * Result of an operator's settings: the configuration, or why there is none, and what there is to say about each key.
 *
 * @param config empty when there are errors
 * @param errors what can not be used; the bridge does not start with any of them
 * @param findings what becomes of each key that was written: in the order of the file, system properties last
 */
public record ConfigCheck(Optional<BridgeConfig> config, List<ConfigException> errors, List<ConfigFinding> findings) {
    public ConfigCheck {
        errors = List.copyOf(errors);
        findings = List.copyOf(findings);
    }

    static ConfigCheck failed(ConfigException error) {
        return new ConfigCheck(Optional.empty(), List.of(error), List.of());
    }

    /**
     * The configuration.
     *
     * @throws ConfigException the first error, which holds the others as suppressed ones
     */
    public BridgeConfig require() {
        if (!errors.isEmpty()) {
            ConfigException first = errors.get(0);
            errors.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
        return config.orElseThrow();
    }
}
