package org.starbridge.media.loss;

import java.util.SplittableRandom;

/** Decides which packets are lost on purpose, for trials of bad networks. Owned by one worker. */
public final class InjectedLoss {
    private final LossPattern pattern;
    private final SplittableRandom random;
    private int place;

    /** @param seed the same one gives the same losses */
    public InjectedLoss(LossPattern pattern, long seed) {
        this.pattern = pattern;
        random = new SplittableRandom(seed);
    }

    /** Returns whether the next packet is lost. */
    public boolean isLost() {
        if (pattern.burstInterval() > 0) {
            int at = place;
            place = at + 1 == pattern.burstInterval() ? 0 : at + 1;
            if (at < pattern.burstSize()) {
                return true;
            }
        }
        return pattern.rate() > 0 && random.nextDouble() < pattern.rate();
    }
}
