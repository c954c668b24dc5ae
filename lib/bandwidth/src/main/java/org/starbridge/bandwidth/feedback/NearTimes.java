package org.starbridge.bandwidth.feedback;

/**
 * Times that lie near each other, in half the memory of {@code long}: each is rounded down to 16 ns and kept as the low
 * 32 bits of that number. A time is read as the one nearest to the time that was put last, so all have to be within
 * {@link #REACH_NS} of that. Owned by one worker.
 */
public final class NearTimes {
    /** No time may be further than this from the one that was put last. */
    public static final long REACH_NS = 30_000_000_000L;

    /** A unit is 16 ns. */
    private static final int UNIT_SHIFT = 4;

    private final int[] units;
    private long latestUnits;

    /** So many times, of which none was put. */
    public NearTimes(int size) {
        units = new int[size];
    }

    /** Returns the number of places. */
    public int size() {
        return units.length;
    }

    /** Puts a time into a place. */
    public void put(int place, long timeNs) {
        latestUnits = timeNs >> UNIT_SHIFT;
        units[place] = (int) latestUnits;
    }

    /** Returns the time in a place. */
    public long get(int place) {
        return (latestUnits + (units[place] - (int) latestUnits)) << UNIT_SHIFT;
    }

    /** Copies a time of another object's, of which this one becomes the successor. */
    public void take(int place, NearTimes from, int fromPlace) {
        units[place] = from.units[fromPlace];
        latestUnits = from.latestUnits;
    }
}
