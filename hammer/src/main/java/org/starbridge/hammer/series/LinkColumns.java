package org.starbridge.hammer.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.link.LinkSpecParser;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.link.RateSchedule;

/** Traffic that all emulated links together could carry to endpoints and did, as columns of the series. Stateless. */
public final class LinkColumns {
    private static final long SECOND_NS = 1_000_000_000;

    private LinkColumns() {}

    /** Adds the columns of a run to its rows; nothing if no endpoint was behind a link. */
    public static void add(RunSeries series, List<ReceiverCount> receivers) {
        Map<Integer, LinkCount> links = new TreeMap<>();
        receivers.stream()
                .map(ReceiverCount::link)
                .filter(Objects::nonNull)
                .forEach(link -> links.putIfAbsent(link.link(), link));
        if (links.isEmpty()) {
            return;
        }
        LinkCount any = links.values().iterator().next();
        long fromNs = any.windowStartNs() + SECOND_NS;
        long toNs = any.windowEndNs();
        series.fill("linkDeliveredMbps", fromNs, toNs, ns -> delivered(links.values(), ns));
        List<RateSchedule> rates = new ArrayList<>();
        for (LinkCount link : links.values()) {
            LinkConditions down = LinkSpecParser.parse(link.spec()).down();
            rates.add(down.policerBps() > 0 ? RateSchedule.constant(down.policerBps()) : down.rate());
        }
        if (rates.stream().noneMatch(RateSchedule::isUnlimited)) {
            series.fill(
                    "linkRateMbps",
                    fromNs,
                    toNs,
                    ns -> rates.stream()
                                    .mapToDouble(rate -> rate.rateBps(ns - any.windowStartNs()))
                                    .sum()
                            / 1e6);
        }
    }

    /** In the second before a moment, in Mbit/s. */
    private static double delivered(Collection<LinkCount> links, long ns) {
        return links.stream()
                        .mapToDouble(link -> link.down().series().bps(ns - SECOND_NS, ns))
                        .sum()
                / 1e6;
    }
}
