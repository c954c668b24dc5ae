package org.starbridge.transport.link;

import java.util.Arrays;

/**
 * The rate of a link over time: constant between steps, repeated with a period or not. Immutable. Times are nanoseconds
 * from the schedule's start; before it the first rate holds. A rate of 0 is a stall.
 */
public final class RateSchedule {
    /** No limit: datagrams pass at once. */
    public static final RateSchedule UNLIMITED =
            new RateSchedule(new long[] {0}, new double[] {Double.POSITIVE_INFINITY}, 0);

    private final long[] startsNs;
    private final double[] ratesBps;
    private final long periodNs;
    /** Bits of a whole period; 0 without one. */
    private final double periodBits;

    private RateSchedule(long[] startsNs, double[] ratesBps, long periodNs) {
        this.startsNs = startsNs;
        this.ratesBps = ratesBps;
        this.periodNs = periodNs;
        periodBits = periodNs == 0 ? 0 : bitsUntil(periodNs);
    }

    /** The same rate always, in bit/s, more than 0. */
    public static RateSchedule constant(double rateBps) {
        return steps(new long[] {0}, new double[] {rateBps}, 0);
    }

    /**
     * Changes of the rate.
     *
     * @param startsNs from when each rate holds; the first is 0, each later one greater than the one before
     * @param ratesBps in bit/s, finite, 0 or more
     * @param periodNs after which the schedule starts again; 0 if the last rate holds from its start on
     * @throws IllegalArgumentException if the link would stand still for good, or values are out of range
     */
    public static RateSchedule steps(long[] startsNs, double[] ratesBps, long periodNs) {
        if (startsNs.length == 0 || startsNs.length != ratesBps.length || startsNs[0] != 0) {
            throw new IllegalArgumentException("expected a rate from 0 s on");
        }
        for (int i = 1; i < startsNs.length; i++) {
            if (startsNs[i] <= startsNs[i - 1]) {
                throw new IllegalArgumentException("a rate from " + startsNs[i] / 1e9 + " s on after one from "
                        + startsNs[i - 1] / 1e9 + " s on: expected ascending times");
            }
        }
        if (Arrays.stream(ratesBps).anyMatch(rate -> !(rate >= 0) || Double.isInfinite(rate))) {
            throw new IllegalArgumentException("rates " + Arrays.toString(ratesBps) + ": expected 0 bit/s or more");
        }
        if (periodNs != 0 && periodNs <= startsNs[startsNs.length - 1]) {
            throw new IllegalArgumentException("a period of " + periodNs / 1e9
                    + " s: expected more than the last time, " + startsNs[startsNs.length - 1] / 1e9 + " s");
        }
        boolean flows = periodNs == 0
                ? ratesBps[ratesBps.length - 1] > 0
                : Arrays.stream(ratesBps).anyMatch(rate -> rate > 0);
        if (!flows) {
            throw new IllegalArgumentException(
                    "the last rate is 0 bit/s: expected another rate later, or a period after which it repeats");
        }
        return new RateSchedule(startsNs.clone(), ratesBps.clone(), periodNs);
    }

    /** Returns whether there is no limit. */
    public boolean isUnlimited() {
        return Double.isInfinite(ratesBps[0]);
    }

    /** The rate at a time, in bit/s; infinite without a limit. */
    public double rateBps(long ns) {
        return ratesBps[step(inPeriod(ns))];
    }

    /** The rate at a time; during a stall the one before it, or, at the start, the first other one. More than 0. */
    double nominalBps(long ns) {
        int step = step(inPeriod(ns));
        for (int i = step; i >= 0; i--) {
            if (ratesBps[i] > 0) {
                return ratesBps[i];
            }
        }
        int i = step + 1;
        while (ratesBps[i] == 0) {
            i++;
        }
        return ratesBps[i];
    }

    private long inPeriod(long ns) {
        return ns <= 0 ? 0 : periodNs == 0 ? ns : ns % periodNs;
    }

    /** The index of the rate that holds at a time within the period. */
    private int step(long ns) {
        int i = startsNs.length - 1;
        while (startsNs[i] > ns) {
            i--;
        }
        return i;
    }

    /** Returns the number of bits that the link can carry between two times. */
    public double bits(long fromNs, long toNs) {
        return bitsUntil(toNs) - bitsUntil(fromNs);
    }

    /** Bits since the start; negative before it. */
    private double bitsUntil(long ns) {
        if (ns <= 0) {
            return ns / 1e9 * ratesBps[0];
        }
        long inPeriod = periodBits == 0 ? ns : ns % periodNs;
        long periods = periodBits == 0 ? 0 : ns / periodNs;
        double bits = periods * periodBits;
        for (int i = 0; i < startsNs.length && startsNs[i] < inPeriod; i++) {
            long endNs = i + 1 < startsNs.length ? Math.min(startsNs[i + 1], inPeriod) : inPeriod;
            bits += (endNs - startsNs[i]) / 1e9 * ratesBps[i];
        }
        return bits;
    }

    /** Returns the time at which the link has carried so many bits, if it begins at {@code fromNs}. */
    long after(long fromNs, double bits) {
        double left = bits;
        long ns = fromNs;
        if (ns < 0) {
            double untilStart = -ns / 1e9 * ratesBps[0];
            if (left <= untilStart) {
                return ns + Math.round(left / ratesBps[0] * 1e9);
            }
            left -= untilStart;
            ns = 0;
        }
        while (true) {
            long inPeriod = inPeriod(ns);
            int step = step(inPeriod);
            boolean isLast = step + 1 == startsNs.length;
            if (isLast && periodNs == 0) {
                return ns + Math.round(left / ratesBps[step] * 1e9);
            }
            long stepLeftNs = (isLast ? periodNs : startsNs[step + 1]) - inPeriod;
            double stepBits = stepLeftNs / 1e9 * ratesBps[step];
            if (left <= stepBits && ratesBps[step] > 0) {
                return ns + Math.round(left / ratesBps[step] * 1e9);
            }
            left -= stepBits;
            ns += stepLeftNs;
        }
    }
}
