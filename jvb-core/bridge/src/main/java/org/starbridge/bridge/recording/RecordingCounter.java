package org.starbridge.bridge.recording;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of recordings since the start, and how the statistics show them. */
public enum RecordingCounter implements Counter {
    STARTED(CounterDescriptor.total("recordings_started", "Recordings started.")),
    FILES(CounterDescriptor.total("recording_files", "Track files created in recordings.")),
    BYTES(CounterDescriptor.total("recording_bytes_written", "Bytes written to files of recordings.")),
    GAPS_PACKETS(gap("packets")),
    GAPS_QUEUE(gap("queue")),
    GAPS_DISK(gap("disk")),
    DROPPED_BYTES(CounterDescriptor.total(
            "recording_dropped_bytes", "Bytes of recordings dropped because the disk was too slow.")),
    DROPPED_PACKETS(CounterDescriptor.total(
            "recording_dropped_packets", "Packets of recorded endpoints dropped because they were not read in time.")),
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
                "Gaps in recorded tracks: packets lost in the network, a queue not read in time, or a slow disk.");
    }

    private static CounterDescriptor error(String reason) {
        return CounterDescriptor.labelled(
                "recording_errors",
                "reason",
                reason,
                "Recordings stopped by a disk error, starbridge.recording.max-size-mb, too many files, or an internal"
                        + " error.");
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
