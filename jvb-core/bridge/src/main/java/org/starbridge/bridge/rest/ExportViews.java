package org.starbridge.bridge.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.export.ExportReport;
import org.starbridge.control.export.ExportSpec;

/** The media exports of a conference for debugging. Neither headers nor queries of URLs are shown. */
final class ExportViews {
    private ExportViews() {}

    static Map<String, Object> of(List<ExportReport> exports) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("started", !exports.isEmpty());
        view.put("exporters", exports.stream().map(ExportViews::one).toList());
        return view;
    }

    static Map<String, Object> knownSources(List<ConferenceSnapshot.AudioSource> sources) {
        List<Map<String, Object>> known = new ArrayList<>();
        for (ConferenceSnapshot.AudioSource source : sources) {
            Map<String, Object> view = new LinkedHashMap<>();
            view.put("ssrc", Integer.toUnsignedLong(source.ssrc()));
            view.put("name", source.source());
            view.put("owner", source.owner());
            view.put("synthetic", source.isSynthetic());
            known.add(view);
        }
        return Map.of("known_sources", known);
    }

    private static Map<String, Object> one(ExportReport report) {
        ExportSpec spec = report.spec();
        ExportReport.Counts counts = report.counts();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("tag", spec.id());
        view.put("url", spec.place());
        view.put("type", spec.type());
        view.put("exports", spec.exports());
        view.put("requests", spec.requests());
        view.put("is_connected", report.isConnected());
        view.put("has_given_up", report.hasGivenUp());
        view.put("reconnect_attempts", report.reconnectAttempts());
        view.put("packets_sent", counts.packetsSent());
        view.put("packets_dropped", counts.packetsDropped());
        view.put("websocket_failures", counts.failures());
        view.put("websocket_internal_errors", counts.internalErrors());
        view.put("starts", 1);
        view.put("transcripts_received", counts.transcripts());
        view.put("media_events_received", counts.mediaEvents());
        view.put("sending_changes_received", counts.sendingChanges());
        view.put("other_messages_received", counts.others());
        view.put("parse_failures", counts.parseFailures());
        view.put("info_received", counts.infos());
        view.put("queue_size", report.queueSize());
        ExportSpec.Ping ping = spec.ping();
        view.put("ping_enabled", ping != null);
        if (ping != null) {
            view.put("ping_interval_ms", ping.intervalMs());
            view.put("ping_timeout_ms", ping.timeoutMs());
            view.put("last_pong_received_ms", report.lastPongMsAgo());
        }
        return view;
    }
}
