package org.starbridge.hammer.report;

/** When the first and the last receiver of a packet had it, and how far apart, over the sampled packets that reached all. */
public record FanOut(Delays first, Delays last, Delays spread) {}
