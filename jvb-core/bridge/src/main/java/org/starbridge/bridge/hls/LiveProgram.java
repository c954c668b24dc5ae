package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.recording.hls.AudioLine;
import org.starbridge.recording.hls.MultivariantPlaylist;
import org.starbridge.recording.hls.Program;
import org.starbridge.recording.hls.ProgramSnapshot;
import org.starbridge.recording.hls.RenditionSnapshot;
import org.starbridge.transport.counters.SharedCounters;

/**
 * The HLS of one room, or of one source in it: the program and those who wait for it. Its methods may be called by any
 * thread; {@link #poll} by one.
 *
 * <p>Requests read what the last poll left, which does not change. They take no lock: hundreds of them made a poll wait
 * for seconds, and virtual threads that waited for one got their turn late.
 */
final class LiveProgram {
    /** A layer that has not begun so long after the first one is left out of the multivariant playlist. */
    private static final long LAYERS_NS = 4_000_000_000L;
    /** So long it can be read after its conference has ended. */
    private static final long AFTERLIFE_NS = 20_000_000_000L;

    private final String id;
    private final Subject subject;
    private final long originNs;
    private final SharedCounters<HlsCounter> counters;
    private final Transcoders transcoders;
    private final WaitingRequests waiting = new WaitingRequests();
    private final List<SourceTap> closing = new ArrayList<>();
    private final List<MixedAudio> closingMixes = new ArrayList<>();
    private final WrittenPlaylists playlists = new WrittenPlaylists();
    private Program program;
    private Program.Made counted = new Program.Made(0, 0, 0, 0);
    private AudioLine audio;
    private @Nullable SourceTap shown;
    private @Nullable MixedAudio mix;
    private boolean isMixRefused;
    private long tableVersion = -1;
    private @Nullable String speaker;
    private List<String> bySpeechActivity = List.of();
    private long firstMediaNs = -1;
    private long endedNs = -1;
    private volatile Now now;
    private volatile long lastUsedNs;
    private volatile boolean isClosing;
    private volatile boolean isClosed;

    /**
     * Subject that it shows.
     *
     * @param conferenceId the bridge-local id
     * @param room as the URL names it
     * @param source a source's name; empty for the dominant speaker
     */
    record Subject(String conferenceId, String room, String source) {}

    /**
     * State that requests see.
     *
     * @param firstMediaNs when media began; -1 if it has not
     * @param isUnusable whether all that comes is video that HLS cannot have
     * @param isRefused whether that is so because too much is transcoded
     */
    private record Now(ProgramSnapshot program, long firstMediaNs, boolean isUnusable, boolean isRefused) {
        static Now of(Program program) {
            return new Now(program.snapshot(), -1, false, false);
        }
    }

    /** Parts that programs have in common. */
    record Shared(SharedCounters<HlsCounter> counters, Transcoders transcoders) {}

    LiveProgram(String id, Subject subject, Program program, long nowNs, Shared shared) {
        this.id = id;
        transcoders = shared.transcoders();
        this.subject = subject;
        this.program = program;
        counters = shared.counters();
        originNs = nowNs;
        lastUsedNs = nowNs;
        audio = new AudioLine(this::onOpus);
        now = Now.of(program);
    }

    /** The line of sound, which has no gaps. */
    private void onOpus(long atNs, byte[] packet) {
        SourceTap tap = shown;
        if (tap != null) {
            tap.onAudio(atNs, packet);
        }
        if (program.audioFormat().equals(Program.OPUS)) {
            program.onAudio(atNs, packet);
        }
    }

    /** Part of its URLs, and hard to guess. */
    String id() {
        return id;
    }

    Subject subject() {
        return subject;
    }

    void use(long nowNs) {
        lastUsedNs = nowNs;
    }

    /** The rendition of this name as it is now; null if there is none. */
    @Nullable
    RenditionSnapshot rendition(String name) {
        return now.program().rendition(name);
    }

    /** The media playlist of a rendition as it is now; null if there is none of this name. */
    WrittenPlaylists.@Nullable Text playlist(String name, boolean isDelta) {
        return playlists.of(now.program(), name, isDelta);
    }

    /** Returns whether the program has ended: nothing more comes. */
    boolean isEnded() {
        return now.program().isEnded();
    }

    /** Returns whether players can begin: all layers have media, or the others had their time. */
    boolean isReady(long nowNs) {
        Now seen = now;
        List<RenditionSnapshot> videos = seen.program().videos();
        if (!seen.program().audio().isPlayable()) {
            return false;
        }
        long begun = videos.stream().filter(RenditionSnapshot::isPlayable).count();
        return begun == videos.size() || (begun > 0 && nowNs - seen.firstMediaNs() > LAYERS_NS);
    }

    /** Returns whether all that comes is video that HLS cannot have. */
    boolean isUnusable() {
        return now.isUnusable();
    }

    /** Returns whether that is so because too much is transcoded. */
    boolean isRefused() {
        return now.isRefused();
    }

    String multivariant() {
        return MultivariantPlaylist.of(now.program(), id + "/");
    }

    /**
     * Calls {@code then} when something holds, with true, or at a deadline with false, on a virtual thread that it may
     * not block.
     *
     * @param rendition the name of the one whose changes it depends on; null if it depends on something else
     * @return false if it holds now, or if the program is closed: nothing is called
     */
    boolean await(@Nullable String rendition, BooleanSupplier isOver, long deadlineNs, Consumer<Boolean> then) {
        if (isOver.getAsBoolean()) {
            return false;
        }
        WaitingRequests.Waiting request = new WaitingRequests.Waiting(rendition, isOver, deadlineNs, then);
        waiting.add(request);
        return !isClosed || !waiting.withdraw(request); // after the last poll there is none that would answer it
    }

    int waitingCount() {
        return waiting.count();
    }

    /**
     * Called with the present speakers.
     *
     * @param dominant id of the dominant speaker; null if there is none
     * @param all ids of all endpoints, those who spoke last first
     */
    synchronized void onSpeakers(@Nullable String dominant, List<String> all) {
        if (!Objects.equals(speaker, dominant) || !bySpeechActivity.equals(all) || isMixRefused) {
            speaker = dominant;
            bySpeechActivity = all;
            tableVersion = -1;
        }
    }

    /** Takes in what was sent. */
    void poll(ObservedMediaPlane media, long nowNs) {
        ProgramSnapshot seen = takeInAll(media, nowNs);
        WaitingRequests.run(isClosing ? waiting.takeAll() : waiting.take(nowNs, seen));
    }

    private synchronized ProgramSnapshot takeInAll(ObservedMediaPlane media, long nowNs) {
        takeIn(media, nowNs);
        count();
        SourceTap tap = shown;
        now = new Now(
                program.snapshot(),
                firstMediaNs,
                firstMediaNs < 0 && (isMixRefused || (tap != null && tap.isUnusable())),
                isMixRefused || (tap != null && tap.isRefused()));
        isClosed = isClosing && closing.isEmpty() && closingMixes.isEmpty();
        return now.program();
    }

    private void takeIn(ObservedMediaPlane media, long nowNs) {
        ForwardingTable table = media.table(subject.conferenceId());
        if (endedNs >= 0 || isClosing) {
            pollClosing(nowNs);
            return;
        }
        if (table == null) {
            end(nowNs);
            return;
        }
        choose(table, media, nowNs);
        SourceTap tap = shown;
        if (tap != null) {
            tap.poll(nowNs);
        }
        if (tap != null && transcoders.isEnabled() && tap.isUnusable() && !tap.isRefused()) {
            show(tap.source(), media, true);
        }
        pollClosing(nowNs);
        if (mix != null) {
            mix.poll(nowNs);
        } else if (program.videoRenditions() > 0 || tap != null) {
            audio.onTick(nowNs - originNs);
        }
        program.onTick(nowNs - originNs);
        if (firstMediaNs < 0 && program.snapshot().renditions().stream().anyMatch(each -> each.lastNumber() >= 0)) {
            firstMediaNs = nowNs;
        }
    }

    private void count() {
        Program.Made made = program.made();
        if (!made.equals(counted)) {
            counters.add(HlsCounter.SEGMENTS, made.segments() - counted.segments());
            counters.add(HlsCounter.PARTS, made.parts() - counted.parts());
            counters.add(HlsCounter.GAP_SEGMENTS, made.gaps() - counted.gaps());
            counters.add(HlsCounter.DISCONTINUITIES, made.discontinuities() - counted.discontinuities());
            counted = made;
        }
    }

    private void pollClosing(long nowNs) {
        closing.forEach(tap -> tap.poll(nowNs));
        closing.removeIf(SourceTap::isClosed);
        closingMixes.forEach(each -> each.pollClosing(nowNs));
        closingMixes.removeIf(MixedAudio::isClosed);
    }

    private void end(long nowNs) {
        endedNs = nowNs;
        if (mix == null) {
            audio.end(nowNs - originNs);
        }
        leaveShown();
        leaveMix();
        program.end(nowNs - originNs);
    }

    private void choose(ForwardingTable table, ObservedMediaPlane media, long nowNs) {
        if (table.version() == tableVersion) {
            return;
        }
        tableVersion = table.version();
        if (!isMixed(table)) {
            return;
        }
        if (mix != null) {
            mix.choose(table, media, bySpeechActivity);
        }
        SourceTap tap = shown;
        ShownSource wanted = subject.source().isEmpty()
                ? ShownSource.ofSpeaker(table, speaker, tap == null ? null : tap.source())
                : ShownSource.named(table, subject.source());
        if (tap != null && wanted != null && tap.source().isSameAs(wanted)) {
            tap.update(wanted);
            return;
        }
        leaveShown();
        if (wanted == null) {
            return;
        }
        if (firstMediaNs >= 0
                && program.videoRenditions() == 0
                && !wanted.videos().isEmpty()) {
            end(nowNs); // players that loaded a program without video are to load another one
            return;
        }
        show(wanted, media, false);
    }

    /** @param hasVp8 whether its video is to be transcoded, which is known when it has begun to come */
    private void show(ShownSource wanted, ObservedMediaPlane media, boolean hasVp8) {
        leaveShown();
        ObservedMediaPlane.Known endpoint = media.endpoint(wanted.transport().endpointKey());
        if (endpoint == null) {
            return;
        }
        if (firstMediaNs < 0) {
            boolean isAac = hasVp8 || mix != null || transcoders.isAacForAll();
            program = new Program(
                    program.timing(),
                    hasVp8 ? 1 : wanted.videos().size(),
                    program.originMs(),
                    isAac ? Program.AAC : Program.OPUS);
            audio = new AudioLine(this::onOpus);
        } else {
            program.onSwitch();
        }
        SourceTap.Output output = new SourceTap.Output(program, mix == null ? audio : null, originNs, counters);
        shown = new SourceTap(wanted, endpoint, output, transcoders, hasVp8);
    }

    /** Begins to mix, if that is to be, when a participant sends sound; false if too much is transcoded. */
    private boolean isMixed(ForwardingTable table) {
        boolean isMeant = transcoders.isMixing() && subject.source().isEmpty();
        if (isMeant && mix == null && !ShownSource.sounds(table).isEmpty()) {
            mix = MixedAudio.open(transcoders, originNs, (atNs, frame) -> program.onAudio(atNs, frame));
            isMixRefused = mix == null;
        }
        return !isMixRefused;
    }

    private void leaveMix() {
        MixedAudio left = mix;
        mix = null;
        if (left != null) {
            left.end();
            closingMixes.add(left);
        }
    }

    private void leaveShown() {
        SourceTap tap = shown;
        shown = null;
        if (tap != null) {
            tap.end();
            closing.add(tap);
        }
    }

    /** Returns whether it is of no use any more. */
    synchronized boolean isIdle(long nowNs, long timeoutNs) {
        return nowNs - lastUsedNs > timeoutNs || (endedNs >= 0 && nowNs - endedNs > AFTERLIFE_NS);
    }

    /** It ends: {@link #poll} until it {@link #isClosed}. */
    synchronized void close() {
        isClosing = true;
        leaveShown();
        leaveMix();
    }

    boolean isClosed() {
        return isClosed;
    }
}
