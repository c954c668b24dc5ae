package org.starbridge.bridge.hls;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What HLS did since the start, and how the statistics show it. */
public enum HlsCounter implements Counter {
    PROGRAMS("hls_programs_started", "Rooms and sources of which HLS was begun."),
    PLAYLISTS("hls_playlists_served", "Playlists of HLS that were served."),
    MEDIA("hls_media_served", "Segments, parts and headers of HLS that were served."),
    MEDIA_BYTES("hls_media_bytes_served", "Bytes of segments, parts and headers of HLS that were served."),
    TIMED_OUT("hls_requests_timed_out", "Requests of HLS that waited for media that did not come in time."),
    BUSY("hls_requests_over_limit", "Requests of HLS that were refused because too many waited."),
    REFUSED("hls_requests_refused", "Requests of HLS answered with an error, apart from those that waited in vain."),
    SEGMENTS("hls_segments_made", "Segments of HLS that were made, those of all renditions."),
    PARTS("hls_parts_made", "Parts of segments of HLS that were made."),
    GAP_SEGMENTS("hls_gap_segments_made", "Segments of HLS for which there was no media."),
    DISCONTINUITIES("hls_discontinuities", "Changes of the source or of the codec in HLS programs."),
    FRAMES("hls_video_frames", "Video frames that were put into HLS."),
    GAPS("hls_gaps", "Gaps in what senders of HLS programs sent, after loss repair.");

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
