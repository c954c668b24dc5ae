package org.starbridge.recording.hls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.TrackFormat;

/**
 * Content of one set of playlists: one audio rendition and one of each video encoding.
 *
 * <p>Segments have the same numbers in all renditions. A segment begins with the first key frame of any rendition after
 * its time has come; the others follow with their own next key frame. A rendition whose frames stay away gets gaps, so
 * that all playlists go on. Where the source or a codec changes, all renditions have a discontinuity at the same
 * segment. One thread at a time; times are nanoseconds since the program's origin.
 */
public final class Program {
    private static final int VIDEO_RATE_HZ = 90_000;
    private static final int AUDIO_RATE_HZ = 48_000;
    /** Key frames may come so much earlier than they are due. */
    private static final long EARLY_NS = 500_000_000;
    /** A key frame takes about so long: a round trip and a frame. */
    private static final long REQUEST_LEAD_NS = 150_000_000;

    /** The first segments are short: players begin at the begin of one, as soon as there is enough to play. */
    private static final long FIRST_SEGMENT_NS = 1_000_000_000;

    private static final int FIRST_SEGMENTS = 3;

    private static final long CLOCK_LAG_NS = 1_000_000_000;
    /** Sound that is transcoded is up to a second behind pictures that are not. */
    private static final long AUDIO_LAG_NS = 1_500_000_000;

    /** A segment may begin so much before its first picture, which is shown from there. */
    private static final long NEAR_NS = 20_000_000;

    /** Sound of AAC that is further apart has a hole. */
    private static final long HOLE_NS = 25_000_000;
    /** Ten seconds. */
    private static final int MAX_SILENCES = 500;
    /** A segment begins with a picture, so sound is put into segments so much later than it arrives. */
    private static final long BEHIND_NS = 60_000_000;
    /** Dates have milliseconds. */
    private static final long STEP_NS = 1_000_000;

    /** A picture that is later than the begin of its segment by more is not shown. */
    private static final long LATE_NS = 20_000_000;

    private static final int MAX_STARTS = 200;
    /** Sound as senders send it. */
    public static final TrackFormat OPUS = new TrackFormat(Codec.OPUS, 0, 0, new byte[] {
        'O', 'p', 'u', 's', 'H', 'e', 'a', 'd', 1, 2, 0, 0, (byte) 0x80, (byte) 0xBB, 0, 0, 0, 0, 0
    });

    /** AAC-LC, 48 kHz, stereo (ISO 14496-3 section 1.6.2.1). */
    public static final TrackFormat AAC = new TrackFormat(Codec.AAC, 0, 0, new byte[] {0x11, (byte) 0x90});

    private final HlsTiming timing;
    private final TrackFormat audioFormat;
    private final long originMs;
    private final Rendition audio;
    private final List<Rendition> videos = new ArrayList<>();
    private final TreeMap<Long, Start> starts = new TreeMap<>();
    private final ArrayDeque<Sound> sounds = new ArrayDeque<>();
    private long number = -1;
    private long startNs;
    private long soundEndNs;
    private long discontinuity;
    private boolean isSwitched;
    private boolean isEnded;

    /**
     * Counts of what was made so far, of all renditions together.
     *
     * @param segments with media
     * @param gaps segments without media
     * @param discontinuities changes of the source or of a codec, once for all renditions
     */
    public record Made(long segments, long parts, long gaps, long discontinuities) {}

    /** Sound that waits for pictures of its time, which take longer to be encoded. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sound(long atNs, byte[] packet) {}

    /** Beginning of a segment. */
    private record Start(long atNs, long discontinuity) {}

    /**
     * One without media.
     *
     * @param videoRenditions 0 for audio alone
     * @param originMs the wall clock at time 0, in ms since 1970
     */
    public Program(HlsTiming timing, int videoRenditions, long originMs) {
        this(timing, videoRenditions, originMs, OPUS);
    }

    /**
     * The same with another codec of sound.
     *
     * @param audioFormat {@link #OPUS} or {@link #AAC}
     */
    public Program(HlsTiming timing, int videoRenditions, long originMs, TrackFormat audioFormat) {
        this.timing = timing;
        this.audioFormat = audioFormat;
        this.originMs = originMs;
        audio = new Rendition("audio", AUDIO_RATE_HZ, timing, false);
        for (int i = 0; i < videoRenditions; i++) {
            videos.add(new Rendition("video-" + i, VIDEO_RATE_HZ, timing, true));
        }
    }

    /** Returns the format of the sound. */
    public TrackFormat audioFormat() {
        return audioFormat;
    }

    /** Returns the number of video renditions; 0 for audio alone. */
    public int videoRenditions() {
        return videos.size();
    }

    Rendition audio() {
        return audio;
    }

    List<Rendition> videos() {
        return videos;
    }

    private List<Rendition> renditions() {
        List<Rendition> all = new ArrayList<>(videos);
        all.add(audio);
        return all;
    }

    /** The wall clock at time 0, in ms since 1970. */
    public long originMs() {
        return originMs;
    }

    /** Returns the timing by which it is cut. */
    public HlsTiming timing() {
        return timing;
    }

    /** Returns what players can have now. */
    public ProgramSnapshot snapshot() {
        return new ProgramSnapshot(
                timing,
                originMs,
                audioFormat,
                audio.snapshot(),
                videos.stream().map(Rendition::snapshot).toList(),
                isEnded);
    }

    /** Returns the counts of what was made so far. */
    public Made made() {
        List<Rendition> all = renditions();
        return new Made(
                all.stream().mapToLong(Rendition::madeSegments).sum(),
                all.stream().mapToLong(Rendition::madeParts).sum(),
                all.stream().mapToLong(Rendition::madeGaps).sum(),
                discontinuity);
    }

    /**
     * Called when what follows comes from another source: with its first key frame all renditions have a discontinuity.
     */
    public void onSwitch() {
        isSwitched = true;
    }

    /** Returns whether a rendition's sender is to be asked for a key frame. */
    public boolean isKeyFrameDue(int index, long nowNs) {
        Rendition video = videos.get(index);
        return isSwitched || video.number() < number || number < 0 || nowNs >= dueNs() - REQUEST_LEAD_NS;
    }

    private long dueNs() {
        return startNs
                + (number < FIRST_SEGMENTS ? Math.min(FIRST_SEGMENT_NS, timing.segmentNs()) : timing.segmentNs());
    }

    /** A frame of a video rendition. */
    public void onVideo(int index, long timeNs, Frame frame) {
        Rendition video = videos.get(index);
        TrackFormat format = frame.format();
        boolean isKey = frame.isKeyFrame() && format != null;
        long atNs = video.after(timeNs);
        if (number < 0) {
            if (!isKey) {
                return;
            }
            isSwitched = false;
            open(atNs, false);
        }
        advance(atNs);
        TrackFormat known = video.format();
        boolean isOther = isKey && format != null && known != null && video.needsHeader(format);
        boolean isOtherCodec = isOther && known != null && format != null && known.codec() != format.codec();
        if (isKey && (isSwitched || (isOtherCodec && video.discontinuity() == discontinuity))) {
            isSwitched = false;
            open(atNs, true);
        } else if (isOther && video.number() == number) {
            open(atNs, false);
        } else if (isKey && video.number() == number && atNs >= dueNs() - EARLY_NS) {
            open(atNs, false);
        } else if (video.isOpen() && video.lengthNs(atNs) > timing.maxSegmentNs() && video.number() == number) {
            open(atNs, false);
        }
        boolean mustBegin = isKey || (video.isOpen() && video.lengthNs(atNs) > timing.maxSegmentNs());
        if (video.number() < number && mustBegin) {
            boolean isOver = video.isStarted() && !video.isOpen() && timeNs < video.endNs() - LATE_NS;
            if (isOver || (!isKey && !video.isStarted())) {
                return;
            }
            join(video, atNs, format);
        }
        if (video.isOpen()) {
            video.add(atNs, isKey, frame.data());
        }
    }

    /** A video rendition begins the newest segment with the frame that comes next. */
    private void join(Rendition video, long atNs, @Nullable TrackFormat format) {
        boolean isContinuous = video.isOpen() && video.reaches(atNs);
        if (video.isOpen()) {
            video.end(isContinuous ? atNs : startNs);
        }
        if (video.isStarted() && !isContinuous && atNs - startNs > NEAR_NS) {
            open(atNs, false);
        }
        fillGaps(video, number);
        video.begin(number, discontinuity, atNs, format);
    }

    /** A frame of sound: of Opus a packet of the {@link AudioLine}. Silence stands in for what is missing of AAC. */
    public void onAudio(long atNs, byte[] packet) {
        sounds.addLast(new Sound(atNs, packet));
        if (videos.isEmpty() || sounds.size() > MAX_SILENCES) {
            takeSound(Long.MAX_VALUE);
        }
    }

    /** Sound of up to this time. */
    private void takeSound(long untilNs) {
        while (!sounds.isEmpty() && sounds.getFirst().atNs() <= untilNs) {
            Sound sound = sounds.removeFirst();
            takeSound(sound.atNs(), sound.packet());
        }
    }

    private void takeSound(long atNs, byte[] packet) {
        long timeNs = audio.after(atNs);
        if (number >= 0 && videos.isEmpty()) {
            advance(timeNs);
        }
        if (audio.isOpen()) {
            for (int i = 0; i < MAX_SILENCES && soundEndNs + HOLE_NS < timeNs; i++) {
                addAudio(soundEndNs, Silence.of(audioFormat.codec()));
            }
        }
        addAudio(timeNs, packet);
    }

    private void addAudio(long timeNs, byte[] packet) {
        if (number < 0) {
            if (!videos.isEmpty()) {
                return;
            }
            open(timeNs, false);
        }
        boolean isLong = audio.isOpen() && audio.lengthNs(timeNs) > timing.maxSegmentNs();
        boolean isDue = videos.isEmpty()
                ? timeNs >= dueNs()
                : timeNs + Silence.durationNs(audioFormat.codec(), packet) > startNs + timing.maxSegmentNs();
        if (audio.number() == number && (isLong || isDue)) {
            open(timeNs, videos.isEmpty() && isSwitched);
        }
        long due = audioNumber(timeNs);
        if (due > audio.number()) {
            beginAudio(due, timeNs);
        } else if (isLong && audio.number() < number) {
            beginAudio(audio.number() + 1, timeNs);
        }
        if (audio.isOpen()) {
            soundEndNs = timeNs + Silence.durationNs(audioFormat.codec(), packet);
            audio.add(timeNs, true, packet);
        }
    }

    private void beginAudio(long segment, long timeNs) {
        boolean isAfterGap = audio.isStarted() && !audio.isOpen();
        audio.end(timeNs);
        if (isAfterGap) {
            fillGaps(audio, segment);
        }
        audio.begin(segment, discontinuityOf(segment), timeNs, audioFormat);
        if (isAfterGap) {
            soundEndNs = audio.endNs();
            padAudio(timeNs);
        }
    }

    /** Silence until then. */
    private void padAudio(long untilNs) {
        byte[] silence = Silence.of(audioFormat.codec());
        long lengthNs = Silence.durationNs(audioFormat.codec(), silence);
        for (;
                audio.isOpen() && audio.reaches(soundEndNs) && soundEndNs + lengthNs <= untilNs;
                soundEndNs += lengthNs) {
            audio.add(soundEndNs, true, silence);
        }
    }

    private long discontinuityOf(long segment) {
        Start start = starts.get(segment);
        return start == null ? discontinuity : start.discontinuity();
    }

    /**
     * The segment to which sound of this time belongs; sound that was transcoded may be segments behind the pictures.
     */
    private long audioNumber(long timeNs) {
        long found = audio.isOpen() ? Math.min(number, audio.number() + 1) : number;
        while (found > audio.number() + 1
                && starts.containsKey(found)
                && starts.get(found).atNs() > timeNs) {
            found--;
        }
        Start start = starts.get(found);
        return start != null && start.atNs() <= timeNs ? found : audio.number();
    }

    /** Returns whether sound has been waited for long enough: the segment after the next one began a while ago. */
    private boolean isAudioLate() {
        Start after = starts.get(audio.number() + 2);
        return after == null || startNs - after.atNs() >= AUDIO_LAG_NS;
    }

    /** Time went on. */
    public void onTick(long nowNs) {
        takeSound(nowNs - BEHIND_NS);
        if (number < 0) {
            return;
        }
        advance(nowNs - CLOCK_LAG_NS);
        for (Rendition video : videos) {
            if (video.isOpen() && video.number() < number && !video.reaches(nowNs - CLOCK_LAG_NS)) {
                video.end(startNs);
            }
        }
    }

    /** Segments that are as long as they may be end, up to one that has room for this time. */
    private void advance(long toNs) {
        if (toNs - startNs > MAX_STARTS * timing.maxSegmentNs()) {
            open(toNs, true); // the clock jumped
        }
        while (toNs > latestEndNs()) {
            open(latestEndNs(), false);
        }
    }

    /**
     * The newest segment ends then at the latest: pictures that were held up may have begun theirs before its start.
     */
    private long latestEndNs() {
        long fromNs = startNs;
        for (Rendition video : videos) {
            if (video.isOpen() && video.number() == number) {
                fromNs = Math.min(fromNs, video.startNs());
            }
        }
        return fromNs + timing.maxSegmentNs();
    }

    /** Nothing more comes: the playlists end. */
    public void end(long nowNs) {
        takeSound(Long.MAX_VALUE);
        isEnded = true;
        padAudio(nowNs);
        videos.forEach(each -> each.end(nowNs));
        audio.end(soundEndNs);
    }

    /** The next segment begins. Renditions that missed a whole one get a gap. */
    private void open(long atNs, boolean isDiscontinuous) {
        if (isDiscontinuous) {
            discontinuity++;
        }
        startNs = number < 0 ? atNs : Math.max(atNs, startNs + STEP_NS);
        number++;
        starts.put(number, new Start(startNs, discontinuity));
        while (starts.size() > MAX_STARTS) {
            starts.pollFirstEntry();
        }
        for (Rendition each : renditions()) {
            if (each.isStarted() && (each != audio || isAudioLate())) {
                catchUp(each);
            }
        }
    }

    /** A rendition is one segment behind the newest one at most. A picture that came meanwhile begins one. */
    private void catchUp(Rendition rendition) {
        while (rendition.isOpen() && rendition.number() < number - 1) {
            long next = rendition.number() + 1;
            Start start = starts.get(next);
            long endNs = start == null ? startNs : start.atNs();
            if (rendition == audio) {
                padAudio(endNs);
            }
            if (rendition == audio || !rendition.split(next, discontinuityOf(next), endNs)) {
                rendition.end(endNs);
            }
        }
        fillGaps(rendition, number);
    }

    /** Up to the segment before this one. */
    private void fillGaps(Rendition rendition, long segment) {
        if (rendition.isStarted() && !rendition.isOpen()) {
            for (long missing = rendition.number() + 1; missing < segment; missing++) {
                Start next = starts.get(missing + 1);
                rendition.gap(missing, discontinuityOf(missing), next == null ? startNs : next.atNs());
            }
        }
    }
}
