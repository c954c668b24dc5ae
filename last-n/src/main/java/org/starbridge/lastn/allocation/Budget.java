package org.starbridge.lastn.allocation;

/**
 * Amount of video that a receiver can take, and why we think so.
 *
 * @param bps bit/s; {@link #UNLIMITED_BPS} if it is not to be weighed
 * @param basis where the figure comes from
 * @param toleranceBps by how much layers that are sent already may exceed it, bit/s. An estimator falls to 85 % of what
 *     arrives when a queue grows, also on a link that carries all of it; if it does not carry it, the estimate falls
 *     further within a second
 */
public record Budget(long bps, Basis basis, long toleranceBps) {
    /** More than anything needs, and far from overflow. */
    public static final long UNLIMITED_BPS = Long.MAX_VALUE / 8;

    /** There was no estimate yet. */
    public static final long NO_ESTIMATE = -1;

    /** @throws IllegalArgumentException if the budget or its tolerance is negative */
    public Budget {
        if (bps < 0 || toleranceBps < 0) {
            throw new IllegalArgumentException(
                    "budget " + bps + " bit/s, tolerance " + toleranceBps + ": expected 0 or more");
        }
        bps = Math.min(bps, UNLIMITED_BPS);
    }

    /** One that nothing exceeds. */
    public Budget(long bps, Basis basis) {
        this(bps, basis, 0);
    }

    /** Everything fits. */
    public static Budget unlimited(Basis basis) {
        return new Budget(UNLIMITED_BPS, basis);
    }

    /**
     * Returns the budget of a receiver.
     *
     * @param trustsEstimates whether the bridge goes by estimates ({@code cc.trust-bwe})
     * @param hasRtx whether the receiver negotiated retransmissions; without, there is nothing to probe with
     * @param isStarting whether estimates are not reliable yet ({@code cc.initial-ignore-bwe-period})
     * @param estimateBps what the receiver can take, or {@link #NO_ESTIMATE}
     * @param assumedBps what the receiver wants to be assumed, or {@link #NO_ESTIMATE}
     * @param assumedLimitBps the most that may be assumed; {@link #NO_ESTIMATE} if its wish is not honoured
     */
    public static Budget of(
            boolean trustsEstimates,
            boolean hasRtx,
            boolean isStarting,
            long estimateBps,
            long assumedBps,
            long assumedLimitBps) {
        if (assumedBps >= 0 && assumedLimitBps >= 0) {
            return new Budget(Math.min(assumedBps, assumedLimitBps), Basis.ASSUMED);
        }
        if (!trustsEstimates) {
            return unlimited(Basis.ESTIMATES_NOT_TRUSTED);
        }
        if (!hasRtx) {
            return unlimited(Basis.NO_RTX);
        }
        if (estimateBps < 0) {
            return unlimited(Basis.NO_ESTIMATE);
        }
        return isStarting ? unlimited(Basis.STARTING) : new Budget(estimateBps, Basis.ESTIMATE);
    }

    /**
     * The same, but no more than what an overloaded link carries.
     *
     * @param limitBps bit/s, or {@link #NO_ESTIMATE} if it is not overloaded
     */
    public Budget under(long limitBps) {
        return limitBps < 0 || limitBps >= bps ? this : new Budget(limitBps, Basis.OVERLOAD);
    }

    /** The same with another tolerance. */
    public Budget tolerating(long otherToleranceBps) {
        return new Budget(bps, basis, otherToleranceBps);
    }

    /** Returns whether it limits anything. */
    public boolean isLimited() {
        return bps < UNLIMITED_BPS;
    }

    /**
     * Returns whether it differs enough from the one that was last allocated to allocate again: by more than the
     * threshold, or because what is sent does not fit any more. Whether more would fit is for
     * {@link Allocation#mayImprove}.
     *
     * @param last the one that was used last
     * @param targetBps what is being sent
     * @param threshold a fraction, {@code cc.bwe-change-threshold}
     */
    public boolean isNews(Budget last, long targetBps, double threshold) {
        if (isLimited() != last.isLimited()) {
            return true;
        }
        boolean isShort = bps + toleranceBps < targetBps && bps < last.bps;
        return isLimited() && (isShort || Math.abs(bps - last.bps) > threshold * last.bps);
    }

    /** Returns whether nothing was known yet. */
    boolean isBeforeEstimates() {
        return basis == Basis.NO_ESTIMATE || basis == Basis.STARTING;
    }

    /** Basis of a budget. */
    public enum Basis {
        /** The bandwidth estimate. */
        ESTIMATE,
        /** The link to the receiver is evidently overloaded: losses are heavy, or queues long. */
        OVERLOAD,
        /** The receiver's own word, as far as it is allowed. */
        ASSUMED,
        /** The bridge does not go by estimates. */
        ESTIMATES_NOT_TRUSTED,
        /** The receiver negotiated no retransmissions. */
        NO_RTX,
        /** No estimate came yet. */
        NO_ESTIMATE,
        /** Estimates are ignored at the beginning of a call. */
        STARTING
    }
}
