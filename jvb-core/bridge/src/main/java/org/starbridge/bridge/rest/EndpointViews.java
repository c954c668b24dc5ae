package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.media.api.EndpointStats;

/** Endpoints as JSON-like maps, in the words of the debug interface; no passwords and no addresses in them. */
final class EndpointViews {
    private EndpointViews() {}

    /** With everything that each source's allocation says. */
    static Map<String, Object> full(EndpointSnapshot endpoint) {
        Map<String, Object> view = state(endpoint);
        view.put(
                "bitrate_controller",
                AllocationViews.bitrateController(
                        endpoint.allocation(), endpoint.allocatedBy(), endpoint.constraints()));
        return view;
    }

    /** With the sums of the allocation only. */
    static Map<String, Object> brief(EndpointSnapshot endpoint) {
        Map<String, Object> view = state(endpoint);
        view.put("bitrate_controller", AllocationViews.brief(endpoint.allocation()));
        return view;
    }

    /** The name in statistics; empty without one. */
    static String statsId(EndpointSnapshot endpoint) {
        return endpoint.statsId() == null ? "" : endpoint.statsId();
    }

    private static Map<String, Object> state(EndpointSnapshot endpoint) {
        EndpointStats stats = endpoint.stats();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("stats_id", statsId(endpoint));
        view.put("visitor", endpoint.visitor());
        view.put("diarize", endpoint.diarize());
        view.put("ice_transport", Map.of("state", lower(endpoint.iceState())));
        view.put("dtls_transport", Map.of("is_connected", endpoint.dtlsConnected()));
        Map<String, Object> messages = new LinkedHashMap<>();
        messages.put("connected", endpoint.channelOpen());
        messages.put("received_counts", endpoint.messages().received());
        messages.put("sent_counts", endpoint.messages().sent());
        messages.put("numOutgoingMessagesDropped", endpoint.messages().unsent());
        view.put("message_transport", messages);
        view.put("active", endpoint.active());
        view.put("media_sources", endpoint.sources());
        view.put(
                "force_muted",
                endpoint.mutedKinds().stream()
                        .map(EndpointViews::lower)
                        .sorted()
                        .toList());
        view.put("forwarded_sources", endpoint.forwardedVideo());
        view.put("bandwidth_estimate", EstimateViews.of(stats.bandwidth()));
        view.put("bandwidth_probing", EstimateViews.probing(stats.bandwidth(), endpoint.allocation()));
        Map<String, Object> traffic = new LinkedHashMap<>();
        traffic.put("packets_received", stats.traffic().packetsReceived());
        traffic.put("bytes_received", stats.traffic().bytesReceived());
        traffic.put("packets_sent", stats.traffic().packetsSent());
        traffic.put("bytes_sent", stats.traffic().bytesSent());
        traffic.put("packets_lost_inbound", stats.traffic().packetsLostInbound());
        traffic.put("outbound_loss_fraction", stats.outboundLossFraction());
        traffic.put("rtt_ms", stats.rttMs());
        traffic.put("jitter_ms", stats.jitterMs());
        traffic.put("downlink_bps", stats.limits().downlinkBps());
        traffic.put("remb_bps", stats.limits().rembBps());
        traffic.put("loss_limit_bps", stats.limits().lossLimitBps());
        traffic.put("quality", endpoint.connection().quality());
        traffic.put("starved", endpoint.connection().starved());
        view.put("endpoint_connection_stats", traffic);
        view.put("cpu_ns", stats.cpuNs());
        return view;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
