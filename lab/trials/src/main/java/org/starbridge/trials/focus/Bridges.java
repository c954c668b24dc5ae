package org.starbridge.trials.focus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bridges in the bridges' room, by nickname, and whether they take conferences. For the focus's thread. */
final class Bridges {
    private final Map<String, Boolean> usable = new LinkedHashMap<>();

    /** A bridge published its statistics; returns whether it was unusable or absent before and is usable now. */
    boolean onStatistics(String nickname, boolean isShuttingDown) {
        boolean was = isUsable(nickname);
        usable.put(nickname, !isShuttingDown);
        return !was && !isShuttingDown;
    }

    void onGone(String nickname) {
        usable.remove(nickname);
    }

    boolean isUsable(String nickname) {
        return usable.getOrDefault(nickname, false);
    }

    /** A bridge for a conference. */
    Optional<String> select() {
        List<String> candidates = new ArrayList<>();
        usable.forEach((nickname, isUsable) -> {
            if (isUsable) {
                candidates.add(nickname);
            }
        });
        return candidates.stream().findFirst();
    }
}
