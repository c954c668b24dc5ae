package org.starbridge.bridge.transcode;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What transcoding did since the start, and how the statistics show it. */
public enum TranscodeCounter implements Counter {
    STARTED("hls_transcoders_started", "Processes that were started to transcode for HLS."),
    FAILED("hls_transcoders_failed", "Processes that ended before they should, or did not start."),
    REFUSED("hls_transcoders_refused", "Sources that were not transcoded because too many were."),
    FRAMES("hls_transcoded_frames", "Video frames that came back from transcoding."),
    DROPPED("hls_transcoder_frames_dropped", "Video frames that a transcoding process did not take.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    TranscodeCounter(String metric, String help) {
        descriptor = CounterDescriptor.total(metric, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
