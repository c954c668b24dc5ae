package org.starbridge.bridge.hls;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.conference.Conferences;
import org.starbridge.recording.hls.Program;
import org.starbridge.transport.counters.SharedCounters;

/** All programs, and the thread that feeds them, which is there while there are programs. Any thread. */
final class HlsPrograms implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HlsPrograms.class);
    private static final long PAUSE_NS = 10_000_000;
    private static final long LOOK_NS = 500_000_000;
    private static final long END_NS = 1_000_000_000;
    private static final int ID_BYTES = 16;

    private final HlsConfig config;
    private final ObservedMediaPlane media;
    private final Conferences conferences;
    private final SecureRandom random;
    private final SharedCounters<HlsCounter> counters = new SharedCounters<>(HlsCounter.class);
    private final List<LiveProgram> running = new CopyOnWriteArrayList<>();
    private @Nullable Thread thread;
    private volatile boolean isClosed;

    HlsPrograms(HlsConfig config, ObservedMediaPlane media, Conferences conferences, SecureRandom random) {
        this.config = config;
        this.media = media;
        this.conferences = conferences;
        this.random = random;
    }

    HlsConfig config() {
        return config;
    }

    SharedCounters<HlsCounter> counters() {
        return counters;
    }

    /** The program with this id; null if there is none. */
    @Nullable
    LiveProgram find(String id) {
        for (LiveProgram program : running) {
            if (program.id().equals(id)) {
                return program;
            }
        }
        return null;
    }

    int waitingCount() {
        return running.stream().mapToInt(LiveProgram::waitingCount).sum();
    }

    int count() {
        return running.size();
    }

    /**
     * The program of a room, which begins if there is none.
     *
     * @param source name of the source to be shown; empty for the dominant speaker
     */
    synchronized LiveProgram open(String room, String source) throws RefusalException {
        String meetingId = conferences.meetingIdOf(room).orElse(room);
        ConferenceSnapshot conference = conferences.snapshot(meetingId).orElse(null);
        if (conference == null || isClosed) {
            throw new RefusalException(404, "the room has no publisher", 2);
        }
        LiveProgram.Subject subject = new LiveProgram.Subject(conference.id(), room, source);
        for (LiveProgram program : running) {
            if (program.subject().equals(subject) && !program.isEnded()) {
                return program;
            }
        }
        boolean isKnown = source.isEmpty()
                || conference.endpoints().stream()
                        .anyMatch(endpoint -> endpoint.id().equals(source)
                                || endpoint.sources().contains(source))
                || !conference.relays().isEmpty();
        if (!isKnown) {
            throw new RefusalException(404, "the room has no source of this name");
        }
        if (running.size() >= config.maxPrograms()) {
            throw new RefusalException(503, "more rooms than starbridge.hls.max-programs", 10);
        }
        return begin(subject, conference.dominantSpeaker());
    }

    private LiveProgram begin(LiveProgram.Subject subject, @Nullable String speaker) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        Program program = new Program(config.timing(), 0, System.currentTimeMillis());
        LiveProgram begun =
                new LiveProgram(HexFormat.of().formatHex(id), subject, program, System.nanoTime(), counters);
        begun.onSpeaker(speaker);
        running.add(begun);
        counters.increment(HlsCounter.PROGRAMS);
        LOG.info("conference {} is served by HLS", subject.conferenceId());
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("hls").start(this::run);
        }
        return begun;
    }

    private void run() {
        long nextLookNs = System.nanoTime();
        while (!isClosed && hasWork()) {
            long nowNs = System.nanoTime();
            boolean isLook = nowNs - nextLookNs >= 0;
            nextLookNs = isLook ? nowNs + LOOK_NS : nextLookNs;
            for (LiveProgram program : running) {
                if (isLook) {
                    conferences
                            .snapshotById(program.subject().conferenceId())
                            .ifPresent(conference -> program.onSpeaker(conference.dominantSpeaker()));
                }
                poll(program, nowNs);
                if (isLook && program.isIdle(nowNs, config.idleTimeout().toNanos())) {
                    program.close();
                }
            }
            running.removeIf(program -> {
                if (program.isClosed()) {
                    LOG.info(
                            "conference {} is not served by HLS any more",
                            program.subject().conferenceId());
                }
                return program.isClosed();
            });
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private synchronized boolean hasWork() {
        if (running.isEmpty()) {
            thread = null;
            return false;
        }
        return true;
    }

    /** A bug, or a lack of memory, ends one program only. */
    private void poll(LiveProgram program, long nowNs) {
        try {
            program.poll(media, nowNs);
        } catch (RuntimeException e) {
            LOG.error("HLS of conference {} ends", program.subject().conferenceId(), e);
            program.close();
        }
    }

    /** Ends all of them. */
    @Override
    public void close() {
        isClosed = true;
        Thread started;
        synchronized (this) {
            started = thread;
        }
        if (started != null) {
            try {
                started.join(END_NS / 1_000_000);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        running.forEach(LiveProgram::close);
        long deadlineNs = System.nanoTime() + END_NS;
        while (System.nanoTime() - deadlineNs < 0 && running.stream().anyMatch(each -> !each.isClosed())) {
            running.forEach(each -> each.poll(media, System.nanoTime()));
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
