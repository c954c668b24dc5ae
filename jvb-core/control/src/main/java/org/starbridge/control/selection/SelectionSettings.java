package org.starbridge.control.selection;

import java.time.Duration;

/**
 * Settings of what receivers get before they ask, and of how the bridge chooses for them.
 *
 * @param initialMaxHeightPx greatest height of a video before the receiver's first message; 0 = none, because a client
 *     with a bridge channel says at once what it wants; -1 = unlimited, in the embedded default
 * @param defaultMaxHeightPx the same afterwards, for sources that the receiver's message does not name; 180, a
 *     thumbnail
 * @param initialLastN sources for an endpoint before its first message; -1 = unlimited
 * @param policy how the bridge chooses; estimates are trusted, but not in the embedded default
 * @param reviewInterval how often the bridge looks whether other layers are to be chosen; 500 ms: what matters most is
 *     reported by the workers within 100 ms
 */
public record SelectionSettings(
        int initialMaxHeightPx,
        int defaultMaxHeightPx,
        int initialLastN,
        SelectionPolicy policy,
        Duration reviewInterval) {
    /** As documented. */
    public static final SelectionSettings DEFAULT =
            new SelectionSettings(0, 180, -1, SelectionPolicy.defaults(true), Duration.ofMillis(500));
}
