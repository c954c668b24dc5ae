package org.starbridge.bridge.recording;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.conference.Conferences;
import org.starbridge.transport.counters.SharedCounters;

/** All recordings. Started and stopped by any thread; the work is done by one of its own. */
final class Recordings implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recordings.class);
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private static final long PAUSE_NS = 10_000_000;
    private static final long LOOK_NS = 500_000_000;
    private static final long END_NS = 2_000_000_000;
    private static final int KEPT = 20;

    private final RecordingConfig config;
    private final ObservedMediaPlane media;
    private final Conferences conferences;
    private final Consumer<WebhookEvent> webhooks;
    private final DiskWriter disk;
    private final List<Recording> running = new ArrayList<>();
    /** Conferences whose recording by configuration was begun: it is not begun again when an operator stops it. */
    private final Set<String> begun = new HashSet<>();

    private final Deque<Summary> ended = new ArrayDeque<>();
    private final Thread thread;
    private volatile boolean isClosed;
    private long nextLookNs;

    /**
     * A recording, for people.
     *
     * @param meetingId what is recorded
     * @param folder where
     * @param startedAt ISO 8601
     * @param end why it ended; empty while it goes on
     */
    record Summary(String meetingId, String folder, String startedAt, String end) {}

    /**
     * Starts its threads.
     *
     * @throws java.io.UncheckedIOException if the folder of recordings can not be used
     */
    Recordings(
            RecordingConfig config,
            ObservedMediaPlane media,
            Conferences conferences,
            Consumer<WebhookEvent> webhooks) {
        this.webhooks = webhooks;
        this.config = config;
        this.media = media;
        this.conferences = conferences;
        disk = new DiskWriter(
                config.directory(),
                (long) config.maxSizeMb() << 20,
                DiskWriter.MAX_PENDING_BYTES,
                new SharedCounters<>(RecordingCounter.class));
        nextLookNs = System.nanoTime();
        thread = Thread.ofPlatform().daemon().name("recording").start(this::run);
    }

    /** Returns their counters. */
    SharedCounters<RecordingCounter> counters() {
        return disk.counters();
    }

    /** Returns the number of recordings that go on. */
    synchronized int count() {
        return running.size();
    }

    /** Returns the meeting ids of the conferences whose recordings go on. */
    synchronized List<String> recorded() {
        return running.stream()
                .filter(recording -> !recording.isEnding())
                .map(Recording::meetingId)
                .toList();
    }

    /** Ends all recordings. */
    synchronized void end(String why) {
        running.forEach(recording -> recording.end(why));
    }

    /** Returns the number of bytes that wait for the disk. */
    long pendingBytes() {
        return disk.pendingBytes();
    }

    /**
     * Begins to record a conference.
     *
     * @param room its room or its meeting id
     * @return the recording, also one that goes on already; empty if there is no such conference
     */
    synchronized Optional<Summary> start(String room) {
        String meetingId = conferences.meetingIdOf(room).orElse(room);
        return conferences.snapshot(meetingId).map(conference -> {
            for (Recording recording : running) {
                if (recording.conferenceId().equals(conference.id()) && !recording.isEnding()) {
                    return summary(recording);
                }
            }
            return summary(begin(conference));
        });
    }

    private Recording begin(ConferenceSnapshot conference) {
        long nowNs = System.nanoTime();
        Instant now = Instant.now();
        String name = conference.name() == null ? conference.meetingId() : conference.name();
        Path path = config.directory()
                .resolve(RecordingFolder.safe(name) + "-" + STAMP.format(now))
                .toAbsolutePath();
        Recording recording = new Recording(
                conference.id(),
                conference.meetingId(),
                new RecordingFolder(disk, path, now.toEpochMilli(), nowNs),
                media);
        running.add(recording);
        counters().increment(RecordingCounter.STARTED);
        LOG.info("recording conference {} in {}", conference.id(), path);
        return recording;
    }

    /** Ends the recording of a conference; empty if it is not recorded. */
    synchronized Optional<Summary> stop(String room) {
        String meetingId = conferences.meetingIdOf(room).orElse(room);
        return running.stream()
                .filter(recording -> recording.meetingId().equals(meetingId) && !recording.isEnding())
                .findFirst()
                .map(recording -> {
                    recording.end("stopped");
                    return summary(recording);
                });
    }

    /** Those that go on, and the last that have ended. */
    synchronized List<Summary> list() {
        List<Summary> all =
                new ArrayList<>(running.stream().map(Recordings::summary).toList());
        all.addAll(ended);
        return all;
    }

    private static Summary summary(Recording recording) {
        return new Summary(
                recording.meetingId(),
                recording.folder().path().toString(),
                Instant.ofEpochMilli(recording.folder().startedAtMs()).toString(),
                recording.reason());
    }

    private void run() {
        while (!isClosed) {
            try {
                poll(System.nanoTime());
            } catch (RuntimeException e) {
                LOG.error("internal error in recordings", e);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private synchronized void poll(long nowNs) {
        if (nowNs - nextLookNs >= 0 && (!running.isEmpty() || !config.rooms().isEmpty())) {
            nextLookNs = nowNs + LOOK_NS;
            look(nowNs);
        }
        for (Recording recording : List.copyOf(running)) {
            poll(recording, nowNs);
            if (recording.isClosed()) {
                LOG.info("the recording of conference {} stopped: {}", recording.conferenceId(), recording.reason());
                Summary summary = summary(recording);
                ended.addFirst(summary);
                webhooks.accept(new WebhookEvent.RecordingReady(
                        recording.conferenceId(), summary.folder(), summary.startedAt(), summary.end()));
            }
        }
        running.removeIf(Recording::isClosed);
        while (ended.size() > KEPT) {
            ended.removeLast();
        }
    }

    /** A bug, or a lack of memory, ends one recording only. */
    private void poll(Recording recording, long nowNs) {
        try {
            recording.poll(nowNs);
        } catch (RuntimeException e) {
            LOG.error("the recording of conference {} has ended", recording.conferenceId(), e);
            counters().increment(RecordingCounter.ERRORS_BUG);
            if (recording.isEnding()) {
                running.remove(recording);
            }
            recording.end(String.valueOf(e.getMessage()));
        }
    }

    /** At conferences that are to be recorded, and who speaks in those that are. */
    private void look(long nowNs) {
        for (Recording recording : running) {
            conferences
                    .snapshotById(recording.conferenceId())
                    .ifPresent(conference -> recording.onSpeaker(conference.dominantSpeaker(), nowNs));
        }
        if (config.rooms().isEmpty()) {
            return;
        }
        List<ConferenceSnapshot> all = conferences.snapshot();
        for (ConferenceSnapshot conference : all) {
            boolean hasMedia = media.table(conference.id()) != null; // without, a recording would end at once
            if (hasMedia && isWanted(conference) && begun.add(conference.id())) {
                begin(conference);
            }
        }
        begun.retainAll(all.stream().map(ConferenceSnapshot::id).toList());
    }

    private boolean isWanted(ConferenceSnapshot conference) {
        String name = conference.name();
        return config.rooms().matches(conference.meetingId())
                || (name != null && config.rooms().matches(name.replaceFirst("@.*", "")));
    }

    /** Ends all recordings in order, and writes what waits, for some seconds at most. */
    @Override
    public void close() {
        isClosed = true;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            running.forEach(recording -> recording.end("the bridge is shutting down"));
            long deadlineNs = System.nanoTime() + END_NS;
            while (!running.isEmpty() && System.nanoTime() - deadlineNs < 0) {
                poll(System.nanoTime());
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        disk.close();
    }
}
