package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.starbridge.control.relay.RelaySnapshot;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.EndpointStats;

/** Relays as {@code /debug} shows them. */
final class RelayViews {
    private RelayViews() {}

    /** By id. */
    static Map<String, Object> of(List<RelaySnapshot> relays) {
        Map<String, Object> views = new LinkedHashMap<>();
        relays.forEach(relay -> views.put(relay.id(), of(relay)));
        return views;
    }

    private static Map<String, Object> of(RelaySnapshot relay) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("mesh_id", String.valueOf(relay.meshId()));
        view.put("ice_transport", Map.of("state", relay.iceState().name().toLowerCase(Locale.ROOT)));
        view.put("dtls_transport", Map.of("is_connected", relay.dtlsConnected()));
        Map<String, Object> messages = new LinkedHashMap<>();
        messages.put("connected", relay.channelOpen());
        messages.put("received_counts", relay.messages().received());
        messages.put("sent_counts", relay.messages().sent());
        view.put("message_transport", messages);
        view.put("remote_endpoints", relay.endpoints());
        view.put("wanted_there_px", relay.wantedHeightsPx());
        view.put("wanted_here_px", relay.askedHeightsPx());
        EndpointStats stats = relay.stats();
        view.put("packets_received", stats.traffic().packetsReceived());
        view.put("packets_sent", stats.traffic().packetsSent());
        view.put("bytes_received", stats.traffic().bytesReceived());
        view.put("bytes_sent", stats.traffic().bytesSent());
        view.put("packets_lost_inbound", stats.traffic().packetsLostInbound());
        view.put("rtt_ms", stats.rttMs());
        if (stats.bandwidth().isKnown()) {
            view.put("bandwidth_estimate_bps", stats.bandwidth().targetBps());
        }
        view.put(
                "left_out",
                relay.allocation().sources().stream()
                        .filter(source -> source.reason().isDenial())
                        .map(SourceAllocation::name)
                        .toList());
        view.put("feedback", stats.bandwidth().isKnown() ? "transport_wide" : "receiver_reports");
        view.put("loss_limit_bps", stats.limits().lossLimitBps());
        view.put("why", AllocationViews.why(relay.allocation(), stats.bandwidth()));
        return view;
    }
}
