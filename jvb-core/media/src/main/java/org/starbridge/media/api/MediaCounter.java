package org.starbridge.media.api;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What each media worker counts, refused packets apart, and how the statistics show the sum. Bytes are UDP payload. */
public enum MediaCounter implements Counter {
    BYTES_RECEIVED("bytes_received", "Bytes received from endpoints."),
    BYTES_SENT("bytes_sent", "Bytes sent to endpoints."),
    PACKETS_RECEIVED("packets_received", "Packets received from endpoints."),
    PACKETS_SENT("packets_sent", "Packets sent to endpoints."),
    KEY_FRAMES_RECEIVED("keyframes_received", "Key frames that began to arrive."),
    VIDEO_MILLISECONDS_RECEIVED(
            "video_milliseconds_received",
            "total_video_stream_milliseconds_received",
            "Milliseconds in which video streams arrived, each SSRC counted by itself."),
    LAYERING_CHANGES_RECEIVED(
            "layering_changes_received", "How often sources began or ceased to send some layers of their video."),
    KEY_FRAME_REQUESTS_SENT("keyframe_requests_sent", "PLI and FIR sent to sources."),
    NACKS_RECEIVED("nacks_received", "NACKs from receivers."),
    PACKETS_RETRANSMITTED("packets_retransmitted", "Packets sent again to receivers that asked."),
    RETRANSMISSIONS_NOT_CACHED(
            "retransmissions_not_cached",
            "Packets that receivers asked for and that were never sent, or too long ago."),
    RETRANSMISSIONS_REFUSED(
            "retransmissions_refused", "Packets that receivers asked for too soon, too often, or too many of."),
    NACKS_SENT("nacks_sent", "NACKs to senders."),
    PACKETS_REQUESTED("packets_requested", "Packets that senders were asked for, each time counted."),
    PACKETS_RECOVERED("packets_recovered", "Packets that came after they had been asked for."),
    SENDER_REPORTS_SENT("sender_reports_sent", "RTCP sender reports sent to receivers."),
    PACKETS_PACED("packets_paced", "Video packets that waited because a link takes no more at once."),
    PROBE_PACKETS_SENT("probe_packets_sent", "Copies and padding sent to find out what links carry."),
    PROBE_BYTES_SENT("probe_bytes_sent", "Bytes of copies and padding sent to find out what links carry."),
    UNIQUE_PORTS_MISSING(
            "unique_ports_missing", "Relays that were to have a UDP port for themselves and got the shared one."),
    COMMAND_QUEUE_REJECTIONS("command_queue_rejections", "Commands refused because a media worker's queue was full."),
    BUSY_MICROSECONDS(
            "media_busy_microseconds", "Microseconds in which the media workers were busy, estimated from samples."),
    ATTRIBUTED_MICROSECONDS(
            "media_attributed_microseconds",
            "The part of media_busy_microseconds that endpoints caused; /debug has each endpoint's."),
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
