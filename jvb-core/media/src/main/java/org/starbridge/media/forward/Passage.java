package org.starbridge.media.forward;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.projection.StreamProjection;
import org.starbridge.rtp.codec.FrameFacts;

/**
 * Which packets of a source pass to one receiver, and under which numbers. Owned by the receiver's worker.
 *
 * <p>As long as the source has one encoding and the receiver gets all of it, that is a shift of the numbers and nothing else,
 * because that costs least. What chooses among layers, encodings and sources is a projection. Either way video that was cut off
 * resumes with a key frame.
 */
final class Passage {
    /** No index: the packet is older than the first one that passed. */
    static final long OLDER_THAN_FIRST = IndexShift.NONE;
    /** No index: the receiver is to get something else. */
    static final long NOT_SELECTED = -2;

    private static final int TOP_TEMPORAL_LAYER = 3;
    private static final int VIDEO_CLOCK_RATE_HZ = 90_000;
    private static final int VIDEO_FRAME_TICKS = 3000;
    /** Opus; of an older codec's timestamps too much time seems to pass at a change of source, and nothing else. */
    private static final int AUDIO_CLOCK_RATE_HZ = 48_000;

    private static final int AUDIO_FRAME_TICKS = 960;

    private final MediaKind kind;
    private final IndexShift whole = new IndexShift();
    private @Nullable StreamProjection projection;
    /** Of video that has a projection, or that went whole from a late key frame on. */
    private @Nullable HeldPackets held;
    /** Of video that goes whole, as long as its first packet after an interruption is waited for. */
    private @Nullable KeyFrameHold hold;
    /** Whether the source still goes whole, up to the first frame from which on layers can be left out. */
    private boolean isYetWhole;

    private int[] encodings;
    private int target = ForwardingTable.HIGHEST_LAYER;
    private boolean paused;
    private boolean muted;

    /** One that one source will always have to itself; {@code handle} is that of its lowest encoding. */
    Passage(MediaKind kind, int handle) {
        this.kind = kind;
        encodings = new int[] {handle};
    }

    /** One that now this and now that source goes through; first nothing does. */
    static Passage ofManySources(MediaKind kind) {
        Passage passage = new Passage(kind, OutgoingStream.NO_SOURCE);
        passage.project();
        passage.paused = true;
        return passage;
    }

    private void project() {
        if (kind == MediaKind.VIDEO) {
            projection = new StreamProjection(VIDEO_CLOCK_RATE_HZ, VIDEO_FRAME_TICKS);
            held = new HeldPackets();
        } else {
            projection = new StreamProjection(AUDIO_CLOCK_RATE_HZ, AUDIO_FRAME_TICKS);
        }
    }

    private void forgetHeld() {
        if (held != null) {
            held.clear();
        }
    }

    /**
     * Whether a packet passes. If it is not protected under its index after all, {@link #suspend} must follow.
     *
     * @param highestSent the highest index sent to this receiver under the outgoing SSRC, ever; -1 before the first
     * @return its index, or {@link #OLDER_THAN_FIRST} or {@link #NOT_SELECTED}
     */
    long project(FanOutPacket packet, long highestSent) {
        StreamProjection layers = projection;
        if (layers != null) {
            return projectLayer(layers, packet, highestSent);
        }
        return hold != null && !begins(hold, packet) ? NOT_SELECTED : whole.project(packet.extSeq(), highestSent);
    }

    private boolean begins(KeyFrameHold waiting, FanOutPacket packet) {
        if (!waiting.endsWith(packet)) {
            return false;
        }
        hold = null;
        held = waiting.held();
        return true;
    }

    /** Video that goes whole was cut off: it resumes with a key frame. */
    private void holdBack() {
        if (kind == MediaKind.VIDEO && projection == null) {
            hold = new KeyFrameHold();
            held = null;
        }
    }

    private long projectLayer(StreamProjection layers, FanOutPacket packet, long highestSent) {
        FrameFacts facts = packet.facts();
        if (isYetWhole) {
            if (facts.encoding() != 0) {
                return NOT_SELECTED;
            }
            long index = whole.project(packet.extSeq(), highestSent);
            if (!facts.isLayered() || !facts.isStartOfFrame() || !facts.isNewest()) {
                return index;
            }
            isYetWhole = false;
            layers.takeOver(facts, packet.extSeq(), index, highestSent);
        }
        HeldPackets waiting = layers.awaits(facts.encoding()) ? held : null;
        boolean isFollowed = waiting != null && facts.isKeyFrame() && waiting.follow(packet.extSeq());
        boolean goes = layers.project(
                facts,
                packet.extSeq(),
                packet.timestamp(),
                packet.arrivalNs(),
                highestSent,
                facts.isNewest() || isFollowed);
        if (waiting != null) {
            if (!goes) {
                waiting.add(packet.position(), packet.extSeq());
            } else if (facts.isNewest()) {
                waiting.clear();
            } else {
                waiting.release(packet.extSeq());
            }
        }
        return goes ? layers.index() : NOT_SELECTED;
    }

    /** What went by and follows the key frame that went last; null if nothing does. */
    @Nullable
    HeldPackets released() {
        return held != null && held.hasReleased() ? held : null;
    }

    /** See {@link FanOutBatch#prefetch}. */
    long prefetch() {
        return whole.prefetch();
    }

    /** Why a packet that {@link #project} gave no index does not pass. */
    static DropReason refusal(long noIndex) {
        return noIndex == NOT_SELECTED ? DropReason.NOT_SELECTED : DropReason.OLDER_THAN_FIRST;
    }

    /** Where the last packet's timestamp and picture numbers are; null if they stay as they came. */
    @Nullable
    StreamProjection numbers() {
        return isYetWhole ? null : projection;
    }

    /** What comes next continues after what was sent, whatever its number. */
    void suspend() {
        whole.suspend();
        if (projection != null) {
            projection.suspend();
        }
    }

    /**
     * What is to pass from now on.
     *
     * @param handles of the source's encodings, low to high; other ones than before are another source
     * @param layer from 0 to {@link ForwardingTable#HIGHEST_LAYER}
     * @param hasSent whether anything passed before
     */
    void target(int[] handles, int layer, boolean hasSent) {
        if (isReplaced(handles) && projection != null) {
            projection.onSourceChange(); // numbers of another stream: they mean nothing to what went on before
        }
        encodings = handles;
        int highest = handles.length - 1;
        target = layer >> 6 > highest ? highest << 6 | TOP_TEMPORAL_LAYER : layer;
        boolean isWhole = highest == 0 && (target & 7) >= TOP_TEMPORAL_LAYER;
        if (projection == null && !isWhole && kind == MediaKind.VIDEO) {
            project();
            isYetWhole = hasSent && !paused && !muted && hold == null;
            hold = null;
        }
        aim();
    }

    /** Whether an encoding is another stream than before, or gone: one that is declared again may number packets anew. */
    private boolean isReplaced(int[] handles) {
        int common = Math.min(handles.length, encodings.length);
        return Arrays.mismatch(handles, 0, common, encodings, 0, encodings.length) >= 0;
    }

    private void aim() {
        if (projection != null) {
            forgetHeld();
            projection.target(paused || muted ? StreamProjection.SUSPENDED : target);
        }
    }

    /**
     * Whether the focus muted the source. What does not pass while it is muted leaves no gap.
     *
     * @return whether it was muted and is not any more, so that a key frame is needed
     */
    boolean muted(boolean muted) {
        if (muted) {
            whole.suspend();
        }
        if (muted == this.muted) {
            return false;
        }
        this.muted = muted;
        isYetWhole = false;
        hold = null;
        if (!muted) {
            holdBack();
        }
        aim();
        return !muted;
    }

    boolean isMuted() {
        return muted;
    }

    /** Nothing passes any more, for now. */
    void pause() {
        whole.suspend();
        if (!paused) {
            paused = true;
            isYetWhole = false;
            hold = null;
            aim();
        }
    }

    /** Something may pass; true if nothing did before, so that a key frame is needed. {@link #target} follows. */
    boolean resume() {
        boolean wasPaused = paused;
        paused = false;
        if (wasPaused) {
            holdBack();
        }
        return wasPaused;
    }

    /** Whether packets of an encoding concern the receiver, now or as soon as there is a key frame. */
    boolean mayTake(int encoding, long nowNs) {
        return projection == null ? encoding == 0 : projection.mayTake(encoding, nowNs);
    }

    /** Whether a key frame is to be asked for, so that the receiver gets what it is to get; the answer is given once. */
    boolean takeKeyFrameWish() {
        if (hold != null) {
            return hold.takeKeyFrameWish();
        }
        return projection != null && !isYetWhole && projection.takeKeyFrameWish() && kind == MediaKind.VIDEO;
    }

    /** Whether a sender report of an encoding concerns what the receiver gets. */
    boolean mapsReportsOf(int encoding) {
        StreamProjection numbers = numbers();
        return numbers == null ? encoding == 0 : numbers.mapsReportsOf(encoding);
    }

    /** Grows whenever {@link #timestampDelta} may have changed. */
    int timestampMaps() {
        StreamProjection numbers = numbers();
        return numbers == null ? 0 : numbers.starts();
    }

    /** What is added to the source's timestamps on their way to the receiver. */
    int timestampDelta() {
        StreamProjection numbers = numbers();
        return numbers == null ? 0 : numbers.timestampDelta();
    }

    /** The encoding that passes now, {@link ForwardingTable#SUSPENDED} if none. */
    int currentEncoding() {
        StreamProjection numbers = numbers();
        return numbers == null ? 0 : numbers.currentEncoding();
    }
}
