package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.media.api.BandwidthEstimate;

/** Bandwidth estimates as JSON-like maps. */
final class EstimateViews {
    private EstimateViews() {}

    /** All figures; -1 stands for one that is not known. */
    static Map<String, Object> of(BandwidthEstimate estimate) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("target_bps", estimate.targetBps());
        view.put("reason", lower(estimate.reason()));
        view.put("feedback", estimate.isKnown() ? "transport_wide" : "receiver_reports");
        view.put("overloaded", estimate.overloaded());
        view.put("delay_bps", estimate.delayBps());
        view.put("loss_bps", estimate.lossBps());
        view.put("acknowledged_bps", estimate.acknowledgedBps());
        view.put("audio_bps", estimate.audioBps());
        view.put("loss_fraction", estimate.lossRatio());
        view.put("rtt_ms", estimate.rttMs());
        view.put("overusing", estimate.overusing());
        view.put("application_limited", estimate.applicationLimited());
        view.put("pacing_bps", estimate.pacingBps());
        view.put("pacer_queue_ms", estimate.pacerQueueMs());
        view.put("padding_bps", estimate.paddingBps());
        view.put("probes_sent", estimate.probesSent());
        view.put("probe_bytes", estimate.probeBytes());
        view.put("tcc_unmatched_feedback", estimate.unmatchedFeedback());
        return view;
    }

    /** Under the names that tools know. */
    static Map<String, Object> probing(BandwidthEstimate estimate, Allocation allocation) {
        long missingBps = Math.max(0, allocation.idealBps() - allocation.targetBps());
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("enabled", estimate.isKnown() && missingBps > 0);
        view.put("latest_bwe", estimate.targetBps());
        view.put("last_total_needed_bps", allocation.idealBps());
        view.put("last_max_padding_bps", missingBps);
        view.put("last_padding_bps", estimate.paddingBps());
        return view;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
