package org.starbridge.bridge.config.keys;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at every key that an operator wrote and says what becomes of it. */
public final class KeyReview {
    /** Read where no configuration is, by {@code org.starbridge.rtp.memory}. */
    private static final String CHECKED_MEMORY = "starbridge.memory.checked";

    private final KnownKeys known;

    /** @param honoured the full paths of the keys that have a default */
    public KeyReview(Set<String> honoured) {
        known = new KnownKeys(honoured);
    }

    /**
     * Says for each key what becomes of it, in the order of files and lines.
     *
     * @param written what the operator wrote, without the defaults; it may hold unresolved references
     * @param holds the same over the defaults, resolved
     */
    public List<ConfigFinding> of(ConfigObject written, Config holds) {
        List<Located> found = new ArrayList<>();
        written.forEach((root, value) -> {
            if (KnownKeys.ROOTS.contains(root)) {
                visit(root, value, holds.root().get(root), holds, found);
            } else {
                strange(root, value).ifPresent(found::add);
            }
        });
        return found.stream().sorted(Located.ORDER).map(Located::finding).toList();
    }

    /**
     * Those of the system properties that are keys of ours, or were probably meant to be; switches of the code are
     * neither.
     */
    public Properties concerned(Properties system) {
        Properties concerned = new Properties();
        for (String name : system.stringPropertyNames()) {
            int dot = name.indexOf('.');
            String root = dot > 0 ? name.substring(0, dot) : "";
            boolean isMeantForUs = KnownKeys.ROOTS.contains(root)
                    || SpellingSuggestion.to(root, KnownKeys.ROOTS).isPresent();
            if (isMeantForUs && !name.equals(CHECKED_MEMORY)) {
                concerned.setProperty(name, system.getProperty(name));
            }
        }
        return concerned;
    }

    /**
     * Returns what stands beside our roots but looks like one of them; anything else there is not ours, and may be
     * there to be referred to.
     */
    private static Optional<Located> strange(String root, ConfigValue value) {
        String first = root.contains(".") ? root.substring(0, root.indexOf('.')) : root;
        return SpellingSuggestion.to(first, KnownKeys.ROOTS).map(near -> {
            String hint = root.contains(".")
                    ? "no such key: the quotes make the whole path one name; remove them"
                    : "keys below this are not read; did you mean " + near + "?";
            return located(ConfigFinding.Kind.UNKNOWN, root, value, hint);
        });
    }

    /**
     * Goes through what was written; where that refers to something else, through what that is.
     *
     * @param held what holds at the same place; null when nothing does
     */
    private void visit(
            String path, ConfigValue written, @Nullable ConfigValue held, Config holds, List<Located> found) {
        Optional<Set<Map.Entry<String, ConfigValue>>> inside = inside(written);
        if (known.whyNotHonoured(path).isPresent()) {
            found.add(judged(path, written, held, holds)); // with all that is inside of it
        } else if (inside.isPresent() && known.isHonoured(path) && isNumbered(inside.get())) {
            visitNumbered(path, inside.get(), holds, found);
        } else if (inside.isPresent()) {
            for (Map.Entry<String, ConfigValue> entry : inside.get()) {
                ConfigValue counterpart = held instanceof ConfigObject object ? object.get(entry.getKey()) : null;
                visit(path + "." + ConfigUtil.joinPath(entry.getKey()), entry.getValue(), counterpart, holds, found);
            }
        } else if (held instanceof ConfigObject) {
            visit(path, held, held, holds, found);
        } else if (held instanceof ConfigList list && !list.isEmpty() && list.get(0) instanceof ConfigObject) {
            for (int i = 0; i < list.size(); i++) {
                visit(path + "[" + i + "]", list.get(i), list.get(i), holds, found);
            }
        } else if (!written.origin().description().startsWith(RenamedKeys.DEFAULT_PLACE)) {
            found.add(judged(path, written, held, holds));
        }
    }

    /** Returns whether an object stands for a list, as system properties write one: {@code key.0}, {@code key.1} … */
    private static boolean isNumbered(Set<Map.Entry<String, ConfigValue>> entries) {
        return entries.stream().allMatch(entry -> entry.getKey().chars().allMatch(Character::isDigit));
    }

    private void visitNumbered(
            String path, Set<Map.Entry<String, ConfigValue>> elements, Config holds, List<Located> found) {
        for (Map.Entry<String, ConfigValue> element : elements) {
            ConfigValue value = element.getValue();
            if (value instanceof ConfigObject) {
                visit(path + "[" + element.getKey() + "]", value, value, holds, found);
            } else {
                found.add(judged(path, value, value, holds));
            }
        }
    }

    /** Returns the content of an object; empty when it is none, or not known before a reference in it is resolved. */
    private static Optional<Set<Map.Entry<String, ConfigValue>>> inside(ConfigValue value) {
        try {
            return value instanceof ConfigObject object ? Optional.of(object.entrySet()) : Optional.empty();
        } catch (ConfigException.NotResolved _) {
            return Optional.empty();
        }
    }

    private Located judged(String key, ConfigValue value, @Nullable ConfigValue held, Config holds) {
        if (known.isHonoured(key)) {
            return located(ConfigFinding.Kind.HONOURED, key, value, held == null ? "(unset)" : shown(key, held));
        }
        RenamedKey renaming = RenamedKey.IN_FILES.get(key);
        if (renaming != null && known.isHonoured(renaming.now())) {
            String which = RenamedKeys.isSet(renaming.now(), holds)
                    ? "which is also set and takes precedence"
                    : "and used as such; rename it";
            return located(
                    ConfigFinding.Kind.OLD_NAME, key, value, "a deprecated name of " + renaming.now() + ", " + which);
        }
        Optional<String> reason = known.whyNotHonoured(renaming == null ? key : renaming.now());
        if (reason.isPresent()) {
            return located(ConfigFinding.Kind.NOT_HONOURED, key, value, "has no effect: " + reason.get());
        }
        String hint = known.nearest(key)
                .map(near -> near + " is a known key; did you mean that?")
                .orElse("and no known key has a similar name");
        return located(ConfigFinding.Kind.UNKNOWN, key, value, "no such key; " + hint);
    }

    private static String shown(String key, ConfigValue value) {
        return SecretKeys.contains(key)
                ? SecretKeys.NOT_SHOWN
                : value.valueType() == ConfigValueType.STRING
                        ? "\"" + value.unwrapped() + "\""
                        : String.valueOf(value.unwrapped());
    }

    static Located located(ConfigFinding.Kind kind, String key, ConfigValue value, String message) {
        ConfigOrigin origin = value.origin();
        return new Located(new ConfigFinding(kind, key, origin.description(), message), origin.lineNumber());
    }

    /** A finding and the line of its file, by which findings are put in order. */
    record Located(ConfigFinding finding, int line) {
        static final Comparator<Located> ORDER = Comparator.comparing((Located each) -> each.file())
                .thenComparingInt(Located::line)
                .thenComparing(each -> each.finding.key());

        private String file() {
            String place = finding.place();
            int colon = place.lastIndexOf(": ");
            return colon < 0 ? place : place.substring(0, colon);
        }
    }
}
