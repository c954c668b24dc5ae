package org.starbridge.jvb.stats;

import static org.starbridge.jvb.stats.Figure.Kind.COUNT;
import static org.starbridge.jvb.stats.Figure.Kind.FLAG;
import static org.starbridge.jvb.stats.Figure.Kind.LEVEL;
import static org.starbridge.jvb.stats.Figure.Kind.TOTAL;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.starbridge.jvb.media.MediaStats;
import org.starbridge.transport.udp.IoTotals;

/**
 * The one list of figures. A row is metric, JSON key, help, value; an empty name leaves it out on that side. What
 * deployments know and we can not tell truthfully yet is missing here and listed in {@code docs/not-implemented.md}.
 *
 * <p>Traffic totals are live; the reference adds an endpoint's share only when it leaves.
 */
final class Figures {
    private final List<Figure> rows = new ArrayList<>();

    private Figures() {}

    /** All rows, in the order in which they are shown. */
    static List<Figure> all(BridgeFacts facts, boolean withJvm, double averageParticipantStress) {
        Figures figures = new Figures();
        figures.traffic();
        figures.buffers(facts);
        figures.sockets();
        if (facts.knowsKernelDrops()) {
            figures.kernelDrops();
        }
        figures.conferences();
        figures.endpoints();
        figures.signalling();
        figures.state();
        figures.add(
                LEVEL,
                "",
                "average_participant_stress",
                "Stress that one participant is expected to add.",
                _ -> averageParticipantStress);
        if (withJvm) {
            figures.jvm();
        }
        return List.copyOf(figures.rows);
    }

    private void traffic() {
        add(
                LEVEL,
                "incoming_loss_fraction",
                "incoming_loss",
                "Loss from endpoints to the bridge, 0 to 1.",
                r -> r.rates().incomingLossFraction());
        add(
                LEVEL,
                "outgoing_loss_fraction",
                "outgoing_loss",
                "Loss that endpoints report, 0 to 1.",
                r -> r.rates().outgoingLossFraction());
        add(
                LEVEL,
                "loss_fraction",
                "overall_loss",
                "Loss in both directions, 0 to 1.",
                r -> r.rates().lossFraction());
        add(
                COUNT,
                "incoming_bitrate",
                "",
                "Bits per second from endpoints.",
                r -> r.rates().incomingBitrateBps());
        add(
                COUNT,
                "outgoing_bitrate",
                "",
                "Bits per second to endpoints.",
                r -> r.rates().outgoingBitrateBps());
        add(
                COUNT,
                "",
                "bit_rate_download",
                "Kilobits per second from endpoints.",
                r -> r.rates().incomingBitrateBps() / 1000.0);
        add(
                COUNT,
                "",
                "bit_rate_upload",
                "Kilobits per second to endpoints.",
                r -> r.rates().outgoingBitrateBps() / 1000.0);
        add(
                COUNT,
                "incoming_packet_rate",
                "packet_rate_download",
                "Packets per second from endpoints.",
                r -> r.rates().incomingPacketsPerSecond());
        add(
                COUNT,
                "outgoing_packet_rate",
                "packet_rate_upload",
                "Packets per second to endpoints.",
                r -> r.rates().outgoingPacketsPerSecond());
        add(
                LEVEL,
                "average_rtt",
                "rtt_aggregate",
                "Mean round trip time to endpoints, in milliseconds.",
                r -> r.conferences().now().rttMs());
        add(
                TOTAL,
                "bytes_received",
                "total_bytes_received",
                "Bytes received from endpoints.",
                r -> r.media().bytesReceived());
        add(
                TOTAL,
                "bytes_sent",
                "total_bytes_sent",
                "Bytes sent to endpoints.",
                r -> r.media().bytesSent());
        add(
                TOTAL,
                "packets_received",
                "total_packets_received",
                "Packets received from endpoints.",
                r -> r.media().packetsReceived());
        add(
                TOTAL,
                "packets_sent",
                "total_packets_sent",
                "Packets sent to endpoints.",
                r -> r.media().packetsSent());
        add(
                TOTAL,
                "keyframes_received",
                "total_keyframes_received",
                "Key frames that began to arrive.",
                r -> r.media().keyFramesReceived());
        add(
                TOTAL,
                "keyframe_requests_sent",
                "total_keyframe_requests_sent",
                "PLI and FIR sent to sources.",
                r -> r.media().keyFrameRequestsSent());
        lossRecovery();
        add(
                TOTAL,
                "command_queue_rejections",
                "total_command_queue_rejections",
                "Commands refused because a media worker's queue was full.",
                r -> r.media().commandQueueRejections());
        add(
                LEVEL,
                "media_ring_occupancy",
                "media_ring_occupancy",
                "How full the fullest packet ring was within the last second, 0 to 1 (packets are overwritten).",
                r -> r.media().ringOccupancy());
    }

    private void buffers(BridgeFacts facts) {
        add(
                COUNT,
                "udp_receive_buffer_bytes",
                "udp_receive_buffer_bytes",
                "Receive buffer that the kernel granted to each media socket.",
                _ -> facts.receiveBufferBytes());
        add(
                COUNT,
                "udp_send_buffer_bytes",
                "udp_send_buffer_bytes",
                "Send buffer that the kernel granted to each media socket.",
                _ -> facts.sendBufferBytes());
    }

    private void sockets() {
        socket("udp_send_calls", "System calls that sent datagrams, or tried to.", IoTotals::sendCalls);
        socket("udp_datagrams_sent", "Datagrams that the kernel took.", IoTotals::datagramsSent);
        socket(
                "udp_run_fallbacks",
                "Runs of datagrams that kernel, device or path refused, and that went singly.",
                IoTotals::fallbacks);
        socket("udp_receive_calls", "System calls that received datagrams, or found none.", IoTotals::receiveCalls);
        socket("udp_datagrams_received", "Datagrams that came.", IoTotals::datagramsReceived);
    }

    private void socket(String name, String help, ToDoubleFunction<IoTotals> value) {
        add(
                TOTAL,
                name,
                "total_" + name,
                help,
                r -> value.applyAsDouble(r.media().io()));
    }

    private void lossRecovery() {
        recovery("nacks_received", "NACKs from receivers.", MediaStats.LossRecovery::nacksReceived);
        recovery(
                "packets_retransmitted",
                "Packets sent again to receivers that asked.",
                MediaStats.LossRecovery::packetsRetransmitted);
        recovery(
                "retransmissions_not_cached",
                "Packets that receivers asked for and that were never sent, or too long ago.",
                MediaStats.LossRecovery::retransmissionsNotCached);
        recovery(
                "retransmissions_refused",
                "Packets that receivers asked for too soon, too often, or too many of.",
                MediaStats.LossRecovery::retransmissionsRefused);
        recovery("nacks_sent", "NACKs to senders.", MediaStats.LossRecovery::nacksSent);
        recovery(
                "packets_requested",
                "Packets that senders were asked for, each time counted.",
                MediaStats.LossRecovery::packetsRequested);
        recovery(
                "packets_recovered",
                "Packets that came after they had been asked for.",
                MediaStats.LossRecovery::packetsRecovered);
    }

    private void recovery(String name, String help, ToDoubleFunction<MediaStats.LossRecovery> value) {
        add(
                TOTAL,
                name,
                "total_" + name,
                help,
                r -> value.applyAsDouble(r.media().lossRecovery()));
    }

    private void kernelDrops() {
        add(
                TOTAL,
                "kernel_dropped_datagrams",
                "total_kernel_dropped_datagrams",
                "Datagrams that the kernel dropped at the bridge's sockets.",
                r -> r.media().kernelDroppedDatagrams());
    }

    private void conferences() {
        add(
                COUNT,
                "conferences",
                "conferences",
                "Open conferences.",
                r -> r.conferences().now().conferences());
        add(
                COUNT,
                "conferences_inactive",
                "inactive_conferences",
                "Conferences where nobody sends.",
                r -> r.conferences().now().inactiveConferences());
        add(
                COUNT,
                "conferences_p2p",
                "p2p_conferences",
                "Inactive conferences with two endpoints.",
                r -> r.conferences().now().p2pConferences());
        add(
                COUNT,
                "largest_conference",
                "largest_conference",
                "Endpoints of the largest conference.",
                r -> r.conferences().now().largestConference());
        add(
                TOTAL,
                "conferences_created",
                "total_conferences_created",
                "Conferences created.",
                r -> r.conferences().totals().conferencesCreated());
        add(
                TOTAL,
                "conferences_completed",
                "total_conferences_completed",
                "Conferences ended.",
                r -> r.conferences().totals().conferencesCompleted());
        add(
                TOTAL,
                "conference_seconds",
                "total_conference_seconds",
                "Seconds that ended conferences lasted.",
                r -> r.conferences().totals().conferenceSeconds());
        add(
                TOTAL,
                "conferences_failed",
                "total_conferences_failed",
                "Conferences that were closed because a bug was met in them.",
                r -> r.conferences().totals().conferencesFailed());
        add(
                TOTAL,
                "media_faults",
                "total_media_faults",
                "Bugs met on media workers.",
                r -> r.conferences().totals().mediaFaults());
        add(
                TOTAL,
                "worker_stalls",
                "total_worker_stalls",
                "Times that a media worker was found not to turn.",
                r -> r.conferences().totals().workerStalls());
    }

    private void endpoints() {
        add(
                COUNT,
                "current_endpoints",
                "endpoints",
                "Endpoints, local and relayed.",
                r -> r.conferences().now().endpoints());
        add(
                COUNT,
                "local_endpoints",
                "local_endpoints",
                "Endpoints connected to this bridge.",
                r -> r.conferences().now().endpoints());
        add(
                COUNT,
                "",
                "participants",
                "Older name of endpoints.",
                r -> r.conferences().now().endpoints());
        add(COUNT, "", "octo_endpoints", "Endpoints on other bridges: none without relays.", _ -> 0);
        add(
                COUNT,
                "active_endpoints",
                "local_active_endpoints",
                "Endpoints in active conferences.",
                r -> r.conferences().now().activeEndpoints());
        add(
                COUNT,
                "endpoints_inactive",
                "inactive_endpoints",
                "Endpoints in inactive conferences.",
                r -> r.conferences().now().inactiveEndpoints());
        add(
                COUNT,
                "endpoints_recvonly",
                "receive_only_endpoints",
                "Active endpoints that send nothing.",
                r -> r.conferences().now().receiveOnlyEndpoints());
        add(
                COUNT,
                "endpoints_sending_audio",
                "endpoints_sending_audio",
                "Endpoints that send audio.",
                r -> r.conferences().now().endpointsSendingAudio());
        add(
                COUNT,
                "endpoints_sending_video",
                "endpoints_sending_video",
                "Endpoints that send video.",
                r -> r.conferences().now().endpointsSendingVideo());
        add(
                COUNT,
                "current_visitors",
                "visitors",
                "Endpoints that only watch.",
                r -> r.conferences().now().visitors());
        add(
                COUNT,
                "endpoints_with_high_outgoing_loss",
                "endpoints_with_high_outgoing_loss",
                "Active endpoints that report a loss above 10 %.",
                r -> r.conferences().now().endpointsWithHighOutgoingLoss());
        add(
                COUNT,
                "num_eps_oversending",
                "num_eps_oversending",
                "Endpoints that get more than they have room for, for the sake of what is on their stage.",
                r -> r.conferences().now().oversendingEndpoints());
        add(
                COUNT,
                "endpoints_with_suspended_sources",
                "endpoints_with_suspended_sources",
                "Endpoints that do not get some source for want of room.",
                r -> r.conferences().now().endpointsWithSuspendedSources());
        add(
                COUNT,
                "endpoints_with_spurious_remb",
                "endpoints_with_spurious_remb",
                "Endpoints that send REMB although they negotiated transport-wide feedback.",
                r -> r.conferences().now().endpointsWithSpuriousRemb());
        add(
                TOTAL,
                "endpoints",
                "total_participants",
                "Endpoints created.",
                r -> r.conferences().totals().endpointsCreated());
        add(
                TOTAL,
                "visitors",
                "total_visitors",
                "Visitors created.",
                r -> r.conferences().totals().visitorsCreated());
    }

    private void signalling() {
        add(
                TOTAL,
                "ice_succeeded",
                "total_ice_succeeded",
                "Endpoints whose ICE connected.",
                r -> r.conferences().totals().iceSucceeded());
        add(
                TOTAL,
                "ice_failed",
                "total_ice_failed",
                "ICE sessions that failed.",
                r -> r.conferences().totals().iceFailed());
        add(
                TOTAL,
                "endpoints_ice_failed",
                "endpoints_ice_failed",
                "Endpoints whose ICE failed.",
                r -> r.conferences().totals().iceFailed());
        add(
                TOTAL,
                "endpoints_dtls_failed",
                "dtls_failed_endpoints",
                "Endpoints whose DTLS failed.",
                r -> r.conferences().totals().dtlsFailed());
        add(
                TOTAL,
                "endpoints_given_up_for_memory",
                "total_endpoints_given_up_for_memory",
                "Endpoints that ended because native memory was used up.",
                r -> r.conferences().totals().givenUpForMemory());
        add(
                TOTAL,
                "endpoints_closed_by_peer",
                "total_endpoints_closed_by_peer",
                "Connected endpoints whose DTLS session the peer ended.",
                r -> r.conferences().totals().closedByPeer());
        add(
                TOTAL,
                "dtls_handshakes_refused",
                "total_dtls_handshakes_refused",
                "Times that a DTLS handshake was put off because too many others were under way.",
                r -> r.conferences().totals().handshakesRefused());
        add(
                TOTAL,
                "colibri_web_socket_messages_received",
                "total_colibri_web_socket_messages_received",
                "Bridge channel messages received over WebSocket.",
                r -> r.conferences().totals().webSocketMessagesReceived());
        add(
                TOTAL,
                "colibri_web_socket_messages_sent",
                "total_colibri_web_socket_messages_sent",
                "Bridge channel messages sent over WebSocket.",
                r -> r.conferences().totals().webSocketMessagesSent());
        add(
                TOTAL,
                "data_channel_messages_received",
                "total_data_channel_messages_received",
                "Bridge channel messages received over data channels.",
                r -> r.conferences().totals().dataChannelMessagesReceived());
        add(
                TOTAL,
                "data_channel_messages_sent",
                "total_data_channel_messages_sent",
                "Bridge channel messages sent over data channels.",
                r -> r.conferences().totals().dataChannelMessagesSent());
        add(
                TOTAL,
                "colibri_web_socket_close_normal",
                "",
                "Bridge channels over WebSocket that closed as usual.",
                r -> r.conferences().totals().webSocketsClosedNormally());
        add(
                TOTAL,
                "colibri_web_socket_close_abnormal",
                "",
                "Bridge channels over WebSocket that closed otherwise.",
                r -> r.conferences().totals().webSocketsClosedAbnormally());
    }

    private void state() {
        add(
                LEVEL,
                "stress",
                "stress_level",
                "Load divided by its threshold.",
                r -> r.rates().stress());
        flag("healthy", "healthy", "Whether the last health check succeeded.", BridgeState::healthy);
        flag("drain_mode", "drain", "Whether new participants should go elsewhere.", BridgeState::drain);
        flag(
                "graceful_shutdown",
                "graceful_shutdown",
                "Whether new conferences are refused.",
                BridgeState::gracefulShutdown);
        flag("shutting_down", "shutting_down", "Whether the bridge is about to end.", BridgeState::shuttingDown);
    }

    private void jvm() {
        add(
                COUNT,
                "thread_count",
                "threads",
                "Live platform threads.",
                r -> r.jvm().threads());
        add(
                COUNT,
                "jvm_gc_count",
                "gc_count",
                "Garbage collections.",
                r -> r.jvm().collections());
        add(
                COUNT,
                "jvm_gc_time",
                "gc_time_ms",
                "Milliseconds for which garbage collections stopped everything.",
                r -> r.jvm().collectionMs());
        add(
                COUNT,
                "jvm_gc_pause_max",
                "gc_pause_max_ms",
                "Milliseconds, whole ones, of the longest stop by a garbage collection since the start.",
                r -> r.jvm().longestPauseMs());
        add(
                TOTAL,
                "media_allocated_bytes",
                "media_allocated_bytes",
                "Bytes of heap that the media threads have allocated; forwarding allocates nothing.",
                r -> r.jvm().mediaAllocatedBytes());
        add(COUNT, "jvm_heap_used", "", "Bytes of heap in use.", r -> r.jvm().heapUsedBytes());
        add(
                COUNT,
                "jvm_heap_committed",
                "",
                "Bytes of heap committed.",
                r -> r.jvm().heapCommittedBytes());
        add(
                COUNT,
                "jvm_open_fd_count",
                "",
                "Open file descriptors.",
                r -> r.jvm().openFiles());
        add(
                COUNT,
                "native_memory_bytes",
                "",
                "Bytes of native memory in use.",
                r -> r.jvm().nativeBytes());
        add(
                COUNT,
                "cipher_contexts",
                "",
                "Cipher contexts of libcrypto in use.",
                r -> r.jvm().cipherContexts());
        add(
                COUNT,
                "startup_time",
                "",
                "When the process started, in milliseconds of Unix time.",
                r -> r.jvm().startedAtMs());
    }

    private void flag(String metric, String jsonKey, String help, Predicate<BridgeState> is) {
        add(FLAG, metric, jsonKey, help, r -> is.test(r.state()) ? 1 : 0);
    }

    private void add(Figure.Kind kind, String metric, String jsonKey, String help, ToDoubleFunction<Reading> value) {
        rows.add(new Figure(kind, metric, jsonKey, help, value));
    }
}
