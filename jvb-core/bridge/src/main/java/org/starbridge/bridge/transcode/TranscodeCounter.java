package org.starbridge.bridge.transcode;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of transcoding since the start, and how the statistics show them. */
public enum TranscodeCounter implements Counter {
    STARTED("hls_transcoders_started", "Transcoding processes started for HLS."),
    FAILED("hls_transcoders_failed", "Transcoding processes that ended unexpectedly or did not start."),
    REFUSED("hls_transcoders_refused", "Sources not transcoded because of the limit of processes."),
    FRAMES("hls_transcoded_frames", "Video frames received from transcoding processes."),
    DROPPED("hls_transcoder_frames_dropped", "Video frames dropped because a transcoding process did not read them.");

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
