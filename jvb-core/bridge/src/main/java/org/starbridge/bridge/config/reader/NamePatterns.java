package org.starbridge.bridge.config.reader;

import java.util.List;

/**
 * Patterns of the names that are meant.
 *
 * @param patterns names; a final {@code *} stands for any end
 */
public record NamePatterns(List<String> patterns) {
    /** No name. */
    public static final NamePatterns NONE = new NamePatterns(List.of());

    /** Every name. */
    public static final NamePatterns ALL = new NamePatterns(List.of("*"));

    public NamePatterns {
        patterns = List.copyOf(patterns);
    }

    /** Returns whether no name is meant. */
    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    /** Returns whether this name is meant. */
    public boolean matches(String name) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                        : name.equals(pattern));
    }
}
