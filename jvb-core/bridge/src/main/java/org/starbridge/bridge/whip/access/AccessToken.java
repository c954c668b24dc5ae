package org.starbridge.bridge.whip.access;

import java.util.List;

/**
 * A bearer token (RFC 6750) and its rights.
 *
 * @param value secret; at least 16 characters
 * @param publish rooms into which its holder may publish: names, or beginnings of names with a final {@code *}
 * @param watch rooms that its holder may watch, likewise
 */
public record AccessToken(String value, List<String> publish, List<String> watch) {
    /** Of one in the configuration. */
    public static final int MIN_LENGTH = 16;

    public AccessToken {
        publish = List.copyOf(publish);
        watch = List.copyOf(watch);
    }

    boolean allows(Purpose purpose, String room) {
        return switch (purpose) {
            case PUBLISH -> matches(publish, room);
            case WATCH -> matches(watch, room);
        };
    }

    private static boolean matches(List<String> patterns, String room) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? room.startsWith(pattern.substring(0, pattern.length() - 1))
                        : room.equals(pattern));
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "AccessToken[publish=" + publish + ", watch=" + watch + "]";
    }
}
