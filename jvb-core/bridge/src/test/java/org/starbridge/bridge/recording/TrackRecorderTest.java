package org.starbridge.bridge.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static byte[] picture(boolean isKey, int bytes) {
        byte[] payload = new byte[bytes];
        payload[0] = 0x10;
        payload[1] = (byte) (isKey ? 0 : 1);
        payload[7] = (byte) 64; // 64x64
        payload[9] = (byte) 64;
        return payload;
    }

    /** Times of blocks in ms, of a file whose clusters have a size. */
    private static List<Long> times(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        List<Long> times = new ArrayList<>();
        long cluster = 0;
        while (in.hasRemaining()) {
            long id = number(in, false);
            long size = number(in, true);
            boolean isMaster = id == 0x18538067L || id == 0x1F43B675L; // segment, cluster
            int next = in.position() + (isMaster ? 0 : (int) size);
            if (id == 0xE7) {
                cluster = 0;
                while (in.position() < next) {
                    cluster = (cluster << 8) | (in.get() & 0xFF);
                }
            } else if (id == 0xA3) {
                times.add(cluster + in.getShort(in.position() + 1));
            }
            in.position(next);
        }
        return times;
    }

    private static long number(ByteBuffer in, boolean isSize) {
        int first = in.get() & 0xFF;
        int more = Integer.numberOfLeadingZeros(first) - 24;
        long value = isSize ? first & (0x7F >> more) : first;
        for (int i = 0; i < more; i++) {
            value = (value << 8) | (in.get() & 0xFF);
        }
        return value;
    }

    /** Time 0 is the begin of the recording, and a sender's clock that runs at another speed does not count. */
    @Test
    void timesAreThoseOfTheBridge() throws Exception {
        Path folder = directory.resolve("room");
        try (DiskWriter disk =
                new DiskWriter(directory, 1 << 20, 1 << 20, new SharedCounters<>(RecordingCounter.class))) {
            RecordingFolder files = new RecordingFolder(disk, folder, 0, 7000 * MS);
            TrackRecorder recorder = new TrackRecorder(
                    new TrackRecorder.Track("one", "one-a0", 0, files, new SenderClock(), () -> {}),
                    Codec.OPUS,
                    48_000);
            for (int i = 0; i < 6000; i++) { // two minutes; RTP time is 0.1 % fast
                long arrivalNs = (9000 + i * 20L) * MS;
                int timestamp = (int) (i * 960 * 1.001);
                recorder.onPacket(
                        new PacketOrder.Packet(i, arrivalNs, 111, timestamp, false, new byte[] {(byte) 0xF8, 1}));
            }
            recorder.end();
            files.end();
        }
        List<Long> times = times(folder.resolve("one-one-a0-0-1.webm"));
        assertThat(times).hasSize(6000);
        assertThat(times.getFirst()).isEqualTo(2000);
        assertThat(times.getLast()).isBetween(2000 + 5999 * 20L - 20, 2000 + 5999 * 20L + 20);
    }

    /** What follows pictures that the disk did not take cannot be decoded before the next key frame. */
    @Test
    void afterAGapOfTheDiskVideoGoesOnWithAKeyFrame() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        Path folder = directory.resolve("room");
        try (DiskWriter disk =
                new DiskWriter(directory, 1 << 20, PENDING_BYTES, new SharedCounters<>(RecordingCounter.class))) {
            RecordingFolder files = new RecordingFolder(disk, folder, 0, 0);
            TrackRecorder recorder = new TrackRecorder(
                    new TrackRecorder.Track("one", "one-v0", 0, files, new SenderClock(), requests::incrementAndGet),
                    Codec.VP8,
                    90_000);
            for (int i = 0; i < 200; i++) {
                boolean isKey = i == 0 || i == 160;
                byte[] payload = picture(isKey, i < 100 ? 400 : 20); // 40 ms each: clusters of 2 s of 20,000 bytes
                recorder.onPacket(new PacketOrder.Packet(i, i * 40L * MS, 96, i * 3600, true, payload));
            }
            recorder.end();
            files.end();
        }
        assertThat(requests.get()).as("every half second").isBetween(4, 12);
        assertThat(times(folder.resolve("one-one-v0-0-1.webm"))).hasSize(40).startsWith(160 * 40L);
    }
}
