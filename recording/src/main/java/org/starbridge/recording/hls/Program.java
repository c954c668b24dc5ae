package org.starbridge.recording.hls;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.TrackFormat;

/**
 * What one set of playlists shows: one audio rendition and one of each video encoding.
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
    private long number = -1;
    private long startNs;
    private long discontinuity;
    private boolean isSwitched;
    private boolean isEnded;

    /**
     * What was made so far, of all renditions together.
     *
     * @param segments with media
     * @param gaps segments without media
     * @param discontinuities changes of the source or of a codec, once for all renditions
     */
    public record Made(long segments, long parts, long gaps, long discontinuities) {}

    /** Where a segment begins. */
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

    /** What the sound is. */
    public TrackFormat audioFormat() {
        return audioFormat;
    }

    /** How many video renditions there are; 0 for audio alone. */
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

    /** How it is cut. */
    public HlsTiming timing() {
        return timing;
    }

    /** What players can have now. */
    public ProgramSnapshot snapshot() {
        return new ProgramSnapshot(
                timing,
                originMs,
                audioFormat,
                audio.snapshot(),
                videos.stream().map(Rendition::snapshot).toList(),
                isEnded);
    }

    /** What was made so far. */
    public Made made() {
        List<Rendition> all = renditions();
        return new Made(
                all.stream().mapToLong(Rendition::madeSegments).sum(),
                all.stream().mapToLong(Rendition::madeParts).sum(),
                all.stream().mapToLong(Rendition::madeGaps).sum(),
                discontinuity);
    }

    /** What follows comes from another source: with its first key frame all renditions have a discontinuity. */
    public void onSwitch() {
        isSwitched = true;
    }

    /** Whether a rendition's sender is to be asked for a key frame. */
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
        boolean mustBegin = isKey || !video.isOpen() || video.lengthNs(atNs) > timing.maxSegmentNs();
        if (video.number() < number && mustBegin) {
            if (!isKey && !video.isStarted()) {
                return;
            }
            cut(video, number, atNs, format);
        }
        if (video.isOpen()) {
            video.add(atNs, isKey, frame.data());
        }
    }

    /** A frame of sound: of Opus a packet of the {@link AudioLine}. There is one for each moment. */
    public void onAudio(long atNs, byte[] packet) {
        long timeNs = audio.after(atNs);
        if (number < 0) {
            if (!videos.isEmpty()) {
                return;
            }
            open(timeNs, false);
        }
        boolean isLong = audio.isOpen() && audio.lengthNs(timeNs) > timing.maxSegmentNs();
        boolean isDue = videos.isEmpty() && timeNs >= dueNs();
        if (audio.number() == number && (isLong || isDue)) {
            open(timeNs, videos.isEmpty() && isSwitched);
        }
        long due = audioNumber(timeNs);
        if (due > audio.number()) {
            cut(audio, due, timeNs, audioFormat);
        } else if (isLong && audio.number() < number) {
            cut(audio, audio.number() + 1, timeNs, audioFormat);
        }
        if (audio.isOpen()) {
            audio.add(timeNs, true, packet);
        }
    }

    /**
     * The segment to which sound of this time belongs; sound that was transcoded may be segments behind the pictures.
     */
    private long audioNumber(long timeNs) {
        long found = number;
        while (found > audio.number() + 1
                && starts.containsKey(found)
                && starts.get(found).atNs() > timeNs) {
            found--;
        }
        Start start = starts.get(found);
        return start != null && start.atNs() <= timeNs ? found : audio.number();
    }

    /** Whether sound has been waited for long enough: the segment after the next one began a while ago. */
    private boolean isAudioLate() {
        Start after = starts.get(audio.number() + 2);
        return after == null || startNs - after.atNs() >= AUDIO_LAG_NS;
    }

    /** Time went on. */
    public void onTick(long nowNs) {
        if (number < 0) {
            return;
        }
        long latestNs = startNs + timing.maxSegmentNs();
        if (nowNs > latestNs + CLOCK_LAG_NS) {
            open(Math.max(latestNs, nowNs - timing.maxSegmentNs()), false);
        }
        videos.forEach(video -> video.expire(nowNs));
    }

    /** Nothing more comes: the playlists end. */
    public void end(long nowNs) {
        isEnded = true;
        renditions().forEach(each -> each.endLast(nowNs));
    }

    /** The next segment begins. Renditions that missed a whole one get a gap. */
    private void open(long atNs, boolean isDiscontinuous) {
        if (isDiscontinuous) {
            discontinuity++;
        }
        startNs = number < 0 ? atNs : Math.max(atNs, startNs + 1);
        number++;
        starts.put(number, new Start(startNs, discontinuity));
        while (starts.size() > MAX_STARTS) {
            starts.pollFirstEntry();
        }
        for (Rendition each : renditions()) {
            if (each.isStarted() && each.number() < number - 1 && (each != audio || isAudioLate())) {
                each.endLast(startNs);
                fillGaps(each, number);
            }
        }
    }

    private void cut(Rendition rendition, long segment, long atNs, @Nullable TrackFormat format) {
        boolean wasStarted = rendition.isStarted();
        rendition.end(atNs);
        if (wasStarted) {
            fillGaps(rendition, segment);
        }
        Start start = starts.get(segment);
        rendition.begin(segment, start == null ? discontinuity : start.discontinuity(), atNs, format);
    }

    /** Up to the segment before this one. */
    private void fillGaps(Rendition rendition, long segment) {
        for (long missing = rendition.number() + 1; missing < segment; missing++) {
            Start start = starts.get(missing);
            Start next = starts.get(missing + 1);
            if (start != null && next != null) {
                rendition.gap(missing, start.discontinuity(), start.atNs(), next.atNs() - start.atNs());
            }
        }
    }
}
