package org.starbridge.bridge.config.reader;

import java.util.function.Function;

/** Source of a configuration's parts: a file, or the documented defaults. */
public interface ConfigParts {
    /** The documented defaults. */
    ConfigParts DEFAULTS = new ConfigParts() {
        @Override
        public <T> T part(Function<ConfigReader, T> read, T byDefault) {
            return byDefault;
        }
    };

    /** A part of the whole; the default when it can not be. */
    <T> T part(Function<ConfigReader, T> read, T byDefault);
}
