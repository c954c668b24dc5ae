package org.starbridge.hammer.hostile;

import java.util.Set;

/**
 * One kind of bad input. Used by the hostile run's thread only.
 *
 * @param kind for people
 * @param counters keys of {@code /colibri/stats} under which the bridge may count it; {@code *} at an end stands for
 *     anything
 * @param leastCounted the part of what is sent that must be counted, above 0, at most 1: some of it may be legal
 * @param perSecond how many at full rate
 * @param sender sends one
 */
record Attack(String kind, Set<String> counters, double leastCounted, int perSecond, Sender sender) {
    /** Sends one and says whether it could. */
    @FunctionalInterface
    interface Sender {
        boolean send();
    }

    Attack {
        counters = Set.copyOf(counters);
    }

    /** Returns whether both may be counted under one key, so that they could not be told apart. */
    boolean sharesCountersWith(Attack other) {
        return counters.stream().anyMatch(mine -> other.counters.stream().anyMatch(theirs -> overlap(mine, theirs)));
    }

    private static boolean overlap(String a, String b) {
        return matches(a, b) || matches(b, a);
    }

    /** Returns whether a key matches {@code pattern}. */
    static boolean matches(String pattern, String key) {
        String part = pattern.replace("*", "");
        if (pattern.startsWith("*") && pattern.endsWith("*")) {
            return key.contains(part);
        }
        if (pattern.startsWith("*")) {
            return key.endsWith(part);
        }
        return pattern.endsWith("*") ? key.startsWith(part) : key.equals(pattern);
    }

    /** The key for packets that the bridge drops for a reason. */
    static String dropped(String reason) {
        return "total_dropped_packets_" + reason;
    }

    /** The key for what the bridge refuses to clients. */
    static String refused(String what) {
        return "total_refused_" + what;
    }
}
