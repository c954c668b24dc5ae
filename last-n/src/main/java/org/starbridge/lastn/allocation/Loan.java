package org.starbridge.lastn.allocation;

import java.util.List;

/**
 * Bandwidth that a source on stage leaves to the sources that wait for it to reach its preferred quality. They climb in
 * turns, never above a source on stage that is denied something. That all of them are seen counts for more than that
 * the one on stage is smooth: for their lowest layers it gives up frame rate, as long as they take no more than
 * {@value #FOR_OTHERS_PERCENT} % of the budget, but never the size of its picture. Used once.
 */
final class Loan {
    private static final int FOR_OTHERS_PERCENT = 40;

    private final List<Contender> contenders;
    private final int waitingFrom;
    private final long toleranceBps;
    private final Contender stage;
    private long lowestBps;
    private long stepsBps;

    /**
     * A loan to the contenders from an index on.
     *
     * @param waitingFrom behind the one on stage that the others wait for
     * @param toleranceBps by how much what is sent already may exceed the budget
     */
    Loan(List<Contender> contenders, int waitingFrom, long toleranceBps) {
        this.contenders = contenders;
        this.waitingFrom = waitingFrom;
        this.toleranceBps = toleranceBps;
        stage = contenders.get(waitingFrom - 1);
    }

    /**
     * Lends.
     *
     * @param leftBps what the one on stage and those before it leave
     * @param budgetBps of the receiver
     * @return what is left after that
     */
    long grant(long leftBps, long budgetBps) {
        long offeredBps = leftBps + stage.slowDown(missingBps(leftBps, budgetBps));
        long remainingBps = turn(offeredBps, true);
        lowestBps = offeredBps - remainingBps;
        long beforeStepsBps = remainingBps - stage.speedUp(remainingBps, toleranceBps);
        remainingBps = beforeStepsBps;
        long beforeTurnBps;
        do {
            beforeTurnBps = remainingBps;
            remainingBps = turn(remainingBps, false);
        } while (remainingBps != beforeTurnBps);
        stepsBps = beforeStepsBps - remainingBps;
        return remainingBps;
    }

    /** Returns what the next step of the one on stage can take back: not the lowest layers, for a higher frame rate. */
    long revocableBps() {
        return stage.isSlowed() ? stepsBps : lowestBps + stepsBps;
    }

    /**
     * Bitrate that is missing for the lowest layers of those that wait, as many as there is a share of the budget for.
     */
    private long missingBps(long leftBps, long budgetBps) {
        long limitBps = budgetBps / 100 * FOR_OTHERS_PERCENT;
        long sumBps = 0;
        boolean isAllSent = true;
        for (Contender contender : contenders.subList(waitingFrom, contenders.size())) {
            long bps = contender.lowestBps();
            if (bps > 0 && sumBps + bps <= limitBps) {
                sumBps += bps;
                isAllSent &= contender.isSent();
            }
        }
        return sumBps == 0 ? 0 : sumBps + 1 - leftBps - (isAllSent ? toleranceBps : 0);
    }

    /** Lets each take a step if it fits. */
    private long turn(long availableBps, boolean isFirst) {
        long remainingBps = availableBps;
        Ceiling ceiling = Ceiling.NONE;
        for (int i = 0; i < contenders.size(); i++) {
            Contender contender = contenders.get(i);
            if (contender.isExcluded()) {
                continue;
            }
            long beforeBps = contender.targetBps();
            if (i >= waitingFrom && (!isFirst || beforeBps == 0)) {
                contender.improve(remainingBps, toleranceBps, false, ceiling);
                remainingBps -= contender.targetBps() - beforeBps;
            }
            ceiling = contender.lower(ceiling);
        }
        return remainingBps;
    }
}
