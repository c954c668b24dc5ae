package org.starbridge.hammer.client.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Guests: endpoints that join in the measured window, stay for a while and leave. Immutable.
 *
 * @param atSeconds when the first one begins to join, since the window's start
 * @param count how many there are, 1 or more
 * @param withinSeconds the time over which they begin evenly; 0 is all at once
 * @param staySeconds from the beginning of the join until it leaves; infinite is to the window's end
 * @param everySeconds the wave comes again after so long; infinite is once
 * @param conference which they join, from 0
 * @param sends whether they send what senders send
 */
public record GuestWave(
        double atSeconds,
        int count,
        double withinSeconds,
        double staySeconds,
        double everySeconds,
        int conference,
        boolean sends) {
    /** Visits that are made at most. */
    public static final int MAX_VISITS = 100_000;

    /** Guests that are there at most, at the same time. */
    public static final int MAX_PRESENT = 1000;

    /** Waves may follow each other as fast as this. */
    public static final double MIN_EVERY_SECONDS = 0.01;

    public GuestWave {
        if (!(atSeconds >= 0) || count < 1 || count > MAX_PRESENT || !(withinSeconds >= 0) || !(staySeconds > 0)) {
            throw new IllegalArgumentException("guests at " + atSeconds + " s, count " + count + ", within "
                    + withinSeconds + " s, stay " + staySeconds + " s: expected a count of 1 to " + MAX_PRESENT
                    + ", a stay above 0 and no negative time");
        }
        if (!(everySeconds >= MIN_EVERY_SECONDS) || conference < 0) {
            throw new IllegalArgumentException("guests every " + everySeconds + " s in conference " + conference
                    + ": expected " + MIN_EVERY_SECONDS + " s or more, and 0 or more");
        }
    }

    /**
     * One guest.
     *
     * @param atSeconds when it begins to join, since the window's start
     * @param untilSeconds when it leaves
     */
    public record Visit(double atSeconds, double untilSeconds, GuestWave wave) {}

    /**
     * All visits of some waves that begin in a window, the earliest first.
     *
     * @throws IllegalArgumentException if they are too many, or too many at the same time
     */
    public static List<Visit> visits(List<GuestWave> waves, double windowSeconds) {
        List<Visit> visits = new ArrayList<>();
        for (GuestWave wave : waves) {
            double at = wave.atSeconds;
            for (int round = 1; at < windowSeconds; round++) {
                for (int i = 0; i < wave.count; i++) {
                    double begin = at + wave.withinSeconds * i / wave.count;
                    if (begin < windowSeconds) {
                        visits.add(new Visit(begin, Math.min(windowSeconds, begin + wave.staySeconds), wave));
                    }
                }
                if (visits.size() > MAX_VISITS) {
                    throw new IllegalArgumentException(
                            "more than " + MAX_VISITS + " guests in " + windowSeconds + " s");
                }
                at = wave.atSeconds + round * wave.everySeconds;
            }
        }
        visits.sort(Comparator.comparingDouble(Visit::atSeconds));
        int most = mostPresent(visits);
        if (most > MAX_PRESENT) {
            throw new IllegalArgumentException(most + " guests at the same time: expected " + MAX_PRESENT + " at most");
        }
        return List.copyOf(visits);
    }

    /** Returns the greatest number of guests that are there at the same time. */
    public static int mostPresent(List<Visit> visits) {
        double[] ends =
                visits.stream().mapToDouble(Visit::untilSeconds).sorted().toArray();
        int left = 0;
        int most = 0;
        for (int i = 0; i < visits.size(); i++) {
            while (ends[left] <= visits.get(i).atSeconds()) {
                left++;
            }
            most = Math.max(most, i + 1 - left);
        }
        return most;
    }
}
