package org.starbridge.bridge.app.monitor;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.starbridge.bridge.stats.ComponentMeters;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.relay.RelaySnapshot;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.transport.counters.CounterDescriptor;

/**
 * The traffic over relays among the statistics, in total and per second since the last {@link #collect}. Collected by
 * one thread, read by any.
 */
final class RelayFigures {
    private static final double NS_PER_SECOND = 1e9;

    private final Conferences conferences;
    private volatile Totals totals = new Totals(0, 0, 0, 0);
    private volatile Totals perSecond = new Totals(0, 0, 0, 0);
    private long collectedAtNs;
    private boolean hasCollected;

    private record Totals(long packetsReceived, long packetsSent, long bytesReceived, long bytesSent) {
        /** Never less than before, so that counters do not fall when a relay that ends is counted a moment later. */
        Totals max(Totals other) {
            return new Totals(
                    Math.max(packetsReceived, other.packetsReceived),
                    Math.max(packetsSent, other.packetsSent),
                    Math.max(bytesReceived, other.bytesReceived),
                    Math.max(bytesSent, other.bytesSent));
        }

        Totals perSecondSince(Totals before, double seconds) {
            return new Totals(
                    Math.round((packetsReceived - before.packetsReceived) / seconds),
                    Math.round((packetsSent - before.packetsSent) / seconds),
                    Math.round((bytesReceived - before.bytesReceived) / seconds),
                    Math.round((bytesSent - before.bytesSent) / seconds));
        }
    }

    RelayFigures(Conferences conferences) {
        this.conferences = conferences;
    }

    void show(ComponentMeters stats) {
        count(
                stats,
                "relay_packets_received",
                "total_packets_received_octo",
                "Packets received from other bridges.",
                () -> totals.packetsReceived);
        count(
                stats,
                "relay_packets_sent",
                "total_packets_sent_octo",
                "Packets sent to other bridges.",
                () -> totals.packetsSent);
        count(
                stats,
                "relay_bytes_received",
                "total_bytes_received_octo",
                "Bytes received from other bridges.",
                () -> totals.bytesReceived);
        count(
                stats,
                "relay_bytes_sent",
                "total_bytes_sent_octo",
                "Bytes sent to other bridges.",
                () -> totals.bytesSent);
        stats.gaugeAs(
                "octo_receive_packet_rate",
                "relay_incoming_packet_rate",
                "Packets per second received from other bridges.",
                () -> perSecond.packetsReceived);
        stats.gaugeAs(
                "octo_send_packet_rate",
                "relay_outgoing_packet_rate",
                "Packets per second sent to other bridges.",
                () -> perSecond.packetsSent);
        stats.gaugeAs(
                "octo_receive_bitrate",
                "relay_incoming_bitrate",
                "Bits per second received from other bridges.",
                () -> 8 * perSecond.bytesReceived);
        stats.gaugeAs(
                "octo_send_bitrate",
                "relay_outgoing_bitrate",
                "Bits per second sent to other bridges.",
                () -> 8 * perSecond.bytesSent);
    }

    private static void count(ComponentMeters stats, String metric, String key, String help, LongSupplier value) {
        stats.count(CounterDescriptor.named(metric, key, help), value);
    }

    /** @param nowNs monotonic time */
    void collect(long nowNs) {
        Totals before = totals;
        Totals now = new Totals(
                        sum(
                                ConferenceCounter.RELAY_PACKETS_RECEIVED_OF_GONE,
                                stats -> stats.traffic().packetsReceived()),
                        sum(
                                ConferenceCounter.RELAY_PACKETS_SENT_OF_GONE,
                                stats -> stats.traffic().packetsSent()),
                        sum(
                                ConferenceCounter.RELAY_BYTES_RECEIVED_OF_GONE,
                                stats -> stats.traffic().bytesReceived()),
                        sum(
                                ConferenceCounter.RELAY_BYTES_SENT_OF_GONE,
                                stats -> stats.traffic().bytesSent()))
                .max(before);
        if (hasCollected && nowNs > collectedAtNs) {
            perSecond = now.perSecondSince(before, (nowNs - collectedAtNs) / NS_PER_SECOND);
        }
        totals = now;
        collectedAtNs = nowNs;
        hasCollected = true;
    }

    private long sum(ConferenceCounter gone, ToLongFunction<EndpointStats> figure) {
        return conferences.counters().get(gone)
                + conferences.snapshot().stream()
                        .flatMap(conference -> conference.relays().stream())
                        .map(RelaySnapshot::stats)
                        .mapToLong(figure)
                        .sum();
    }
}
