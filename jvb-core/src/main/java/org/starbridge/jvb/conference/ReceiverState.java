package org.starbridge.jvb.conference;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.ReceiverConstraints;

/**
 * What one receiver asked for so far, and what holds as long as it has not asked. Its client's first
 * {@code ReceiverVideoConstraints} ends the initial values; each later one changes only what it names. Guarded by the
 * conference's lock.
 */
final class ReceiverState {
    private final ConferenceConfig config;
    private boolean hasAsked;
    private boolean hasAskedLastN;
    private ReceiverConstraints asked;

    ReceiverState(ConferenceConfig config) {
        this.config = config;
        asked = new ReceiverConstraints(
                config.initialLastN(), List.of(), List.of(), config.initialMaxHeightPx(), Map.of());
    }

    /** The focus' wish: holds until the client has one of its own. */
    void initialLastN(int lastN) {
        if (!hasAsked && !hasAskedLastN) {
            asked = asked.withLastN(lastN);
        }
    }

    /** The client's last-N, from the legacy message that names nothing else. */
    void lastN(int lastN) {
        hasAskedLastN = true;
        asked = asked.withLastN(lastN);
    }

    /**
     * The client's wish; null leaves a part as it was.
     *
     * @throws IllegalArgumentException if a count or height is below -1
     */
    void update(
            @Nullable Integer lastN,
            @Nullable List<String> onStage,
            @Nullable List<String> selected,
            @Nullable Integer defaultMaxHeightPx,
            @Nullable Map<String, Integer> maxHeightPx) {
        int heightWithoutDefault = hasAsked ? asked.defaultMaxHeightPx() : config.defaultMaxHeightPx();
        asked = new ReceiverConstraints(
                lastN == null ? asked.lastN() : lastN,
                onStage == null ? asked.onStageSources() : onStage,
                selected == null ? asked.selectedSources() : selected,
                defaultMaxHeightPx == null ? heightWithoutDefault : defaultMaxHeightPx,
                maxHeightPx == null ? asked.maxHeightPx() : maxHeightPx);
        hasAsked = true;
    }

    /** What selection goes by: the wish, under the bridge's own last-N. */
    ReceiverConstraints effective() {
        int cap = config.jvbLastN();
        boolean isCapped = cap != ReceiverConstraints.UNLIMITED
                && (asked.lastN() == ReceiverConstraints.UNLIMITED || asked.lastN() > cap);
        return isCapped ? asked.withLastN(cap) : asked;
    }
}
