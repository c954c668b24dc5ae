package org.starbridge.bridge.hls;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of HLS since the start, and how the statistics show them. */
public enum HlsCounter implements Counter {
    PROGRAMS("hls_programs_started", "HLS programs (rooms and sources) started."),
    PLAYLISTS("hls_playlists_served", "HLS playlists served."),
    MEDIA("hls_media_served", "HLS segments, parts and initialization sections served."),
    MEDIA_BYTES("hls_media_bytes_served", "Bytes of HLS segments, parts and initialization sections served."),
    TIMED_OUT("hls_requests_timed_out", "HLS requests that timed out waiting for media."),
    BUSY("hls_requests_over_limit", "HLS requests refused because too many were waiting."),
    REFUSED("hls_requests_refused", "HLS requests answered with an error, without those that timed out."),
    SEGMENTS("hls_segments_made", "HLS segments created, of all renditions."),
    PARTS("hls_parts_made", "Parts of HLS segments created."),
    GAP_SEGMENTS("hls_gap_segments_made", "HLS segments without media."),
    DISCONTINUITIES("hls_discontinuities", "Changes of the source or the codec in HLS programs."),
    FRAMES("hls_video_frames", "Video frames written to HLS segments."),
    GAPS("hls_gaps", "Gaps in the received media of HLS programs, after loss repair.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    HlsCounter(String metric, String help) {
        descriptor = CounterDescriptor.total(metric, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
