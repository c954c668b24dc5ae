package org.starbridge.hammer.client.result;

import org.HdrHistogram.Histogram;

/**
 * Delays until the first and the last receiver of a packet had it, over the sampled packets that reached all.
 *
 * @param first from sending to the first receiver's arrival, in nanoseconds
 * @param last from sending to the last receiver's
 * @param spread from the first receiver's arrival to the last's
 */
public record FanOutDelays(Histogram first, Histogram last, Histogram spread) {}
