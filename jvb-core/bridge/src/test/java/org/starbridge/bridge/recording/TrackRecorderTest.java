package org.starbridge.bridge.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.transport.counters.SharedCounters;

/** What a slow disk does not take in time is a gap that is counted, and the track goes on behind it. */
class TrackRecorderTest {
    private static final long MS = 1_000_000;
    /** A cluster of up to two seconds of packets of 400 bytes does not fit, one of packets of 20 bytes does. */
    private static final int PENDING_BYTES = 10_000;

    @TempDir
    Path directory;

    private int packets;

    private void feed(TrackRecorder recorder, int count, int bytes) {
        for (int i = 0; i < count; i++, packets++) {
            byte[] payload = new byte[bytes];
            payload[0] = (byte) 0xF8;
            recorder.onPacket(new PacketOrder.Packet(packets, packets * 20L * MS, 111, packets * 960, false, payload));
        }
    }

    @Test
    void whatASlowDiskDoesNotTakeIsACountedGap() throws Exception {
        SharedCounters<RecordingCounter> counters = new SharedCounters<>(RecordingCounter.class);
        Path folder = directory.resolve("room");
        try (DiskWriter disk = new DiskWriter(directory, 1 << 20, PENDING_BYTES, counters)) {
            RecordingFolder files = new RecordingFolder(disk, folder, 0, 0);
            TrackRecorder recorder = new TrackRecorder(
                    new TrackRecorder.Track("one", "one-a0", 0, files, new SenderClock(), () -> {}),
                    Codec.OPUS,
                    48_000);
            feed(recorder, 150, 20);
            feed(recorder, 150, 400);
            feed(recorder, 150, 20);
            recorder.end();
            files.end();
        }
        assertThat(counters.get(RecordingCounter.GAPS_DISK)).isPositive();
        assertThat(counters.get(RecordingCounter.DROPPED_BYTES)).isGreaterThan(PENDING_BYTES);
        assertThat(Files.readString(folder.resolve("events.jsonl"))).contains("\"gap\"", "\"disk\":");
        byte[] file = Files.readAllBytes(folder.resolve("one-one-a0-0-1.webm"));
        assertThat(file.length).as("what came before and after the gap").isBetween(2 * 100 * 20, 2 * PENDING_BYTES);
    }
}
