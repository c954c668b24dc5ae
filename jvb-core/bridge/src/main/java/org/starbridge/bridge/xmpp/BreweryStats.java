package org.starbridge.bridge.xmpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/** The statistics as they stand in presence: {@code <stats><stat name='stress_level' value='0.12'/>...</stats>}. */
public final class BreweryStats {
    /** Older focuses refuse bridges without it. */
    private static final String COLIBRI2 = "colibri2";

    /**
     * Statistics that Jitsi Videobridge shows in presence: what focuses read, and what tools that watch a room know.
     * The bridge has as much again for its operator, which each occupant of the room would get every few seconds.
     */
    private static final Set<String> KNOWN = Set.of(
            "average_participant_stress",
            "bit_rate_download",
            "bit_rate_upload",
            COLIBRI2,
            "conferences",
            "current_timestamp",
            "drain",
            "dtls_failed_endpoints",
            "dtls_failed_relays",
            "endpoints",
            "endpoints_disconnected",
            "endpoints_ice_failed",
            "endpoints_reconnected",
            "endpoints_sending_audio",
            "endpoints_sending_video",
            "endpoints_with_high_outgoing_loss",
            "endpoints_with_spurious_remb",
            "endpoints_with_suspended_sources",
            "graceful_shutdown",
            "healthy",
            "inactive_conferences",
            "inactive_endpoints",
            "incoming_loss",
            "largest_conference",
            "local_active_endpoints",
            "local_endpoints",
            "muc_clients_configured",
            "muc_clients_connected",
            "mucs_configured",
            "mucs_joined",
            "num_eps_no_msg_transport_after_delay",
            "num_eps_oversending",
            "num_relays_no_msg_transport_after_delay",
            "octo_conferences",
            "octo_endpoints",
            "octo_receive_bitrate",
            "octo_receive_packet_rate",
            "octo_send_bitrate",
            "octo_send_packet_rate",
            "outgoing_loss",
            "overall_loss",
            "p2p_conferences",
            "packet_rate_download",
            "packet_rate_upload",
            "participants",
            "preemptive_kfr_sent",
            "preemptive_kfr_suppressed",
            "receive_only_endpoints",
            "region",
            "relay_id",
            "relays_ice_failed",
            "release",
            "rtt_aggregate",
            "shutting_down",
            "stress_level",
            "tcc_unmatched_feedback",
            "threads",
            "total_bytes_received",
            "total_bytes_received_octo",
            "total_bytes_sent",
            "total_bytes_sent_octo",
            "total_colibri_web_socket_messages_received",
            "total_colibri_web_socket_messages_sent",
            "total_conference_seconds",
            "total_conferences_completed",
            "total_conferences_created",
            "total_data_channel_messages_received",
            "total_data_channel_messages_sent",
            "total_dominant_speaker_changes",
            "total_ice_failed",
            "total_ice_succeeded",
            "total_ice_succeeded_relayed",
            "total_keyframes_received",
            "total_layering_changes_received",
            "total_packets_received",
            "total_packets_received_octo",
            "total_packets_sent",
            "total_packets_sent_octo",
            "total_participants",
            "total_relays",
            "total_video_stream_milliseconds_received",
            "total_visitors",
            "version",
            "visitors");

    private BreweryStats() {}

    /**
     * The element that shows them.
     *
     * @param stats the flat object of {@code /colibri/stats}
     * @param whitelist the only keys to show; empty for those that Jitsi Videobridge shows
     */
    public static XmlElement of(Map<String, Object> stats, Optional<Set<String>> whitelist) {
        Map<String, Object> all = new LinkedHashMap<>(stats);
        all.put(COLIBRI2, true);
        Set<String> names = whitelist.orElse(KNOWN);
        List<XmlElement> children = new ArrayList<>();
        all.forEach((name, value) -> {
            if (names.contains(name)) {
                Map<String, String> attributes = new LinkedHashMap<>();
                attributes.put("name", name);
                attributes.put("value", value.toString());
                children.add(XmlElement.of(Colibri2Xml.STATS_NAMESPACE, "stat", attributes));
            }
        });
        return new XmlElement(Colibri2Xml.STATS_NAMESPACE, "stats", Map.of(), "", children);
    }
}
