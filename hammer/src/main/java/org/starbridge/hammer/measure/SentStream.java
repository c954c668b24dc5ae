package org.starbridge.hammer.measure;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.SentLog;
import org.starbridge.hammer.media.layer.RecordedFrames;

/**
 * One stream as its sender publishes it: whose it is, its SSRC, what was sent lately, and which part of it is measured.
 * The window is opened and closed by the sending endpoint's thread; any thread reads.
 *
 * <p>The window is the half-open range of extended sequence numbers from the first packet sent after warm-up to the
 * first that was not sent any more. So it needs no clock, and what is in flight at either end is counted on the right
 * side.
 */
public final class SentStream {
    private static final long NOT_YET = Long.MAX_VALUE;

    private final int index;
    private final int endpoint;
    private final Codec codec;
    private final int ssrc;
    private final @Nullable RecordedFrames frames;
    private final SentLog log = new SentLog();
    private volatile long windowStart = NOT_YET;
    private volatile long windowEnd = NOT_YET;

    /**
     * @param index its number among all streams of the run, from 0
     * @param endpoint the sending endpoint's number, from 0
     * @param ssrc all 32 bits
     */
    public SentStream(int index, int endpoint, Codec codec, int ssrc) {
        this(index, endpoint, codec, ssrc, null);
    }

    /** The same; {@code frames} are those of what is played, null if they are unknown. */
    public SentStream(int index, int endpoint, Codec codec, int ssrc, @Nullable RecordedFrames frames) {
        this.frames = frames;
        this.index = index;
        this.endpoint = endpoint;
        this.codec = codec;
        this.ssrc = ssrc;
    }

    /** Its number among all streams of the run. */
    public int index() {
        return index;
    }

    /** The sending endpoint's number. */
    public int endpoint() {
        return endpoint;
    }

    /** Returns the codec of the payloads. */
    public Codec codec() {
        return codec;
    }

    /** Audio or video. */
    public MediaKind kind() {
        return codec.kind();
    }

    /** The SSRC, all 32 bits as an int. */
    public int ssrc() {
        return ssrc;
    }

    /** The frames of what is played; null if they are unknown. */
    public @Nullable RecordedFrames frames() {
        return frames;
    }

    /** Returns the log of what was sent lately. */
    public SentLog log() {
        return log;
    }

    /** The window begins with packet {@code nextExtSeq}, the next one to be sent; call before sending it. */
    public void openWindow(long nextExtSeq) {
        windowStart = nextExtSeq;
    }

    /** Nothing from {@code nextExtSeq} on is sent any more. */
    public void closeWindow(long nextExtSeq) {
        windowEnd = nextExtSeq;
    }

    /** The first extended sequence number of the window; {@code Long.MAX_VALUE} before it is open. */
    public long windowStart() {
        return windowStart;
    }

    /** Packets sent in the window; 0 unless it was opened and closed. */
    public long sentInWindow() {
        long start = windowStart;
        long end = windowEnd;
        return start == NOT_YET || end == NOT_YET ? 0 : Math.max(0, end - start);
    }
}
