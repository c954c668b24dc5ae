package org.starbridge.hammer.badlink;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.LinkSeries;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.report.RunReport;

/**
 * Measurements of a run, as scenarios ask for them. Times are seconds from the start of the measured window; bitrates
 * are bit/s with IPv4 and UDP headers. Of several endpoints behind links the worst counts.
 */
final class Measured {
    private final List<LinkCount> links;

    private Measured(List<LinkCount> links) {
        this.links = List.copyOf(links);
    }

    /**
     * Of a run.
     *
     * @throws IllegalStateException if no endpoint was behind a link
     */
    static Measured of(RunReport report) {
        List<LinkCount> links = report.receivers().stream()
                .map(ReceiverCount::link)
                .filter(Objects::nonNull)
                .toList();
        if (links.isEmpty()) {
            throw new IllegalStateException("a run without links: expected one");
        }
        return new Measured(links);
    }

    /** Of those behind a link whose description begins so. */
    Measured behind(String spec) {
        return new Measured(
                links.stream().filter(link -> link.spec().startsWith(spec)).toList());
    }

    private double worst(ToDoubleFunction<LinkCount> value) {
        return links.stream().mapToDouble(value).max().orElse(Double.NaN);
    }

    private double least(ToDoubleFunction<LinkCount> value) {
        return links.stream().mapToDouble(value).min().orElse(Double.NaN);
    }

    private static long at(LinkCount link, double second) {
        return link.windowStartNs() + Math.round(second * 1e9);
    }

    /** Mean bitrate that the link delivered. */
    double bps(double from, double to) {
        return least(link -> series(link).bps(at(link, from), at(link, to)));
    }

    /** Share of what came to the link between two times that it dropped. */
    double loss(double from, double to) {
        return worst(link -> {
            double offered = series(link).offeredBps(at(link, from), at(link, to));
            return offered == 0 ? 0 : Math.max(0, 1 - series(link).bps(at(link, from), at(link, to)) / offered);
        });
    }

    private static LinkSeries series(LinkCount link) {
        return link.down().series();
    }

    /** 95th percentile of the waits in the queue, by the longest of each 100 ms, in ms. */
    double queueP95Ms(double from, double to) {
        return worst(link -> series(link).queueMs(0.95, at(link, from), at(link, to)));
    }

    /** Seconds from a time on until the link delivers {@code bps}. */
    double riseSeconds(double from, double bps) {
        return worst(link -> seconds(series(link).reaches(bps, at(link, from)), at(link, from)));
    }

    /** Seconds from a time on until the bridge sends {@code bps} or less. */
    double fallSeconds(double from, double bps) {
        return worst(link -> seconds(series(link).offeredFalls(bps, at(link, from)), at(link, from)));
    }

    private static double seconds(long ns, long sinceNs) {
        return ns == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : (ns - sinceNs) / 1e9;
    }

    /** Seconds from a time on until the queue is no longer than {@code ms} until the second time. */
    double drainSeconds(double from, double to, double ms) {
        return worst(link -> (series(link).queueAbove(ms, at(link, from), at(link, to)) - at(link, from)) / 1e9);
    }

    /** Seconds from the connection to the first picture of this height or more. */
    double heightSeconds(int heightPx) {
        return worst(link -> link.pictures().layers().stream()
                .filter(change -> change.heightPx() >= heightPx)
                .mapToDouble(change -> seconds(change.atNs(), link.pictures().connectedNs()))
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY));
    }

    /**
     * Seconds from a source's first picture to its first one of this height or more, of the source that takes longest;
     * infinite if fewer sources than these are seen. Senders do not all begin at once.
     */
    double raiseSeconds(int heightPx, int sources) {
        return worst(link -> {
            Map<Integer, Long> begins = new HashMap<>();
            Map<Integer, Double> raised = new HashMap<>();
            for (var change : link.pictures().layers()) {
                Long begin = begins.putIfAbsent(change.source(), change.atNs());
                if (change.heightPx() >= heightPx) {
                    raised.putIfAbsent(change.source(), begin == null ? 0 : seconds(change.atNs(), begin));
                }
            }
            return begins.size() < sources || raised.size() < begins.size()
                    ? Double.POSITIVE_INFINITY
                    : Collections.max(raised.values());
        });
    }

    double longestFreezeSeconds() {
        return worst(link -> link.pictures().longestFreezeNs() / 1e9);
    }

    double audioLoss() {
        return worst(link -> link.pictures().audioLoss());
    }

    /** Changes to a higher encoding from a time on, of all sources. */
    double switchesUp(double from) {
        return worst(link -> {
            int[] heights = new int[1024];
            int up = 0;
            for (var change : link.pictures().layers()) {
                int source = change.source() % heights.length;
                up += change.atNs() >= at(link, from) && change.heightPx() > heights[source] ? 1 : 0;
                heights[source] = change.heightPx();
            }
            return up;
        });
    }

    /** Jain's index of what the endpoints got: 1 is equal shares. */
    double fairness() {
        double sum = links.stream().mapToDouble(LinkCount::deliveredBps).sum();
        double squares = links.stream()
                .mapToDouble(link -> link.deliveredBps() * link.deliveredBps())
                .sum();
        return squares == 0 ? 0 : sum * sum / (links.size() * squares);
    }
}
