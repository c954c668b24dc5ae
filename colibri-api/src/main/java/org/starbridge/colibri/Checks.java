package org.starbridge.colibri;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Range checks that name the value, and order-keeping copies, shared by the compact constructors of this package. */
final class Checks {
    static final long MAX_UINT32 = 0xFFFF_FFFFL;

    private Checks() {}

    static String notBlank(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(what + " \"" + value + "\": expected a non-blank string");
        }
        return value;
    }

    static void inRange(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " " + value + ": expected " + min + " to " + max);
        }
    }

    /** Null stays null: in Colibri2 an absent list and an empty one differ. */
    static <T> @Nullable List<T> copyOrNull(@Nullable List<T> list) {
        return list == null ? null : List.copyOf(list);
    }

    static Map<String, String> orderedCopy(Map<String, String> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    static Set<String> orderedCopy(Set<String> set) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(set));
    }
}
