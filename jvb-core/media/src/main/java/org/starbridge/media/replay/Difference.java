package org.starbridge.media.replay;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.blackbox.Event;
import org.starbridge.media.blackbox.EventKind;

/**
 * First difference of a replay from the log.
 *
 * @param atNs since the beginning of the segment
 * @param recorded the event of the log; null if the replay did more
 * @param replayed the event of the replay; null if it did less
 * @param before the event before it in the same duty cycle; null if it is the first one
 */
public record Difference(
        long atNs,
        @Nullable Event recorded,
        @Nullable Event replayed,
        @Nullable Event before) {
    /** Of one duty cycle; empty if both are the same. */
    public static Optional<Difference> first(List<Event> recorded, List<Event> replayed, long atNs) {
        int most = Math.max(recorded.size(), replayed.size());
        for (int i = 0; i < most; i++) {
            Event one = i < recorded.size() ? recorded.get(i) : null;
            Event other = i < replayed.size() ? replayed.get(i) : null;
            if (one == null || !one.equals(other)) {
                return Optional.of(new Difference(atNs, one, other, i == 0 ? null : recorded.get(i - 1)));
            }
        }
        return Optional.empty();
    }

    /** Returns the endpoint concerned; 0 if there is none. */
    public int endpointKey() {
        Event one = recorded == null ? replayed : recorded;
        return one == null ? 0 : one.key();
    }

    /** Returns why, a sentence for people. */
    public String cause() {
        Event one = recorded;
        Event other = replayed;
        if (other == null) {
            return "The replay did less than was recorded in this duty cycle.";
        }
        if (one == null) {
            return "The replay did more than was recorded in this duty cycle.";
        }
        if (one.kind() == EventKind.RANDOM || other.kind() == EventKind.RANDOM) {
            return "Another number of random values was drawn: something depends on what is not in the log.";
        }
        if (one.kind() != other.kind()) {
            return "Another thing happened next.";
        }
        return one.kind().direction() == EventKind.Direction.IN
                ? "The same kind of input was taken with other content."
                : "The decision or packet is another one.";
    }

    /** For people. */
    @Override
    public String toString() {
        return "at %.6f s, recorded [%s], replayed [%s], after [%s]. %s"
                .formatted(
                        atNs / 1e9,
                        recorded == null ? "nothing" : recorded,
                        replayed == null ? "nothing" : replayed,
                        before == null ? "the beginning of the cycle" : before,
                        cause());
    }
}
