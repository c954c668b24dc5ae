package org.starbridge.media.forward;

/**
 * Limits on what one receiver's NACKs may cost.
 *
 * @param horizonNs what was sent longer ago is not repeated; 1 s: later than that no decoder waits for it
 * @param minIntervalNs a packet is not repeated twice within this, but may be at once after it left first; 20 ms: less
 *     than most round trips, so that the second request can not know of the first answer
 * @param maxRepeats how often one packet is repeated; 10, as often as browsers ask
 * @param cacheBytes memory for what was sent to one receiver; 2 MiB: 16,000 to 32,000 packets, a second of 12 Mbit/s
 *     and more
 * @param sharePercent what may be repeated, in percent of the bytes sent first; 50: a loss of 30 %, and a receiver that
 *     asks for everything all the time can not make us send more than half as much again
 * @param burstBytes what may be repeated on top at once; 256 KiB: half a second of 4 Mbit/s
 */
public record RetransmissionLimits(
        long horizonNs, long minIntervalNs, int maxRepeats, int cacheBytes, int sharePercent, int burstBytes) {
    public static final RetransmissionLimits DEFAULT =
            new RetransmissionLimits(1_000_000_000, 20_000_000, 10, 2 << 20, 50, 256 << 10);

    public RetransmissionLimits {
        if (horizonNs < 0 || minIntervalNs < 0 || maxRepeats < 0 || maxRepeats > 255) {
            throw new IllegalArgumentException("retransmission within " + horizonNs + " ns, " + minIntervalNs
                    + " ns apart, at most " + maxRepeats + " times: expected 0 or more, and at most 255 times");
        }
        if (cacheBytes < 0 || sharePercent < 0 || sharePercent > 100 || burstBytes < 0) {
            throw new IllegalArgumentException("retransmission of " + sharePercent + " % and " + burstBytes
                    + " bytes from a cache of " + cacheBytes + " bytes: expected 0 or more, and at most 100 %");
        }
    }
}
