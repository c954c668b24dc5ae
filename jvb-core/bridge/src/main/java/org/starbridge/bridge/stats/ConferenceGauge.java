package org.starbridge.bridge.stats;

/**
 * What is counted of the open conferences and their endpoints, and its names among the statistics. A conference is
 * inactive when no endpoint in it sends audio or video.
 */
public enum ConferenceGauge {
    CONFERENCES("conferences", "conferences", "Open conferences."),
    INACTIVE_CONFERENCES("conferences_inactive", "inactive_conferences", "Conferences without a sending endpoint."),
    P2P_CONFERENCES("conferences_p2p", "p2p_conferences", "Inactive conferences with two endpoints."),
    LARGEST_CONFERENCE("largest_conference", "largest_conference", "Endpoints of the largest conference."),
    ENDPOINTS("current_endpoints", "endpoints", "Endpoints, local and relayed."),
    RELAYED_ENDPOINTS("endpoints_relayed", "octo_endpoints", "Endpoints on other bridges."),
    CONFERENCES_WITH_RELAY("conferences_with_relay", "octo_conferences", "Conferences over several bridges."),
    ACTIVE_ENDPOINTS("active_endpoints", "local_active_endpoints", "Endpoints in active conferences."),
    INACTIVE_ENDPOINTS("endpoints_inactive", "inactive_endpoints", "Endpoints in inactive conferences."),
    RECEIVE_ONLY_ENDPOINTS("endpoints_recvonly", "receive_only_endpoints", "Active endpoints that send nothing."),
    ENDPOINTS_SENDING_AUDIO("endpoints_sending_audio", "endpoints_sending_audio", "Endpoints that send audio."),
    ENDPOINTS_SENDING_VIDEO("endpoints_sending_video", "endpoints_sending_video", "Endpoints that send video."),
    VISITORS("current_visitors", "visitors", "Endpoints that only watch."),
    ENDPOINTS_WITH_HIGH_OUTGOING_LOSS(
            "endpoints_with_high_outgoing_loss",
            "endpoints_with_high_outgoing_loss",
            "Active endpoints that report a loss above 10 %."),
    OVERSENDING_ENDPOINTS(
            "endpoints_oversending",
            "num_eps_oversending",
            "Endpoints that get more than they have room for, for the sake of what is on their stage."),
    ENDPOINTS_WITH_SUSPENDED_SOURCES(
            "endpoints_with_suspended_sources",
            "endpoints_with_suspended_sources",
            "Endpoints that do not get some source for want of room."),
    ENDPOINTS_WITH_SPURIOUS_REMB(
            "endpoints_with_spurious_remb",
            "endpoints_with_spurious_remb",
            "Endpoints that send REMB although they negotiated transport-wide feedback."),
    ENDPOINTS_WITH_ESTIMATE(
            "endpoints_with_bandwidth_estimate",
            "endpoints_with_bandwidth_estimate",
            "Endpoints whose bandwidth is estimated."),
    OVERLOADED_ENDPOINTS(
            "endpoints_overloaded", "endpoints_overloaded", "Endpoints whose link carries less than they are sent."),
    ENDPOINTS_WITH_LONG_PACER_QUEUE(
            "endpoints_with_long_pacer_queue",
            "endpoints_with_long_pacer_queue",
            "Endpoints for which packets wait longer than 100 ms in the bridge."),
    TCC_UNMATCHED_FEEDBACK(
            "tcc_unmatched_feedback",
            "tcc_unmatched_feedback",
            "Transport-wide feedback of present endpoints about packets that are not known."),
    BANDWIDTH_ESTIMATE(
            "bandwidth_estimate_bps",
            "bandwidth_estimate_bps",
            "Bandwidth estimates of all endpoints together, in bits per second."),
    PROBES_SENT("bandwidth_probes", "bandwidth_probes", "Bandwidth probes that were sent to present endpoints."),
    PROBE_BYTES_SENT(
            "bandwidth_probe_bytes", "bandwidth_probe_bytes", "Bytes of probes that were sent to present endpoints.");

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
