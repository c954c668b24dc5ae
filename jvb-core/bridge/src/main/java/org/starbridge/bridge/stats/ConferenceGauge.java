package org.starbridge.bridge.stats;

/**
 * Counts of the open conferences and their endpoints, and their names among the statistics. A conference is inactive
 * when no endpoint in it sends audio or video.
 */
public enum ConferenceGauge {
    CONFERENCES("conferences", "conferences", "Open conferences."),
    INACTIVE_CONFERENCES("conferences_inactive", "inactive_conferences", "Conferences without a sending endpoint."),
    P2P_CONFERENCES("conferences_p2p", "p2p_conferences", "Inactive conferences with two endpoints."),
    LARGEST_CONFERENCE("largest_conference", "largest_conference", "Number of endpoints in the largest conference."),
    ENDPOINTS("current_endpoints", "endpoints", "Endpoints, local and relayed."),
    RELAYED_ENDPOINTS("endpoints_relayed", "octo_endpoints", "Endpoints on other bridges."),
    CONFERENCES_WITH_RELAY("conferences_with_relay", "octo_conferences", "Conferences spread over several bridges."),
    ACTIVE_ENDPOINTS("active_endpoints", "local_active_endpoints", "Endpoints in active conferences."),
    INACTIVE_ENDPOINTS("endpoints_inactive", "inactive_endpoints", "Endpoints in inactive conferences."),
    RECEIVE_ONLY_ENDPOINTS("endpoints_recvonly", "receive_only_endpoints", "Active endpoints that send nothing."),
    ARRIVING_ENDPOINTS("endpoints_arriving", "endpoints_arriving", "Local endpoints that have sent nothing yet."),
    ENDPOINTS_SENDING_AUDIO("endpoints_sending_audio", "endpoints_sending_audio", "Endpoints that send audio."),
    ENDPOINTS_SENDING_VIDEO("endpoints_sending_video", "endpoints_sending_video", "Endpoints that send video."),
    VISITORS("current_visitors", "visitors", "Endpoints that only receive."),
    ENDPOINTS_WITH_HIGH_OUTGOING_LOSS(
            "endpoints_with_high_outgoing_loss",
            "endpoints_with_high_outgoing_loss",
            "Active endpoints that report more than 10 % packet loss."),
    OVERSENDING_ENDPOINTS(
            "endpoints_oversending",
            "num_eps_oversending",
            "Endpoints sent more than their bandwidth, to show the on-stage source."),
    ENDPOINTS_WITH_SUSPENDED_SOURCES(
            "endpoints_with_suspended_sources",
            "endpoints_with_suspended_sources",
            "Endpoints that miss a source because of insufficient bandwidth."),
    ENDPOINTS_WITH_SPURIOUS_REMB(
            "endpoints_with_spurious_remb",
            "endpoints_with_spurious_remb",
            "Endpoints that send REMB although they negotiated transport-wide feedback."),
    ENDPOINTS_WITH_ESTIMATE(
            "endpoints_with_bandwidth_estimate",
            "endpoints_with_bandwidth_estimate",
            "Endpoints whose bandwidth is estimated."),
    OVERLOADED_ENDPOINTS(
            "endpoints_overloaded",
            "endpoints_overloaded",
            "Endpoints whose link is overused: it carries less than is sent."),
    ENDPOINTS_WITH_LONG_PACER_QUEUE(
            "endpoints_with_long_pacer_queue",
            "endpoints_with_long_pacer_queue",
            "Endpoints whose pacing queue is longer than 100 ms."),
    TCC_UNMATCHED_FEEDBACK(
            "tcc_unmatched_feedback",
            "tcc_unmatched_feedback",
            "Transport-wide feedback of present endpoints about unknown packets."),
    BANDWIDTH_ESTIMATE(
            "bandwidth_estimate_bps",
            "bandwidth_estimate_bps",
            "Sum of the bandwidth estimates of all endpoints, in bits per second."),
    PROBES_SENT("bandwidth_probes", "bandwidth_probes", "Bandwidth probes sent to present endpoints."),
    PROBE_BYTES_SENT(
            "bandwidth_probe_bytes", "bandwidth_probe_bytes", "Bytes of bandwidth probes sent to present endpoints.");

    private final String metric;
    private final String jsonKey;
    private final String help;

    ConferenceGauge(String metric, String jsonKey, String help) {
        this.metric = metric;
        this.jsonKey = jsonKey;
        this.help = help;
    }

    String metric() {
        return metric;
    }

    String jsonKey() {
        return jsonKey;
    }

    String help() {
        return help;
    }
}
