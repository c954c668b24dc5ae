package org.starbridge.bridge.stats;

import static org.starbridge.bridge.stats.Figure.Kind.COUNT;
import static org.starbridge.bridge.stats.Figure.Kind.LEVEL;
import static org.starbridge.bridge.stats.Figure.Kind.TOTAL;

import java.util.function.ToDoubleFunction;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.transport.udp.IoTotals;

/** Rows about what the media side does: traffic, sockets, lost packets. */
final class MediaFigures {
    private final FigureList rows;

    private MediaFigures(FigureList rows) {
        this.rows = rows;
    }

    static void addTo(FigureList rows, BridgeFacts facts) {
        MediaFigures figures = new MediaFigures(rows);
        figures.traffic(facts);
        figures.buffers(facts);
        figures.sockets();
    }

    private void traffic(BridgeFacts facts) {
        rows.add(
                LEVEL,
                "incoming_loss_fraction",
                "incoming_loss",
                "Packet loss from endpoints to the bridge, 0 to 1.",
                r -> r.rates().incomingLossFraction());
        rows.add(
                LEVEL,
                "outgoing_loss_fraction",
                "outgoing_loss",
                "Packet loss that endpoints report, 0 to 1.",
                r -> r.rates().outgoingLossFraction());
        rows.add(
                LEVEL,
                "loss_fraction",
                "overall_loss",
                "Packet loss in both directions, 0 to 1.",
                r -> r.rates().lossFraction());
        rows.add(
                COUNT,
                "incoming_bitrate",
                "",
                "Bits per second received from endpoints.",
                r -> r.rates().incomingBitrateBps());
        rows.add(
                COUNT,
                "outgoing_bitrate",
                "",
                "Bits per second sent to endpoints.",
                r -> r.rates().outgoingBitrateBps());
        rows.add(
                COUNT,
                "",
                "bit_rate_download",
                "Kilobits per second received from endpoints.",
                r -> r.rates().incomingBitrateBps() / 1000.0);
        rows.add(
                COUNT,
                "",
                "bit_rate_upload",
                "Kilobits per second sent to endpoints.",
                r -> r.rates().outgoingBitrateBps() / 1000.0);
        rows.add(
                COUNT,
                "incoming_packet_rate",
                "packet_rate_download",
                "Packets per second received from endpoints.",
                r -> r.rates().incomingPacketsPerSecond());
        rows.add(
                COUNT,
                "outgoing_packet_rate",
                "packet_rate_upload",
                "Packets per second sent to endpoints.",
                r -> r.rates().outgoingPacketsPerSecond());
        rows.add(
                LEVEL,
                "average_rtt",
                "rtt_aggregate",
                "Mean round trip time to endpoints, in milliseconds.",
                r -> r.conferences().rttMs());
        for (MediaCounter counter : MediaCounter.values()) {
            if (counter != MediaCounter.KERNEL_DROPPED_DATAGRAMS || facts.knowsKernelDrops()) {
                rows.add(counter.descriptor(), r -> r.media().count(counter));
            }
        }
        rows.add(
                LEVEL,
                "media_ring_occupancy",
                "media_ring_occupancy",
                "Peak occupancy of the fullest packet ring in the last second; at 1 packets are overwritten.",
                r -> r.media().ringOccupancy());
    }

    private void buffers(BridgeFacts facts) {
        rows.add(
                COUNT,
                "udp_receive_buffer_bytes",
                "udp_receive_buffer_bytes",
                "Receive buffer that the kernel granted to each media socket, in bytes.",
                _ -> facts.receiveBufferBytes());
        rows.add(
                COUNT,
                "udp_send_buffer_bytes",
                "udp_send_buffer_bytes",
                "Send buffer that the kernel granted to each media socket, in bytes.",
                _ -> facts.sendBufferBytes());
    }

    private void sockets() {
        socket("udp_send_calls", "System calls to send datagrams, including failed ones.", IoTotals::sendCalls);
        socket("udp_datagrams_sent", "Datagrams passed to the kernel.", IoTotals::datagramsSent);
        socket(
                "udp_run_fallbacks",
                "GSO batches that the kernel, device or path rejected, sent as single datagrams.",
                IoTotals::fallbacks);
        socket(
                "udp_padding_bytes_sent",
                "Bytes of RTP padding added to make the packets of a GSO batch equally long.",
                IoTotals::paddingBytesSent);
        socket(
                "udp_receive_calls",
                "System calls to receive datagrams, including those without any.",
                IoTotals::receiveCalls);
        socket("udp_datagrams_received", "Datagrams received.", IoTotals::datagramsReceived);
    }

    private void socket(String name, String help, ToDoubleFunction<IoTotals> value) {
        rows.add(
                TOTAL,
                name,
                "total_" + name,
                help,
                r -> value.applyAsDouble(r.media().io()));
    }
}
