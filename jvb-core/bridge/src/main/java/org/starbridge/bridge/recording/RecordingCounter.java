package org.starbridge.bridge.recording;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What recordings did since the start, and how the statistics show it. */
public enum RecordingCounter implements Counter {
    STARTED(CounterDescriptor.total("recordings_started", "Recordings that were begun.")),
    FILES(CounterDescriptor.total("recording_files", "Files of tracks that were begun in recordings.")),
    BYTES(CounterDescriptor.total("recording_bytes_written", "Bytes that were written into files of recordings.")),
    GAPS_PACKETS(gap("packets")),
    GAPS_QUEUE(gap("queue")),
    GAPS_DISK(gap("disk")),
    DROPPED_BYTES(CounterDescriptor.total(
            "recording_dropped_bytes", "Bytes of recordings that were dropped because the disk was too slow.")),
    DROPPED_PACKETS(CounterDescriptor.total(
            "recording_dropped_packets",
            "Packets of recorded endpoints that were dropped because they were not read in time.")),
    ERRORS_DISK(error("disk")),
    ERRORS_SIZE(error("size")),
    ERRORS_FILES(error("files")),
    ERRORS_BUG(error("bug"));

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    RecordingCounter(CounterDescriptor descriptor) {
        this.descriptor = descriptor;
    }

    private static CounterDescriptor gap(String reason) {
        return CounterDescriptor.labelled(
                "recording_gaps",
                "reason",
                reason,
                "Gaps in tracks of recordings: packets lost on the way, a queue not read in time, a slow disk.");
    }

    private static CounterDescriptor error(String reason) {
        return CounterDescriptor.labelled(
                "recording_errors",
                "reason",
                reason,
                "Recordings that ended because of the disk, starbridge.recording.max-size-mb, too many files, or a"
                        + " defect.");
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
