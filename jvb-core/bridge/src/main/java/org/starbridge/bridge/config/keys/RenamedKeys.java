package org.starbridge.bridge.config.keys;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

/** Keys under names that they had once. */
public final class RenamedKeys {
    /** Beginning of the places of defaults, which only the bridge itself has written. */
    public static final String DEFAULT_PLACE = "the bridge's ";

    private RenamedKeys() {}

    /**
     * Today's keys that are set under an old name only, with their values.
     *
     * @param holds what was written over the defaults, resolved
     */
    public static Config translated(Config holds) {
        Config translated = ConfigFactory.empty();
        for (RenamedKey renaming : RenamedKey.IN_FILES.values()) {
            if (holds.hasPath(renaming.old()) && !isSet(renaming.now(), holds)) {
                translated = translated.withValue(
                        renaming.now(), renaming.conversion().convert(holds.getValue(renaming.old())));
            }
        }
        return translated;
    }

    /** Returns whether a key was set: otherwise it has its default, or none. */
    static boolean isSet(String key, Config holds) {
        return holds.hasPath(key) && !holds.getValue(key).origin().description().startsWith(DEFAULT_PLACE);
    }
}
