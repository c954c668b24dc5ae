package org.starbridge.hammer.client.result;

/**
 * Counts of one direction of a link in the window, for all endpoints behind it. Bytes and bitrates include IPv4 and UDP
 * headers. Immutable.
 *
 * @param capacityBps mean rate of the link, or of its policer if that is less; 0 for a link without a limit
 * @param deliveredBps mean rate of what passed
 * @param queueP50Ns median wait in the queue
 * @param queueP95Ns 95th percentile
 * @param queueMaxNs the longest
 * @param packets datagrams that came to the link
 * @param policed of these, dropped by the policer
 * @param lost of these, lost at random
 * @param queueFull of these, dropped by the full queue
 * @param series the same over time
 */
public record LinkDirectionCount(
        double capacityBps,
        double deliveredBps,
        long queueP50Ns,
        long queueP95Ns,
        long queueMaxNs,
        long packets,
        long policed,
        long lost,
        long queueFull,
        LinkSeries series) {
    /** Share of the capacity that was used, 0 to 1; 0 without a limit. */
    public double utilisation() {
        return capacityBps == 0 ? 0 : deliveredBps / capacityBps;
    }

    /** Datagrams that it dropped, for whatever reason. */
    public long dropped() {
        return policed + lost + queueFull;
    }

    /** Share of the datagrams that it dropped, 0 to 1. */
    public double loss() {
        return packets == 0 ? 0 : (double) dropped() / packets;
    }
}
