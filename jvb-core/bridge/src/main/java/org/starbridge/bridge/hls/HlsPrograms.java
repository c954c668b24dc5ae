package org.starbridge.bridge.hls;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.transcode.Transcoders;
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
    private final Transcoders transcoders;
    private final RunningPrograms running = new RunningPrograms();
    private final ViewerConnections viewers = new ViewerConnections();
    private @Nullable Thread thread;
    private volatile boolean isClosed;

    HlsPrograms(HlsConfig config, ObservedMediaPlane media, Conferences conferences, SecureRandom random) {
        this.config = config;
        this.media = media;
        this.conferences = conferences;
        this.random = random;
        transcoders = Transcoders.start(config.transcode());
    }

    Transcoders transcoders() {
        return transcoders;
    }

    HlsConfig config() {
        return config;
    }

    SharedCounters<HlsCounter> counters() {
        return counters;
    }

    /** Returns the connections that request HLS. */
    ViewerConnections viewers() {
        return viewers;
    }

    RunningPrograms running() {
        return running;
    }

    int waitingCount() {
        return running.waitingCount();
    }

    int count() {
        return running.all().size();
    }

    /**
     * The program of a room, which begins if there is none.
     *
     * @param source name of the source to be shown; empty for the dominant speaker
     */
    LiveProgram open(String room, String source) throws RefusalException {
        if (!config.rooms().matches(room)) {
            throw new RefusalException(404, "the room is not served");
        }
        LiveProgram known = running.find(room, source);
        return known == null ? begin(room, source) : known;
    }

    private synchronized LiveProgram begin(String room, String source) throws RefusalException {
        String meetingId = conferences.meetingIdOf(room).orElse(room);
        ConferenceSnapshot conference = conferences.snapshot(meetingId).orElse(null);
        if (conference == null || isClosed) {
            throw new RefusalException(404, "the room has no publisher", 2);
        }
        LiveProgram begunMeanwhile = running.find(room, source);
        if (begunMeanwhile != null) {
            return begunMeanwhile;
        }
        boolean isKnown = source.isEmpty()
                || conference.endpoints().stream()
                        .anyMatch(endpoint -> endpoint.id().equals(source)
                                || endpoint.sources().contains(source))
                || !conference.relays().isEmpty();
        if (!isKnown) {
            throw new RefusalException(404, "the room has no source with this name");
        }
        if (running.all().size() >= config.maxPrograms()) {
            throw new RefusalException(503, "the limit of HLS programs is reached (starbridge.hls.max-programs)", 10);
        }
        return begin(new LiveProgram.Subject(conference.id(), room, source), conference);
    }

    private LiveProgram begin(LiveProgram.Subject subject, ConferenceSnapshot conference) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        Program program = new Program(config.timing(), 0, System.currentTimeMillis());
        LiveProgram.Shared shared = new LiveProgram.Shared(counters, transcoders);
        LiveProgram begun = new LiveProgram(HexFormat.of().formatHex(id), subject, program, System.nanoTime(), shared);
        begun.onSpeakers(conference.dominantSpeaker(), conference.bySpeechActivity());
        running.add(begun);
        counters.increment(HlsCounter.PROGRAMS);
        LOG.info("serving conference {} by HLS", subject.conferenceId());
        startThread();
        return begun;
    }

    private synchronized void startThread() {
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("hls").start(this::run);
        }
    }

    /** Looks for conferences that are served without viewers, if there are to be any. */
    void start() {
        if (!config.permanentRooms().isEmpty()) {
            startThread();
        }
    }

    private void run() {
        long nextLookNs = System.nanoTime();
        while (!isClosed && hasWork()) {
            long nowNs = System.nanoTime();
            boolean isLook = nowNs - nextLookNs >= 0;
            nextLookNs = isLook ? nowNs + LOOK_NS : nextLookNs;
            if (isLook && !config.permanentRooms().isEmpty()) {
                conferences.snapshot().forEach(this::openPermanent);
            }
            for (LiveProgram program : running.all()) {
                if (isLook) {
                    conferences
                            .snapshotById(program.subject().conferenceId())
                            .ifPresent(conference ->
                                    program.onSpeakers(conference.dominantSpeaker(), conference.bySpeechActivity()));
                }
                poll(program, nowNs);
                if (isLook && program.isIdle(nowNs, config.idleTimeout().toNanos())) {
                    program.close();
                }
            }
            running.all().removeIf(program -> {
                if (program.isClosed()) {
                    LOG.info(
                            "conference {} is no longer served by HLS",
                            program.subject().conferenceId());
                }
                return program.isClosed();
            });
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /** Begins the program of a conference that is served without viewers, and keeps it. */
    private void openPermanent(ConferenceSnapshot conference) {
        if (media.table(conference.id()) == null) {
            return; // its program would end at once
        }
        String name = conference.name();
        String room = name == null ? conference.meetingId() : name.replaceFirst("@.*", "");
        if (!config.permanentRooms().matches(room) && !config.permanentRooms().matches(conference.meetingId())) {
            return;
        }
        try {
            open(room, "").use(System.nanoTime());
        } catch (RefusalException e) {
            LOG.debug("conference {} is not served by HLS: {}", conference.id(), e.getMessage());
        }
    }

    /** Without work the thread ends. The lock is not taken while there is some: a program that begins may hold it. */
    private boolean hasWork() {
        return !running.all().isEmpty() || !config.permanentRooms().isEmpty() || !forgetThread();
    }

    private synchronized boolean forgetThread() {
        boolean isIdle = running.all().isEmpty();
        if (isIdle) {
            thread = null;
        }
        return isIdle;
    }

    /** A bug, or a lack of memory, ends one program only. */
    private void poll(LiveProgram program, long nowNs) {
        try {
            program.poll(media, nowNs);
        } catch (RuntimeException e) {
            LOG.error("HLS of conference {} has stopped", program.subject().conferenceId(), e);
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
        running.all().forEach(LiveProgram::close);
        long deadlineNs = System.nanoTime() + END_NS;
        while (System.nanoTime() - deadlineNs < 0 && running.all().stream().anyMatch(each -> !each.isClosed())) {
            running.all().forEach(each -> each.poll(media, System.nanoTime()));
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
