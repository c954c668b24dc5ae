package org.starbridge.lastn.allocation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.starbridge.lastn.ReceiverConstraints;

/**
 * Demand of all receivers together for each source, so that its sender need not encode what no receiver looks at. Pure;
 * the caller keeps the last answer.
 */
public final class SenderConstraints {
    private SenderConstraints() {}

    /** The larger limit, {@link ReceiverConstraints#UNLIMITED} being the largest. */
    public static int larger(int oneHeightPx, int otherHeightPx) {
        boolean isUnlimited =
                oneHeightPx == ReceiverConstraints.UNLIMITED || otherHeightPx == ReceiverConstraints.UNLIMITED;
        return isUnlimited ? ReceiverConstraints.UNLIMITED : Math.max(oneHeightPx, otherHeightPx);
    }

    /** The constraints that owners must be sent: entries of {@code now} that are new or differ from {@code before}. */
    public static Map<String, Integer> changes(Map<String, Integer> before, Map<String, Integer> now) {
        Map<String, Integer> changes = new LinkedHashMap<>();
        now.forEach((source, heightPx) -> {
            if (!Objects.equals(before.get(source), heightPx)) {
                changes.put(source, heightPx);
            }
        });
        return changes;
    }
}
