package org.starbridge.bridge.stats;

import static org.starbridge.bridge.stats.Figure.Kind.COUNT;
import static org.starbridge.bridge.stats.Figure.Kind.LEVEL;
import static org.starbridge.bridge.stats.Figure.Kind.TOTAL;

/** Rows about conferences, endpoints, and what was said about them. */
final class ControlFigures {
    private final FigureList rows;

    private ControlFigures(FigureList rows) {
        this.rows = rows;
    }

    static void addTo(FigureList rows) {
        ControlFigures figures = new ControlFigures(rows);
        figures.conferences();
        figures.endpoints();
        figures.signalling();
        figures.state();
    }

    private void conferences() {
        rows.add(
                COUNT,
                "conferences",
                "conferences",
                "Open conferences.",
                r -> r.conferences().now().conferences());
        rows.add(
                COUNT,
                "conferences_inactive",
                "inactive_conferences",
                "Conferences where nobody sends.",
                r -> r.conferences().now().inactiveConferences());
        rows.add(
                COUNT,
                "conferences_p2p",
                "p2p_conferences",
                "Inactive conferences with two endpoints.",
                r -> r.conferences().now().p2pConferences());
        rows.add(
                COUNT,
                "largest_conference",
                "largest_conference",
                "Endpoints of the largest conference.",
                r -> r.conferences().now().largestConference());
        rows.add(
                TOTAL,
                "conferences_created",
                "total_conferences_created",
                "Conferences created.",
                r -> r.conferences().totals().conferencesCreated());
        rows.add(
                TOTAL,
                "conferences_completed",
                "total_conferences_completed",
                "Conferences ended.",
                r -> r.conferences().totals().conferencesCompleted());
        rows.add(
                TOTAL,
                "conference_seconds",
                "total_conference_seconds",
                "Seconds that ended conferences lasted.",
                r -> r.conferences().totals().conferenceSeconds());
        rows.add(
                TOTAL,
                "conferences_failed",
                "total_conferences_failed",
                "Conferences that were closed because a bug was met in them.",
                r -> r.conferences().totals().conferencesFailed());
        rows.add(
                TOTAL,
                "media_faults",
                "total_media_faults",
                "Bugs met on media workers.",
                r -> r.conferences().totals().mediaFaults());
        rows.add(
                TOTAL,
                "worker_stalls",
                "total_worker_stalls",
                "Times that a media worker was found not to turn.",
                r -> r.conferences().totals().workerStalls());
    }

    private void endpoints() {
        rows.add(
                COUNT,
                "current_endpoints",
                "endpoints",
                "Endpoints, local and relayed.",
                r -> r.conferences().now().endpoints());
        rows.add(
                COUNT,
                "local_endpoints",
                "local_endpoints",
                "Endpoints connected to this bridge.",
                r -> r.conferences().now().endpoints());
        rows.add(
                COUNT,
                "",
                "participants",
                "Older name of endpoints.",
                r -> r.conferences().now().endpoints());
        rows.add(COUNT, "", "octo_endpoints", "Endpoints on other bridges: none without relays.", _ -> 0);
        rows.add(
                COUNT,
                "active_endpoints",
                "local_active_endpoints",
                "Endpoints in active conferences.",
                r -> r.conferences().now().activeEndpoints());
        rows.add(
                COUNT,
                "endpoints_inactive",
                "inactive_endpoints",
                "Endpoints in inactive conferences.",
                r -> r.conferences().now().inactiveEndpoints());
        rows.add(
                COUNT,
                "endpoints_recvonly",
                "receive_only_endpoints",
                "Active endpoints that send nothing.",
                r -> r.conferences().now().receiveOnlyEndpoints());
        rows.add(
                COUNT,
                "endpoints_sending_audio",
                "endpoints_sending_audio",
                "Endpoints that send audio.",
                r -> r.conferences().now().endpointsSendingAudio());
        rows.add(
                COUNT,
                "endpoints_sending_video",
                "endpoints_sending_video",
                "Endpoints that send video.",
                r -> r.conferences().now().endpointsSendingVideo());
        rows.add(
                COUNT,
                "current_visitors",
                "visitors",
                "Endpoints that only watch.",
                r -> r.conferences().now().visitors());
        rows.add(
                COUNT,
                "endpoints_with_high_outgoing_loss",
                "endpoints_with_high_outgoing_loss",
                "Active endpoints that report a loss above 10 %.",
                r -> r.conferences().now().endpointsWithHighOutgoingLoss());
        rows.add(
                COUNT,
                "endpoints_oversending",
                "num_eps_oversending",
                "Endpoints that get more than they have room for, for the sake of what is on their stage.",
                r -> r.conferences().now().oversendingEndpoints());
        rows.add(
                COUNT,
                "endpoints_with_suspended_sources",
                "endpoints_with_suspended_sources",
                "Endpoints that do not get some source for want of room.",
                r -> r.conferences().now().endpointsWithSuspendedSources());
        rows.add(
                COUNT,
                "endpoints_with_spurious_remb",
                "endpoints_with_spurious_remb",
                "Endpoints that send REMB although they negotiated transport-wide feedback.",
                r -> r.conferences().now().endpointsWithSpuriousRemb());
        rows.add(
                TOTAL,
                "endpoints",
                "total_participants",
                "Endpoints created.",
                r -> r.conferences().totals().endpointsCreated());
        rows.add(
                TOTAL,
                "visitors",
                "total_visitors",
                "Visitors created.",
                r -> r.conferences().totals().visitorsCreated());
    }

    private void signalling() {
        rows.add(
                TOTAL,
                "ice_succeeded",
                "total_ice_succeeded",
                "Endpoints whose ICE connected.",
                r -> r.conferences().totals().iceSucceeded());
        rows.add(
                TOTAL,
                "ice_failed",
                "total_ice_failed",
                "ICE sessions that failed.",
                r -> r.conferences().totals().iceFailed());
        rows.add(
                TOTAL,
                "endpoints_ice_failed",
                "endpoints_ice_failed",
                "Endpoints whose ICE failed.",
                r -> r.conferences().totals().iceFailed());
        rows.add(
                TOTAL,
                "endpoints_dtls_failed",
                "dtls_failed_endpoints",
                "Endpoints whose DTLS failed.",
                r -> r.conferences().totals().dtlsFailed());
        rows.add(
                TOTAL,
                "endpoints_given_up_for_memory",
                "total_endpoints_given_up_for_memory",
                "Endpoints that ended because native memory was used up.",
                r -> r.conferences().totals().givenUpForMemory());
        rows.add(
                TOTAL,
                "endpoints_closed_by_peer",
                "total_endpoints_closed_by_peer",
                "Connected endpoints whose DTLS session the peer ended.",
                r -> r.conferences().totals().closedByPeer());
        rows.add(
                TOTAL,
                "dtls_handshakes_refused",
                "total_dtls_handshakes_refused",
                "Times that a DTLS handshake was put off because too many others were under way.",
                r -> r.conferences().totals().handshakesRefused());
        rows.add(
                TOTAL,
                "colibri_web_socket_messages_received",
                "total_colibri_web_socket_messages_received",
                "Bridge channel messages received over WebSocket.",
                r -> r.conferences().totals().webSocketMessagesReceived());
        rows.add(
                TOTAL,
                "colibri_web_socket_messages_sent",
                "total_colibri_web_socket_messages_sent",
                "Bridge channel messages sent over WebSocket.",
                r -> r.conferences().totals().webSocketMessagesSent());
        rows.add(
                TOTAL,
                "data_channel_messages_received",
                "total_data_channel_messages_received",
                "Bridge channel messages received over data channels.",
                r -> r.conferences().totals().dataChannelMessagesReceived());
        rows.add(
                TOTAL,
                "data_channel_messages_sent",
                "total_data_channel_messages_sent",
                "Bridge channel messages sent over data channels.",
                r -> r.conferences().totals().dataChannelMessagesSent());
        rows.add(
                TOTAL,
                "colibri_web_socket_close_normal",
                "",
                "Bridge channels over WebSocket that closed as usual.",
                r -> r.conferences().totals().webSocketsClosedNormally());
        rows.add(
                TOTAL,
                "colibri_web_socket_close_abnormal",
                "",
                "Bridge channels over WebSocket that closed otherwise.",
                r -> r.conferences().totals().webSocketsClosedAbnormally());
    }

    private void state() {
        rows.add(
                LEVEL,
                "stress",
                "stress_level",
                "Load divided by its threshold.",
                r -> r.rates().stress());
        rows.flag("healthy", "healthy", "Whether the last health check succeeded.", BridgeState::healthy);
        rows.flag("drain_mode", "drain", "Whether new participants should go elsewhere.", BridgeState::drain);
        rows.flag(
                "graceful_shutdown",
                "graceful_shutdown",
                "Whether new conferences are refused.",
                BridgeState::gracefulShutdown);
        rows.flag("shutting_down", "shutting_down", "Whether the bridge is about to end.", BridgeState::shuttingDown);
    }
}
