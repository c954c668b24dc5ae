package org.starbridge.bridge.rest;

import com.fasterxml.jackson.databind.node.NullNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.observation.ConferenceObserver;
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

    /** Returns who speaks, and who spoke; last-N goes by the same order. */
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
        conference.endpoints().forEach(endpoint -> endpoints.put(endpoint.id(), EndpointViews.statsId(endpoint)));
        return conference(conference, endpoints);
    }

    /** Endpoints with all there is to know. */
    static Map<String, Object> full(ConferenceSnapshot conference, ConferenceObserver observer) {
        return withEndpoints(conference, observer, EndpointViews::full);
    }

    /** Endpoints without their sources: its size grows with the number of endpoints, not with its square. */
    static Map<String, Object> brief(ConferenceSnapshot conference, ConferenceObserver observer) {
        return withEndpoints(conference, observer, EndpointViews::brief);
    }

    private static Map<String, Object> withEndpoints(
            ConferenceSnapshot conference,
            ConferenceObserver observer,
            Function<EndpointSnapshot, Map<String, Object>> view) {
        Map<String, Object> endpoints = new LinkedHashMap<>();
        for (EndpointSnapshot endpoint : conference.endpoints()) {
            endpoints.put(endpoint.id(), withImpairment(view.apply(endpoint), conference, endpoint.id(), observer));
        }
        return conference(conference, endpoints);
    }

    private static Map<String, Object> withImpairment(
            Map<String, Object> view, ConferenceSnapshot conference, String endpointId, ConferenceObserver observer) {
        view.put("speaks", endpointId.equals(conference.dominantSpeaker()));
        view.put("impairment", ImpairmentViews.of(observer.impairment(conference.id(), endpointId)));
        return view;
    }

    /** With one endpoint only; the text "null" stands for one that is not there. */
    static Map<String, Object> full(
            ConferenceSnapshot conference,
            String endpointId,
            Optional<EndpointDetails> details,
            ConferenceObserver observer) {
        Map<String, Object> view = new LinkedHashMap<>();
        conference.endpoints().stream()
                .filter(endpoint -> endpoint.id().equals(endpointId))
                .forEach(endpoint ->
                        view.putAll(withImpairment(EndpointViews.full(endpoint), conference, endpointId, observer)));
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
        String speaker = conference.dominantSpeaker();
        view.put("dominant_speaker", speaker == null ? "" : speaker);
        view.put("speech_activity", speakers(conference));
        view.put("endpoints", endpoints);
        view.put("relays", RelayViews.of(conference.relays()));
        view.put("exporter", ExportViews.of(conference.exports()));
        view.put("audio_subscriptions", ExportViews.knownSources(conference.audioSources()));
        view.put("totals", totals(conference));
        return view;
    }

    /** Sums over its endpoints. */
    private static Map<String, Object> totals(ConferenceSnapshot conference) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("packets_received", sum(conference, stats -> stats.traffic().packetsReceived()));
        view.put("bytes_received", sum(conference, stats -> stats.traffic().bytesReceived()));
        view.put("packets_sent", sum(conference, stats -> stats.traffic().packetsSent()));
        view.put("bytes_sent", sum(conference, stats -> stats.traffic().bytesSent()));
        view.put("cpu_ns", sum(conference, EndpointStats::cpuNs));
        view.put(
                "packets_lost_inbound", sum(conference, stats -> stats.traffic().packetsLostInbound()));
        return view;
    }

    private static long sum(ConferenceSnapshot conference, ToLongFunction<EndpointStats> figure) {
        return conference.endpoints().stream()
                .mapToLong(endpoint -> figure.applyAsLong(endpoint.stats()))
                .sum();
    }
}
