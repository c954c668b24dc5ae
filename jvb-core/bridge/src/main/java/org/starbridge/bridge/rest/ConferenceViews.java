package org.starbridge.bridge.rest;

import com.fasterxml.jackson.databind.node.NullNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.starbridge.bridge.http.Json;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.media.api.EndpointStats;

/** Conferences as JSON-like maps, in the words of the debug interface; no passwords and no addresses in them. */
final class ConferenceViews {
    private ConferenceViews() {}

    /** {@code {"conferences":[...]}}, each as in {@link #one}. */
    static Map<String, Object> list(List<ConferenceSnapshot> conferences) {
        return Map.of(
                "conferences", conferences.stream().map(ConferenceViews::one).toList());
    }

    /** The shape of conference-modified, plus the meeting id and the debug summary. */
    static Map<String, Object> one(ConferenceSnapshot conference) {
        ConferenceModified modified = new ConferenceModified(
                conference.endpoints().stream()
                        .map(endpoint -> new EndpointModified(endpoint.id(), false, null))
                        .toList(),
                List.of(),
                conference.feedbackSources());
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("meeting-id", conference.meetingId());
        Json.tree(Colibri2Json.write(modified))
                .properties()
                .forEach(field -> view.put(field.getKey(), field.getValue()));
        view.put("debug", summary(conference));
        return view;
    }

    /** Who speaks, and who spoke; last-N goes by the same order. */
    static Map<String, Object> speakers(ConferenceSnapshot conference) {
        String dominant = conference.dominantSpeaker();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("dominantEndpoint", dominant == null ? "null" : dominant);
        view.put("dominantSpeakerIdentification", NullNode.getInstance()); // another algorithm's inner state
        view.put("endpointsBySpeechActivity", conference.bySpeechActivity());
        view.put("endpointsInLastNOrder", conference.bySpeechActivity());
        return view;
    }

    /** Endpoints as their stats ids. */
    static Map<String, Object> summary(ConferenceSnapshot conference) {
        Map<String, Object> endpoints = new LinkedHashMap<>();
        conference.endpoints().forEach(endpoint -> endpoints.put(endpoint.id(), statsId(endpoint)));
        return conference(conference, endpoints);
    }

    /** Endpoints with all there is to know. */
    static Map<String, Object> full(ConferenceSnapshot conference) {
        Map<String, Object> endpoints = new LinkedHashMap<>();
        conference.endpoints().forEach(endpoint -> endpoints.put(endpoint.id(), endpoint(endpoint)));
        return conference(conference, endpoints);
    }

    /** With one endpoint only; the text "null" stands for one that is not there. */
    static Map<String, Object> full(
            ConferenceSnapshot conference, String endpointId, Optional<EndpointDetails> details) {
        Map<String, Object> view = new LinkedHashMap<>();
        conference.endpoints().stream()
                .filter(endpoint -> endpoint.id().equals(endpointId))
                .forEach(endpoint -> view.putAll(endpoint(endpoint)));
        details.ifPresent(found -> view.put("transceiver", StreamViews.of(found)));
        return conference(conference, Map.of(endpointId, view.isEmpty() ? "null" : view));
    }

    private static Map<String, Object> conference(ConferenceSnapshot conference, Map<String, Object> endpoints) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("id", conference.id());
        if (conference.name() != null) {
            view.put("name", conference.name());
        }
        view.put("meeting_id", conference.meetingId());
        view.put("rtcstatsEnabled", conference.rtcstatsEnabled());
        view.put("endpoints", endpoints);
        view.put("relays", RelayViews.of(conference.relays()));
        return view;
    }

    private static Map<String, Object> endpoint(EndpointSnapshot endpoint) {
        EndpointStats stats = endpoint.stats();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("stats_id", statsId(endpoint));
        view.put("visitor", endpoint.visitor());
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
                        .map(ConferenceViews::lower)
                        .sorted()
                        .toList());
        view.put("forwarded_sources", endpoint.forwardedVideo());
        view.put(
                "bitrate_controller",
                AllocationViews.bitrateController(
                        endpoint.allocation(), endpoint.allocatedBy(), endpoint.constraints()));
        view.put("bandwidth_estimate", EstimateViews.of(stats.bandwidth()));
        view.put("bandwidth_probing", EstimateViews.probing(stats.bandwidth(), endpoint.allocation()));
        Map<String, Object> traffic = new LinkedHashMap<>();
        traffic.put("packets_received", stats.packetsReceived());
        traffic.put("bytes_received", stats.bytesReceived());
        traffic.put("packets_sent", stats.packetsSent());
        traffic.put("bytes_sent", stats.bytesSent());
        traffic.put("packets_lost_inbound", stats.packetsLostInbound());
        traffic.put("outbound_loss_fraction", stats.outboundLossFraction());
        traffic.put("rtt_ms", stats.rttMs());
        traffic.put("jitter_ms", stats.jitterMs());
        traffic.put("downlink_bps", stats.downlinkBps());
        traffic.put("remb_bps", stats.rembBps());
        traffic.put("loss_limit_bps", stats.lossLimitBps());
        traffic.put("quality", endpoint.connection().quality());
        traffic.put("starved", endpoint.connection().starved());
        view.put("endpoint_connection_stats", traffic);
        return view;
    }

    private static String statsId(EndpointSnapshot endpoint) {
        return endpoint.statsId() == null ? "" : endpoint.statsId();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
