package org.starbridge.lastn;

import java.util.Set;

/**
 * Audio sources that a receiver wants: {@code exclude} beats {@code include} beats {@code all}.
 *
 * @param all every source that is not named
 * @param include names of wanted sources
 * @param exclude names of unwanted sources
 */
public record AudioSubscription(boolean all, Set<String> include, Set<String> exclude) {
    /** Subscription of a receiver that never said anything. */
    public static final AudioSubscription EVERYTHING = new AudioSubscription(true, Set.of(), Set.of());

    /** Copies the sets. */
    public AudioSubscription {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
    }

    /** Returns whether it wants a source. */
    public boolean wants(String sourceName) {
        return !exclude.contains(sourceName) && (all || include.contains(sourceName));
    }

    /** Returns whether it asked for a source by name: such a source is exempt from a limit to the loudest. */
    public boolean insistsOn(String sourceName) {
        return include.contains(sourceName) && !exclude.contains(sourceName);
    }
}
