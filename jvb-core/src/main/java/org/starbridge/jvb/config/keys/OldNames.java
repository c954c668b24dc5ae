package org.starbridge.jvb.config.keys;

import com.typesafe.config.Config;

/** Keys of a file under names that they had once. */
public final class OldNames {
    private OldNames() {}

    /**
     * The same under today's names; where both are set, today's holds.
     *
     * @param said what the operator wrote, resolved
     */
    public static Config translated(Config said) {
        Config translated = said;
        for (Renaming renaming : Renaming.IN_FILES.values()) {
            if (said.hasPath(renaming.old()) && !said.hasPathOrNull(renaming.now())) {
                translated = translated.withValue(
                        renaming.now(), renaming.conversion().convert(said.getValue(renaming.old())));
            }
        }
        return translated;
    }
}
