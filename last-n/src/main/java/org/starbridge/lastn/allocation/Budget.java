package org.starbridge.lastn.allocation;

/**
 * How much video a receiver can take, and why we think so.
 *
 * @param bps bit/s; {@link #UNLIMITED_BPS} if it is not to be weighed
 * @param basis where the figure comes from
 */
public record Budget(long bps, Basis basis) {
    /** More than anything needs, and far from overflow. */
    public static final long UNLIMITED_BPS = Long.MAX_VALUE / 8;

    /** There was no estimate yet. */
    public static final long NO_ESTIMATE = -1;

    /** @throws IllegalArgumentException if the budget is negative */
    public Budget {
        if (bps < 0) {
            throw new IllegalArgumentException("budget " + bps + " bit/s: expected 0 or more");
        }
        bps = Math.min(bps, UNLIMITED_BPS);
    }

    /** Everything fits. */
    public static Budget unlimited(Basis basis) {
        return new Budget(UNLIMITED_BPS, basis);
    }

    /**
     * What holds for a receiver.
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
     * The same, but no more than what losses show to get through.
     *
     * @param lossLimitBps bit/s, or {@link #NO_ESTIMATE} if they show nothing
     */
    public Budget under(long lossLimitBps) {
        return lossLimitBps < 0 || lossLimitBps >= bps ? this : new Budget(lossLimitBps, Basis.LOSS);
    }

    /** Whether it limits anything. */
    public boolean isLimited() {
        return bps < UNLIMITED_BPS;
    }

    /**
     * Whether an estimate differs enough from the one that was last allocated to allocate again: by more than the
     * threshold, or because less than what is being sent fits now. The second is ours: at a threshold of 15 % a
     * receiver would otherwise be sent up to 15 % too much until the next periodic run.
     *
     * @param lastBps the estimate that was used last, or {@link #NO_ESTIMATE}
     * @param targetBps what is being sent
     * @param threshold a fraction, {@code cc.bwe-change-threshold}
     */
    public static boolean isNews(long estimateBps, long lastBps, long targetBps, double threshold) {
        if (lastBps < 0) {
            return true;
        }
        boolean isShort = estimateBps < targetBps && estimateBps < lastBps;
        return isShort || Math.abs(estimateBps - lastBps) > threshold * lastBps;
    }

    /** Where a budget comes from. */
    public enum Basis {
        /** The bandwidth estimate. */
        ESTIMATE,
        /** The losses that the receiver reports are heavy. */
        LOSS,
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
