package org.starbridge.media.api;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of each media worker, refused packets apart, and how the statistics show the sum. Bytes are UDP payload. */
public enum MediaCounter implements Counter {
    BYTES_RECEIVED("bytes_received", "Bytes received from endpoints."),
    BYTES_SENT("bytes_sent", "Bytes sent to endpoints."),
    PACKETS_RECEIVED("packets_received", "Packets received from endpoints."),
    PACKETS_SENT("packets_sent", "Packets sent to endpoints."),
    KEY_FRAMES_RECEIVED("keyframes_received", "Key frames received, counted at their first packet."),
    VIDEO_MILLISECONDS_RECEIVED(
            "video_milliseconds_received",
            "total_video_stream_milliseconds_received",
            "Milliseconds of video received, counted for each SSRC."),
    LAYERING_CHANGES_RECEIVED(
            "layering_changes_received", "Times that a source started or stopped sending video layers."),
    KEY_FRAME_REQUESTS_SENT("keyframe_requests_sent", "Key frame requests (PLI and FIR) sent to sources."),
    NACKS_RECEIVED("nacks_received", "NACKs received from receivers."),
    PACKETS_RETRANSMITTED("packets_retransmitted", "Packets retransmitted on request of a receiver."),
    RETRANSMISSIONS_NOT_CACHED(
            "retransmissions_not_cached",
            "Retransmissions requested of packets that were never sent or are no longer cached."),
    RETRANSMISSIONS_REFUSED(
            "retransmissions_refused", "Retransmissions requested too soon, too often or in too large a number."),
    NACKS_SENT("nacks_sent", "NACKs sent to senders."),
    PACKETS_REQUESTED("packets_requested", "Packets requested from senders by NACK; repeated requests count again."),
    PACKETS_RECOVERED("packets_recovered", "Packets that arrived after they were requested by NACK."),
    AUDIO_RECOVERED_FROM_RED(
            "audio_recovered_from_red", "Lost audio packets restored from the redundancy (RED) of later packets."),
    AUDIO_PACKETS_PROTECTED(
            "audio_packets_protected", "Audio packets sent with redundancy (RED) that the bridge added."),
    SENDER_REPORTS_SENT("sender_reports_sent", "RTCP sender reports sent to receivers."),
    PACKETS_PACED("packets_paced", "Video packets that the pacer delayed because of the link's rate."),
    PROBE_PACKETS_SENT("probe_packets_sent", "Probe packets (copies and padding) sent to measure link bandwidth."),
    PROBE_BYTES_SENT("probe_bytes_sent", "Bytes of probe packets (copies and padding) sent to measure link bandwidth."),
    UNIQUE_PORTS_MISSING(
            "unique_ports_missing", "Relays that requested a UDP port of their own and got the shared port."),
    COMMAND_QUEUE_REJECTIONS("command_queue_rejections", "Commands refused because a media worker's queue was full."),
    BUSY_MICROSECONDS(
            "media_busy_microseconds", "Microseconds for which the media workers were busy, estimated from samples."),
    ATTRIBUTED_MICROSECONDS(
            "media_attributed_microseconds",
            "Part of media_busy_microseconds attributed to endpoints; /debug shows it by endpoint."),
    /** 0 where the kernel does not tell. */
    KERNEL_DROPPED_DATAGRAMS("kernel_dropped_datagrams", "Datagrams that the kernel dropped at the bridge's sockets.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    MediaCounter(String metric, String help) {
        descriptor = CounterDescriptor.total(metric, help);
    }

    MediaCounter(String metric, String jsonKey, String help) {
        descriptor = CounterDescriptor.named(metric, jsonKey, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
