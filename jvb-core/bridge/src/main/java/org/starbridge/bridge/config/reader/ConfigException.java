package org.starbridge.bridge.config.reader;

import java.time.Duration;

/** A configuration that can not be used: names the key, the value found there, and what is expected instead. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String key;

    /**
     * @param key the full path of the key, or the file's name when the file itself can not be read
     * @param value what was found
     * @param expected what is accepted, as the end of "expected …"
     */
    public ConfigException(String key, Object value, String expected) {
        super(key + " = " + value + ": expected " + expected);
        this.key = key;
    }

    public ConfigException(String key, Object value, String expected, Throwable cause) {
        super(key + " = " + value + ": expected " + expected, cause);
        this.key = key;
    }

    /** The full path of the key, such as {@code videobridge.ice.udp.port}. */
    public String key() {
        return key;
    }

    public static void requireRange(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ConfigException(key, value, least + " to " + most);
        }
    }

    public static void requirePort(String key, int port) {
        requireRange(key, port, 0, 65535);
    }

    public static void requirePositive(String key, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new ConfigException(key, value, "a duration above zero");
        }
    }

    public static void requirePositive(String key, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new ConfigException(key, value, "a number above zero");
        }
    }
}
