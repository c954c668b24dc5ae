package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.starbridge.transport.udp.IoTotals;

/**
 * Figures in one cell of the table, of one run or as the median of several. NaN is what was not measured.
 *
 * @param packetsPerSecond that arrived at receivers
 * @param megabitsPerSecond of RTP header and payload, at the receivers
 * @param userMicros CPU time for each of these packets, in the program
 * @param systemMicros the same in the kernel
 * @param allocatedBytes by the media threads, for each of these packets
 * @param collections of garbage, within the window
 * @param longestPauseMs of the collector, since the start
 * @param residentBytes at the window's end
 * @param delaysMs p50, p99, p99.9 from socket to socket
 * @param firstLastMs p99 of the first and of the last receiver of a packet
 * @param lost packets, in all runs together
 * @param kernelDrops what receivers' kernels dropped, in all runs together
 * @param hammerSaturated the Hammer itself was too slow: nothing here is to be quoted
 * @param hammerMicros CPU time of the Hammer for each packet
 * @param runsBySize messages to the kernel by how many datagrams they carried
 * @param receivesBySize receive calls by how many datagrams they brought
 */
record Figures(
        double packetsPerSecond,
        double megabitsPerSecond,
        double userMicros,
        double systemMicros,
        double allocatedBytes,
        double collections,
        double longestPauseMs,
        double residentBytes,
        List<Double> delaysMs,
        List<Double> firstLastMs,
        long lost,
        long kernelDrops,
        boolean hammerSaturated,
        double hammerMicros,
        Map<String, Double> runsBySize,
        Map<String, Double> receivesBySize) {

    Figures {
        delaysMs = List.copyOf(delaysMs);
        firstLastMs = List.copyOf(firstLastMs);
    }

    /** From the Hammer's report. */
    static Figures of(JsonNode report) {
        double seconds = number(report, "/seconds");
        JsonNode grown = report.path("bridgeStats").path("difference");
        return new Figures(
                number(report, "/packetsReceived") / seconds,
                megabits(report),
                number(report, "/bridgeCpuUserMicrosPerForwardedPacket"),
                number(report, "/bridgeCpuSystemMicrosPerForwardedPacket"),
                number(report, "/bridgeAllocatedBytesPerForwardedPacket"),
                number(report, "/bridgeGcCount"),
                number(report, "/bridgeGcPauseMaxMillis"),
                number(report, "/bridgeRssBytes"),
                List.of(
                        number(report, "/delayNanos/p50") / 1e6,
                        number(report, "/delayNanos/p99") / 1e6,
                        number(report, "/delayNanos/p999") / 1e6),
                List.of(
                        number(report, "/delayFirstReceiverNanos/p99") / 1e6,
                        number(report, "/delayLastReceiverNanos/p99") / 1e6),
                report.path("packetsLost").asLong(),
                report.path("kernelDrops").asLong(),
                report.path("hammerSaturated").asBoolean(),
                number(report, "/hammerCpuMicrosPerReceivedPacket"),
                sizes(grown, "total_udp_messages_sent_"),
                sizes(grown, "total_udp_receives_"));
    }

    /**
     * Returns the bitrate: where everybody gets everything, it follows from what is sent; elsewhere the Hammer does not
     * count it.
     */
    private static double megabits(JsonNode report) {
        return report.path("selection").isObject()
                ? Double.NaN
                : number(report, "/couplesExpected") * number(report, "/senderBitrateBps") / 1e6;
    }

    private static double number(JsonNode report, String pointer) {
        JsonNode node = report.at(pointer);
        return node.isNumber() ? node.asDouble() : Double.NaN;
    }

    /** Returns the growth of the counters whose names begin so, by the rest of the name, in the order of sizes. */
    private static Map<String, Double> sizes(JsonNode grown, String prefix) {
        Map<String, Double> sizes = new LinkedHashMap<>();
        for (String size : IoTotals.SIZES) {
            JsonNode count = grown.path(prefix + size);
            if (count.isNumber()) {
                sizes.put(size, count.asDouble());
            }
        }
        return sizes;
    }

    /**
     * Figure by figure; of the runs in which the Hammer kept up, if there are any. Losses add up. CPU time is the
     * median of the sums, divided into user and system by the median of the runs' shares: the kernel tells the two
     * apart less well than it tells the sum.
     */
    static Figures median(List<Figures> runs) {
        List<Figures> good = runs.stream().filter(each -> !each.hammerSaturated).toList();
        List<Figures> used = good.isEmpty() ? runs : good;
        double micros = median(used, Figures::micros);
        double userMicros = micros * median(used, each -> each.userMicros / each.micros());
        return new Figures(
                median(used, Figures::packetsPerSecond),
                median(used, Figures::megabitsPerSecond),
                userMicros,
                micros - userMicros,
                median(used, Figures::allocatedBytes),
                median(used, Figures::collections),
                used.stream().mapToDouble(Figures::longestPauseMs).max().orElse(Double.NaN),
                median(used, Figures::residentBytes),
                List.of(
                        median(used, each -> each.delaysMs.get(0)),
                        median(used, each -> each.delaysMs.get(1)),
                        median(used, each -> each.delaysMs.get(2))),
                List.of(median(used, each -> each.firstLastMs.get(0)), median(used, each -> each.firstLastMs.get(1))),
                used.stream().mapToLong(Figures::lost).sum(),
                used.stream().mapToLong(Figures::kernelDrops).sum(),
                good.isEmpty(),
                median(used, Figures::hammerMicros),
                sum(used.stream().map(Figures::runsBySize).toList()),
                sum(used.stream().map(Figures::receivesBySize).toList()));
    }

    /** The middle one, the mean of both middle ones; NaN counts as the largest. */
    private static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static Map<String, Double> sum(List<Map<String, Double>> all) {
        Map<String, Double> sum = new LinkedHashMap<>();
        new ArrayList<>(all).forEach(each -> each.forEach((size, count) -> sum.merge(size, count, Double::sum)));
        return sum;
    }

    /** CPU time for each packet, user and system. */
    double micros() {
        return userMicros + systemMicros;
    }
}
