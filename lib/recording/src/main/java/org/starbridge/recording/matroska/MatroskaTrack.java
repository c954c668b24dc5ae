package org.starbridge.recording.matroska;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.TrackFormat;

/**
 * A file of one track, in pieces to be written one after another: the {@link #header}, then each cluster that
 * {@link #add} or {@link #end} gives. Of WebM where the codec is one of WebM's, else of Matroska. Owned by one thread.
 */
public final class MatroskaTrack {
    /** A cluster is at least so long, unless the file ends: then it may begin again with a key frame. */
    private static final long SHORT_MS = 1000;
    /** It is at most so long: so much is lost if the process is killed. */
    private static final long LONG_MS = 2000;

    private static final long LONGEST_FRAME_MS = 100;

    private static final int MAX_CLUSTER_BYTES = 1 << 20;
    private static final byte[] NOTHING = {};
    /** The index has at most so many entries: 11 hours of clusters of two seconds. */
    private static final int MAX_CUES = 20_000;

    private final TrackFormat format;
    private final String name;
    private final long startedAtMs;
    private final byte[] header;
    /** From the begin of the file to the segment's content, from which positions are counted. */
    private int segmentOffset;

    private final List<Cue> cues = new ArrayList<>();
    private long position;
    private Ebml blocks = new Ebml();
    private boolean beginsWithKeyFrame;
    private long clusterMs;
    private long lastMs;
    /** Length of the last frame, if it is like the one before. */
    private long frameMs;

    private boolean hasFrames;
    private boolean isStarted;

    /** A cluster that begins with a key frame. */
    private record Cue(long timeMs, long position) {}

    /**
     * A file without frames.
     *
     * @param name of the track, for people
     * @param startedAtMs the wall clock at time 0 of the file, in ms since 1970
     */
    public MatroskaTrack(TrackFormat format, String name, long startedAtMs) {
        this.format = format;
        this.name = name;
        this.startedAtMs = startedAtMs;
        header = header(0, 0);
        position = header.length;
    }

    /** Has the same length whatever the numbers are; no index if its position is 0. */
    private byte[] header(long durationMs, long indexPosition) {
        Ebml info = new Ebml()
                .number(Id.TIMESTAMP_SCALE, 1_000_000)
                .binary(Id.DATE_UTC, sinceMillennium(startedAtMs))
                .text(Id.MUXING_APP, "Starbridge")
                .text(Id.WRITING_APP, "Starbridge")
                .real(Id.DURATION, (double) durationMs);
        Ebml seek = new Ebml()
                .master(
                        Id.SEEK,
                        new Ebml()
                                .binary(
                                        Id.SEEK_ID,
                                        ByteBuffer.allocate(4).putInt(Id.CUES).array())
                                .binary(Id.SEEK_POSITION, eightBytes(indexPosition)));
        Ebml head = new Ebml().master(Id.SEEK_HEAD, seek);
        int voidBytes = head.size() - 2; // its id and its length are a byte each
        Ebml file = new Ebml()
                .master(Id.EBML, head(isWebm(format.codec()) ? "webm" : "matroska"))
                .openMaster(Id.SEGMENT);
        segmentOffset = file.size();
        if (indexPosition > 0) {
            file.master(Id.SEEK_HEAD, seek);
        } else {
            file.binary(Id.VOID, new byte[voidBytes]);
        }
        file.master(Id.INFO, info);
        file.master(Id.TRACKS, new Ebml().master(Id.TRACK_ENTRY, entry(format, name)));
        return file.bytes();
    }

    private static byte[] eightBytes(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    private static boolean isWebm(Codec codec) {
        return codec != Codec.H264;
    }

    /** Returns the ending of the file's name: {@code webm} or {@code mkv}. */
    public static String extension(Codec codec) {
        return isWebm(codec) ? "webm" : "mkv";
    }

    private static byte[] sinceMillennium(long epochMs) {
        return eightBytes((epochMs - 978_307_200_000L) * 1_000_000);
    }

    private static Ebml head(String type) {
        return new Ebml()
                .number(Id.EBML_VERSION, 1)
                .number(Id.EBML_READ_VERSION, 1)
                .number(Id.EBML_MAX_ID_LENGTH, 4)
                .number(Id.EBML_MAX_SIZE_LENGTH, 8)
                .text(Id.DOC_TYPE, type)
                .number(Id.DOC_TYPE_VERSION, 4)
                .number(Id.DOC_TYPE_READ_VERSION, 2);
    }

    private static Ebml entry(TrackFormat format, String name) {
        Ebml entry = new Ebml()
                .number(Id.TRACK_NUMBER, 1)
                .number(Id.TRACK_UID, 1)
                .number(Id.TRACK_TYPE, format.codec().isVideo() ? 1 : 2)
                .number(Id.FLAG_LACING, 0)
                .text(Id.NAME, name)
                .text(Id.CODEC_ID, codecId(format.codec()));
        if (format.configuration().length > 0) {
            entry.binary(Id.CODEC_PRIVATE, format.configuration());
        }
        if (format.codec().isVideo()) {
            return entry.master(
                    Id.VIDEO,
                    new Ebml().number(Id.PIXEL_WIDTH, format.width()).number(Id.PIXEL_HEIGHT, format.height()));
        }
        return entry.number(Id.SEEK_PRE_ROLL, 80_000_000) // RFC 7845 section 4.6
                .master(Id.AUDIO, new Ebml().real(Id.SAMPLING_FREQUENCY, 48_000).number(Id.CHANNELS, 2));
    }

    private static String codecId(Codec codec) {
        return switch (codec) {
            case OPUS -> "A_OPUS";
            case AAC -> "A_AAC";
            case VP8 -> "V_VP8";
            case VP9 -> "V_VP9";
            case AV1 -> "V_AV1";
            case H264 -> "V_MPEG4/ISO/AVC";
        };
    }

    /** Returns the beginning of the file. */
    public byte[] header() {
        return header.clone();
    }

    /**
     * A frame.
     *
     * @param timeMs since time 0; less than that of the frame before counts as the same
     * @return the cluster that is complete now; empty if none is
     */
    public byte[] add(long timeMs, boolean isKeyFrame, byte[] frame) {
        long at = Math.max(Math.max(timeMs, lastMs), 0);
        byte[] complete = isStarted && endsCluster(at, isKeyFrame) ? end() : NOTHING;
        if (!isStarted) {
            isStarted = true;
            clusterMs = at;
            beginsWithKeyFrame = isKeyFrame;
            blocks = new Ebml();
        }
        blocks.block((int) (at - clusterMs), isKeyFrame, frame);
        frameMs = hasFrames ? Math.min(at - lastMs, LONGEST_FRAME_MS) : 0;
        hasFrames = true;
        lastMs = at;
        return complete;
    }

    private boolean endsCluster(long at, boolean isKeyFrame) {
        long lengthMs = at - clusterMs;
        boolean mayBegin = format.codec().isVideo() && isKeyFrame;
        return lengthMs >= LONG_MS || blocks.size() >= MAX_CLUSTER_BYTES || (mayBegin && lengthMs >= SHORT_MS);
    }

    /** The last cluster; empty if all frames were given. Frames may follow. */
    public byte[] end() {
        if (!isStarted) {
            return NOTHING;
        }
        isStarted = false;
        byte[] times = new Ebml().number(Id.TIMESTAMP, clusterMs).bytes();
        byte[] content = blocks.bytes();
        byte[] both = Arrays.copyOf(times, times.length + content.length);
        System.arraycopy(content, 0, both, times.length, content.length);
        byte[] cluster = new Ebml().binary(Id.CLUSTER, both).bytes();
        if (beginsWithKeyFrame && cues.size() < MAX_CUES) {
            cues.add(new Cue(clusterMs, position - segmentOffset));
        }
        position += cluster.length;
        return cluster;
    }

    /** The cluster that was given last is not in the file, and neither are frames behind it that refer to it. */
    public void onLost(byte[] cluster) {
        isStarted &= beginsWithKeyFrame;
        position -= cluster.length;
        if (!cues.isEmpty() && cues.getLast().position() == position - segmentOffset) {
            cues.removeLast();
        }
    }

    /** Returns the ending of the file, behind {@link #end}: for players that seek. */
    public byte[] index() {
        Ebml points = new Ebml();
        for (Cue cue : cues) {
            points.master(
                    Id.CUE_POINT,
                    new Ebml()
                            .number(Id.CUE_TIME, cue.timeMs())
                            .master(
                                    Id.CUE_TRACK_POSITIONS,
                                    new Ebml()
                                            .number(Id.CUE_TRACK, 1)
                                            .number(Id.CUE_CLUSTER_POSITION, cue.position())));
        }
        return cues.isEmpty() ? NOTHING : new Ebml().master(Id.CUES, points).bytes();
    }

    /** Returns what the file may begin with in place of {@link #header} once it ends with the {@link #index}. */
    public byte[] finalHeader() {
        return header(lastMs + frameMs, cues.isEmpty() ? 0 : position - segmentOffset);
    }
}
