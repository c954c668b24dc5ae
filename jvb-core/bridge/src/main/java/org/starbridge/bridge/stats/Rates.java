package org.starbridge.bridge.stats;

import org.starbridge.media.api.MediaCounter;

/**
 * Changes per second over the last interval. "Incoming" is from endpoints to us.
 *
 * @param incomingBitrateBps UDP payload
 * @param outgoingBitrateBps UDP payload
 * @param incomingPacketsPerSecond RTP and RTCP
 * @param outgoingPacketsPerSecond RTP and RTCP
 * @param incomingLossFraction lost / expected between endpoints and us, 0 to 1
 * @param outgoingLossFraction as endpoints report it, 0 to 1
 * @param lossFraction both, weighted by their packet rates
 * @param stress measured load / threshold; 1 = the limit, may be more
 */
record Rates(
        long incomingBitrateBps,
        long outgoingBitrateBps,
        long incomingPacketsPerSecond,
        long outgoingPacketsPerSecond,
        double incomingLossFraction,
        double outgoingLossFraction,
        double lossFraction,
        double stress) {
    static final Rates NONE = new Rates(0, 0, 0, 0, 0, 0, 0, 0);

    /** Per-second rates between two readings of the same counters; a counter that fell counts as unchanged. */
    static Rates between(StatsReading before, StatsReading now, long elapsedNs) {
        long packetsIn = risen(
                before.media().count(MediaCounter.PACKETS_RECEIVED), now.media().count(MediaCounter.PACKETS_RECEIVED));
        long packetsOut = risen(
                before.media().count(MediaCounter.PACKETS_SENT), now.media().count(MediaCounter.PACKETS_SENT));
        long lost = risen(
                before.conferences().packetsLostInbound(), now.conferences().packetsLostInbound());
        long expected = risen(
                before.conferences().packetsExpectedInbound(), now.conferences().packetsExpectedInbound());
        double incomingLoss = expected == 0 ? 0 : Math.min(1, (double) lost / expected);
        double outgoingLoss = now.conferences().outgoingLossFraction();
        long packets = packetsIn + packetsOut;
        double loss = packets == 0 ? 0 : (incomingLoss * packetsIn + outgoingLoss * packetsOut) / packets;
        return new Rates(
                perSecond(
                        8
                                * risen(
                                        before.media().count(MediaCounter.BYTES_RECEIVED),
                                        now.media().count(MediaCounter.BYTES_RECEIVED)),
                        elapsedNs),
                perSecond(
                        8
                                * risen(
                                        before.media().count(MediaCounter.BYTES_SENT),
                                        now.media().count(MediaCounter.BYTES_SENT)),
                        elapsedNs),
                perSecond(packetsIn, elapsedNs),
                perSecond(packetsOut, elapsedNs),
                incomingLoss,
                outgoingLoss,
                loss,
                0);
    }

    Rates withStress(double newStress) {
        return new Rates(
                incomingBitrateBps,
                outgoingBitrateBps,
                incomingPacketsPerSecond,
                outgoingPacketsPerSecond,
                incomingLossFraction,
                outgoingLossFraction,
                lossFraction,
                newStress);
    }

    private static long risen(long before, long now) {
        return Math.max(0, now - before);
    }

    private static long perSecond(long amount, long elapsedNs) {
        return Math.round(amount * 1e9 / elapsedNs);
    }
}
