package org.starbridge.bridge.config.reader;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.keys.SecretKeys;

/**
 * Typed access to a resolved configuration; whatever does not fit becomes a {@link ConfigException} that names the key.
 * They are collected, and the default stands in, so that an operator hears of all at once. Remembers the keys that were
 * asked for, so that a test can hold the annotated sample against them. Used by one thread.
 */
public final class ConfigReader implements ConfigParts {
    private static final Pattern BITRATE = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)\\s*(bps|kbps|mbps|gbps|)");

    private final Config config;
    private final @Nullable Config defaults;
    private final String path;
    private final Set<String> keysRead = new TreeSet<>();
    private final List<ConfigException> problems = new ArrayList<>();
    private final List<ConfigFinding> remarks = new ArrayList<>();

    /** @param defaults stand in for what does not fit */
    public ConfigReader(Config config, Config defaults) {
        this(config, defaults, "");
    }

    /**
     * Part of a configuration; {@code path} stands before its keys in messages; what does not fit is thrown without
     * defaults.
     */
    private ConfigReader(Config config, @Nullable Config defaults, String path) {
        this.config = config;
        this.defaults = defaults;
        this.path = path;
    }

    @Override
    public <T> T part(Function<ConfigReader, T> read, T byDefault) {
        try {
            return read.apply(this);
        } catch (ConfigException e) {
            problems.add(e);
            return byDefault;
        }
    }

    /** Returns the problems found so far. */
    public List<ConfigException> problems() {
        return List.copyOf(problems);
    }

    /** Returns the values that had no effect so far, and why. */
    public List<ConfigFinding> remarks() {
        return List.copyOf(remarks);
    }

    /** The elements of a list of objects, each to be read by the keys inside it. */
    public List<ConfigReader> objects(String key) {
        List<? extends Config> found = read(key, "a list of objects: [{ … }]", from -> from.getConfigList(key));
        List<ConfigReader> readers = new ArrayList<>();
        for (Config each : found) {
            readers.add(new ConfigReader(each, null, path + key + "[" + readers.size() + "]."));
        }
        return readers;
    }

    /** The same; none when the key is absent or null. */
    public List<ConfigReader> optionalObjects(String key) {
        keysRead.add(key);
        return has(key) ? objects(key) : List.of();
    }

    /** Objects with texts by their names, in lower case, for a key under which the operator chooses the names. */
    public Map<String, Map<String, String>> tables(String key) {
        String expected = "objects by name: { name { KEY = value, … } }";
        Map<String, Map<String, String>> tables = new LinkedHashMap<>();
        try {
            ConfigObject all = config.getObject(key);
            for (String name : all.keySet().stream().sorted().toList()) {
                if (!(all.get(name) instanceof ConfigObject table)) {
                    throw new ConfigException(
                            path + key + "." + name, "not an object", "an object: { KEY = value, … }");
                }
                Map<String, String> texts = new TreeMap<>();
                table.forEach(
                        (each, value) -> texts.put(each.toLowerCase(Locale.ROOT), String.valueOf(value.unwrapped())));
                tables.put(name, texts);
            }
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException(path + key, found(key), expected, e);
        }
        return tables;
    }

    /** A literal IP address, IPv4 or IPv6. */
    public InetAddress address(String key) {
        String text = text(key);
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(path + key, text, "a literal IP address, such as 192.0.2.1 or 2001:db8::1", e);
        }
    }

    /** Empty when the key is absent or null. */
    public OptionalInt optionalInteger(String key) {
        keysRead.add(key);
        return has(key) ? OptionalInt.of(integer(key)) : OptionalInt.empty();
    }

    public Set<String> keysRead() {
        return Set.copyOf(keysRead);
    }

    public boolean flag(String key) {
        return read(key, "true or false", from -> from.getBoolean(key));
    }

    public int integer(String key) {
        return read(key, "a whole number", from -> from.getInt(key));
    }

    /** A whole number in a range, both ends included. */
    public int integer(String key, int least, int most) {
        int value = integer(key);
        ConfigException.requireRange(path + key, value, least, most);
        return value;
    }

    public double number(String key) {
        return read(key, "a number", from -> from.getDouble(key));
    }

    public Duration duration(String key) {
        return read(key, "a duration such as 500 ms or 3 seconds", from -> from.getDuration(key));
    }

    /** A duration above zero. */
    public Duration positiveDuration(String key) {
        Duration value = duration(key);
        ConfigException.requirePositive(path + key, value);
        return value;
    }

    /** A size in a range, both ends included. */
    public int sizeBytes(String key, int least, int most) {
        int value = sizeBytes(key);
        ConfigException.requireRange(path + key, value, least, most);
        return value;
    }

    /** A size such as {@code 4 MiB}, at most 2 GiB - 1. */
    public int sizeBytes(String key) {
        long bytes = read(key, "a size such as 4 MiB", from -> from.getBytes(key));
        if (bytes > Integer.MAX_VALUE) {
            throw new ConfigException(path + key, bytes, "a size below 2 GiB");
        }
        return (int) bytes;
    }

    /** A bitrate such as {@code 500 kbps}, in bit/s; a bare number is bit/s. */
    public long bitrateBps(String key) {
        String text = text(key);
        Matcher parts = BITRATE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            throw new ConfigException(path + key, text, "a bitrate such as 500 kbps or 2.5 mbps");
        }
        long factor = switch (parts.group(2)) {
            case "kbps" -> 1_000;
            case "mbps" -> 1_000_000;
            case "gbps" -> 1_000_000_000;
            default -> 1;
        };
        return (long) (Double.parseDouble(parts.group(1)) * factor);
    }

    /** Empty when the key is absent or null. */
    public OptionalLong optionalBitrateBps(String key) {
        keysRead.add(key);
        return has(key) ? OptionalLong.of(bitrateBps(key)) : OptionalLong.empty();
    }

    /** An object whose keys and values are whole numbers: {@code { "20" = 10, "50" = 5 }}. */
    public Map<Integer, Integer> integersByInteger(String key) {
        String expected = "an object of whole numbers, such as { \"20\" = 10 }";
        Map<Integer, Integer> found = new HashMap<>();
        try {
            config.getObject(key).unwrapped().forEach((size, value) -> {
                if (!size.matches("[0-9]{1,9}") || !(value instanceof Integer number)) {
                    throw new ConfigException(path + key, found(key), expected);
                }
                found.put(Integer.parseInt(size), number);
            });
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException(path + key, found(key), expected, e);
        }
        return found;
    }

    public String text(String key) {
        return read(key, "a text", from -> from.getString(key));
    }

    /** The value of a key as it is written, unless it is the default. */
    public Optional<String> changedText(String key) {
        String text = text(key);
        boolean isDefault = defaults != null
                && defaults.hasPath(key)
                && defaults.getString(key).equals(text);
        return isDefault ? Optional.empty() : Optional.of(text);
    }

    /** Empty when the key is absent, null or an empty text. */
    public Optional<String> optionalText(String key) {
        keysRead.add(key);
        return has(key) ? Optional.of(text(key)).filter(text -> !text.isBlank()) : Optional.empty();
    }

    /**
     * The same, where another form than expected is no error but as good as nothing: a deployment may have it all the
     * same.
     */
    public Optional<String> usableText(String key, Pattern form, String expected) {
        Optional<String> text = optionalText(key);
        if (text.isPresent() && !form.matcher(text.get()).matches()) {
            notHonoured(key, "has no effect: \"" + text.get() + "\" cannot be used, expected " + expected);
            return Optional.empty();
        }
        return text;
    }

    /** Remarks that a value, or a part of it, has no effect; {@code message} follows the key. */
    public void notHonoured(String key, String message) {
        String place = config.getValue(key).origin().description();
        remarks.add(new ConfigFinding(ConfigFinding.Kind.NOT_HONOURED, path + key, place, message));
    }

    public Optional<Boolean> optionalFlag(String key) {
        keysRead.add(key);
        return has(key) ? Optional.of(flag(key)) : Optional.empty();
    }

    public List<String> texts(String key) {
        return read(key, "a list of texts", from -> List.copyOf(from.getStringList(key)));
    }

    /** One of the enum's constants: lower case and hyphens stand for upper case and underscores. */
    public <E extends Enum<E>> E choice(String key, Class<E> type) {
        return constant(key, text(key), type);
    }

    public <E extends Enum<E>> List<E> choices(String key, Class<E> type) {
        List<E> constants = new ArrayList<>();
        for (String text : texts(key)) {
            constants.add(constant(key, text, type));
        }
        return List.copyOf(constants);
    }

    private static <E extends Enum<E>> E constant(String key, String text, Class<E> type) {
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String asWritten = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (asWritten.equals(text.toLowerCase(Locale.ROOT).replace('_', '-'))) {
                return constant;
            }
            names.add(constant.toString());
        }
        throw new ConfigException(key, text, "one of " + String.join(", ", names));
    }

    private boolean has(String key) {
        try {
            return config.hasPath(key);
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException(path + key, found(key), "a value", e);
        }
    }

    private <T> T read(String key, String expected, Function<Config, T> getter) {
        keysRead.add(key);
        try {
            return getter.apply(config);
        } catch (com.typesafe.config.ConfigException e) {
            ConfigException problem = new ConfigException(path + key, found(key), expected, e);
            if (defaults == null || !defaults.hasPath(key)) {
                throw problem;
            }
            problems.add(problem);
            return getter.apply(defaults);
        }
    }

    private String found(String key) {
        try {
            ConfigValue value = config.getValue(key);
            String text = SecretKeys.contains(path + key)
                    ? SecretKeys.NOT_SHOWN
                    : value.valueType() == ConfigValueType.STRING
                            ? "\"" + value.unwrapped() + "\""
                            : String.valueOf(value.unwrapped());
            return text + " (" + value.origin().description() + ")";
        } catch (com.typesafe.config.ConfigException e) {
            return "nothing";
        }
    }
}
