package org.starbridge.media.projection;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * One source on its way to one receiver under one SSRC: which packets pass, under which numbers, and with which
 * descriptor. Owned by the receiver's worker.
 *
 * <p>As long as the source has one encoding and the receiver gets all of it, that is a shift of the numbers and nothing
 * else, because that costs least. What chooses among layers, encodings and sources is a {@code LayerProjection}. Either
 * way video that was cut off resumes with a key frame.
 *
 * <p>Of independent spatial layers in one encoding a receiver always gets one: all of them together are no stream that
 * a decoder can decode, because the key frame of each layer takes the place of all pictures that others refer to. Of
 * K-SVC the highest layer refers to the lower ones in key pictures only; in between a receiver gets it alone, also when
 * it is to get all of the source.
 */
public final class Projection {
    /** No index: the packet is older than the first one that passed. */
    public static final long OLDER_THAN_FIRST = IndexShift.NONE;
    /** No index: the receiver is to get something else. */
    public static final long NOT_SELECTED = -2;

    /** No position in the ring: nothing follows. */
    public static final long NO_POSITION = HeldPackets.NONE;

    /** The handle of no source. */
    private static final int NO_SOURCE = -1;

    /** The highest spatial and temporal layer of any sender: up to there nothing of an encoding is left out. */
    private static final int TOP_LAYER = 3;

    private static final int VIDEO_CLOCK_RATE_HZ = 90_000;
    private static final int VIDEO_FRAME_TICKS = 3000;
    /** Opus; of an older codec's timestamps too much time seems to pass at a change of source, and nothing else. */
    private static final int AUDIO_CLOCK_RATE_HZ = 48_000;

    private static final int AUDIO_FRAME_TICKS = 960;

    private final MediaKind kind;
    private final OutgoingNumbers numbers = new OutgoingNumbers();
    private final IndexShift shift = new IndexShift();
    /** Null as long as the source goes whole. */
    private @Nullable LayerProjection layers;
    /** Of video with layers to choose from, or that went whole from a late key frame on. */
    private @Nullable HeldPackets held;
    /** Of video that goes whole, as long as its first packet after an interruption is waited for. */
    private @Nullable KeyFrameHold hold;
    /** True while the source still goes whole, up to the first frame from which on layers can be left out. */
    private boolean isWholeYet;

    private final TimestampMap.Identity whole;
    private int[] encodings;
    private int target = LayerId.HIGHEST;
    /** True if the receiver chooses layers itself: it gets everything. */
    private boolean isForChooser;

    private boolean paused;
    private boolean muted;

    private Projection(MediaKind kind, int handle, int encoding) {
        this.kind = kind;
        encodings = new int[] {handle};
        whole = new TimestampMap.Identity(encoding);
    }

    /**
     * One for one source.
     *
     * @param handle of the encoding that passes as long as no other is chosen: the lowest, or the only one
     * @param encoding its number among the encodings of the source
     */
    public static Projection ofSource(MediaKind kind, int handle, int encoding) {
        return new Projection(kind, handle, encoding);
    }

    /** One for changing sources; it has none at first. */
    public static Projection ofChangingSources(MediaKind kind) {
        Projection projection = new Projection(kind, NO_SOURCE, 0);
        projection.layers = projection.chooseLayers();
        projection.paused = true;
        return projection;
    }

    private LayerProjection chooseLayers() {
        if (kind == MediaKind.VIDEO) {
            held = new HeldPackets();
            return new LayerProjection(VIDEO_CLOCK_RATE_HZ, VIDEO_FRAME_TICKS, numbers);
        }
        return new LayerProjection(AUDIO_CLOCK_RATE_HZ, AUDIO_FRAME_TICKS, numbers);
    }

    /**
     * Decides whether a packet passes: then {@link #numbers} are those under which it goes. If it is not protected
     * under its index after all, {@link #suspend} must follow.
     *
     * @param highestSent the highest index sent to this receiver under the outgoing SSRC, ever; -1 before the first
     * @return its index, or {@link #OLDER_THAN_FIRST} or {@link #NOT_SELECTED}
     */
    public long project(SourcePacket packet, long highestSent) {
        LayerProjection choosing = layers;
        if (choosing == null) {
            if (hold != null && !begins(hold, packet)) {
                return NOT_SELECTED;
            }
            if (!isForChooser && mayLeaveOut(packet.facts())) {
                chooseFromNextPicture();
            }
            return projectWhole(packet, highestSent);
        }
        if (!isWholeYet) {
            return projectLayer(choosing, packet, highestSent);
        }
        FrameFacts facts = packet.facts();
        if (facts.encoding() != whole.encoding()) {
            return NOT_SELECTED;
        }
        long index = projectWhole(packet, highestSent);
        if (!facts.isLayered() || !facts.isStartOfFrame() || facts.spatialLayer() != 0 || !facts.isNewest()) {
            return index;
        }
        isWholeYet = false;
        choosing.takeOver(packet, index, highestSent);
        return projectLayer(choosing, packet, highestSent);
    }

    /** True if a receiver of the highest spatial layer does not need the frame, or must not get it. */
    private static boolean mayLeaveOut(FrameFacts facts) {
        boolean isOfHighest = !facts.hasDependencies()
                || LayerTargets.has(facts.present(), facts.highestFlowingSpatialLayer(), TOP_LAYER);
        return !isOfHighest || facts.beginsIndependentLayer();
    }

    private void chooseFromNextPicture() {
        HeldPackets released = held;
        layers = chooseLayers();
        layers.keepLowerLayers(isForChooser);
        held = released == null ? held : released;
        isWholeYet = true;
        layers.target(target);
    }

    private long projectWhole(SourcePacket packet, long highestSent) {
        long index = shift.project(packet.extSeq(), highestSent);
        FrameFacts facts = packet.facts();
        VideoCodec codec = facts.codec();
        boolean keepsFrameNumbers = facts.isDescribed() || (codec != VideoCodec.VP8 && codec != VideoCodec.VP9);
        numbers.keep(index, packet.rtpTimestamp(), packet.marker(), keepsFrameNumbers);
        return index;
    }

    private boolean begins(KeyFrameHold waiting, SourcePacket packet) {
        if (!waiting.endsWith(packet)) {
            return false;
        }
        hold = null;
        held = waiting.held();
        return true;
    }

    private long projectLayer(LayerProjection choosing, SourcePacket packet, long highestSent) {
        FrameFacts facts = packet.facts();
        HeldPackets waiting = choosing.awaits(facts.encoding()) ? held : null;
        boolean isFollowed = waiting != null && facts.isKeyFrame() && waiting.follow(packet.extSeq());
        boolean passes = choosing.project(packet, highestSent, facts.isNewest() || isFollowed);
        if (waiting != null) {
            if (!passes) {
                waiting.add(packet.position(), packet.extSeq());
            } else if (facts.isNewest()) {
                waiting.clear();
            } else {
                waiting.release(packet.extSeq());
            }
        }
        return passes ? numbers.index() : NOT_SELECTED;
    }

    /** Under which numbers the packet that passed last goes; the same object for each. */
    public OutgoingNumbers numbers() {
        return numbers;
    }

    /**
     * The position in the ring of what follows the late beginning of a key frame that passed just now and came before
     * it, one after the other; {@link #NO_POSITION} if there is nothing more.
     */
    public long pollHeld() {
        return held == null ? NO_POSITION : held.poll();
    }

    /** Returns the source's highest sequence number so far, of what goes out with a shift. */
    public long highest() {
        return shift.highest();
    }

    /** Returns why a packet that {@link #project} gave no index does not pass. */
    public static DropReason refusal(long noIndex) {
        return noIndex == NOT_SELECTED ? DropReason.NOT_SELECTED : DropReason.OLDER_THAN_FIRST;
    }

    /** Lets what comes next continue after what was sent, whatever its number. */
    public void suspend() {
        shift.suspend();
        if (layers != null) {
            layers.suspend();
        }
    }

    /**
     * Sets what of one encoding is to pass from now on, for a receiver that chooses layers itself, another bridge: a
     * spatial layer and all below it, in all their temporal layers.
     *
     * @param spatialLayer the highest one, 0 or more; from 3 on everything passes as it comes
     * @param hasSent whether anything passed before
     */
    public void targetAllUpTo(int handle, int spatialLayer, boolean hasSent) {
        int spatial = Math.min(spatialLayer, TOP_LAYER);
        target(new int[] {handle}, LayerId.of(whole.encoding(), spatial, TOP_LAYER), hasSent, true);
    }

    /**
     * Sets what is to pass from now on.
     *
     * @param handles of the source's encodings, low to high; other ones than before are another source
     * @param layerId a {@link LayerId}, up to {@link LayerId#HIGHEST}
     * @param hasSent whether anything passed before
     */
    public void target(int[] handles, int layerId, boolean hasSent) {
        target(handles, layerId, hasSent, false);
    }

    private void target(int[] handles, int layerId, boolean hasSent, boolean isForChooser) {
        if (isReplaced(handles) && layers != null) {
            layers.onSourceChange(); // numbers of another stream: they mean nothing to what went on before
        }
        encodings = handles;
        this.isForChooser = isForChooser;
        int highest = isForChooser ? whole.encoding() : handles.length - 1;
        target = LayerId.encoding(layerId) > highest ? LayerId.of(highest, TOP_LAYER, TOP_LAYER) : layerId;
        boolean isWhole =
                handles.length == 1 && LayerId.spatial(target) >= TOP_LAYER && LayerId.temporal(target) >= TOP_LAYER;
        if (layers == null && !isWhole && kind == MediaKind.VIDEO) {
            layers = chooseLayers();
            isWholeYet = hasSent && !paused && !muted && hold == null;
            hold = null;
        }
        if (layers != null) {
            layers.keepLowerLayers(isForChooser);
        }
        aim();
    }

    /**
     * Returns whether an encoding is another stream than before, or gone: one that is declared again may number packets
     * from any number on.
     */
    private boolean isReplaced(int[] handles) {
        int common = Math.min(handles.length, encodings.length);
        return Arrays.mismatch(handles, 0, common, encodings, 0, encodings.length) >= 0;
    }

    private void aim() {
        if (layers != null) {
            if (held != null) {
                held.clear();
            }
            layers.target(paused || muted ? LayerId.NONE : target);
        }
    }

    /**
     * Sets whether the focus muted the source. What does not pass while it is muted leaves no gap.
     *
     * @return whether it was muted and is not any more, so that a key frame is needed
     */
    public boolean muted(boolean muted) {
        if (muted) {
            shift.suspend();
        }
        if (muted == this.muted) {
            return false;
        }
        this.muted = muted;
        isWholeYet = false;
        hold = null;
        if (!muted) {
            awaitKeyFrame();
        }
        aim();
        return !muted;
    }

    public boolean isMuted() {
        return muted;
    }

    /** Nothing passes any more, for now. */
    public void pause() {
        shift.suspend();
        if (!paused) {
            paused = true;
            isWholeYet = false;
            hold = null;
            aim();
        }
    }

    /** Returns whether nothing is to pass for now. */
    public boolean isPaused() {
        return paused;
    }

    /** Stops passing on what comes next, up to a key frame. */
    public void interrupt() {
        shift.suspend();
        isWholeYet = false;
        if (layers == null) {
            awaitKeyFrame();
        } else {
            layers.interrupt();
        }
    }

    /** Frames above a temporal layer do not pass, whatever the target; of what goes whole, everything passes. */
    public void limitTemporalLayer(int highest) {
        if (layers != null) {
            layers.limitTemporalLayer(highest);
        }
    }

    /** Something may pass; true if nothing did before, so that a key frame is needed. {@link #target} follows. */
    public boolean resume() {
        boolean wasPaused = paused;
        paused = false;
        if (wasPaused) {
            awaitKeyFrame();
        }
        return wasPaused;
    }

    /** Video that goes whole was cut off: it resumes with a key frame. */
    private void awaitKeyFrame() {
        if (kind == MediaKind.VIDEO && layers == null) {
            hold = new KeyFrameHold();
            held = null;
        }
    }

    /** Returns whether packets of an encoding concern the receiver, now or as soon as there is a key frame. */
    public boolean mayTake(int encoding, long nowNs) {
        return layers == null ? encoding == whole.encoding() : layers.mayTake(encoding, nowNs);
    }

    /** Returns whether the receiver is to get less than this encoding, as soon as there is a key frame. */
    public boolean isAboveTarget(int encoding) {
        return layers != null && layers.isAboveTarget(encoding);
    }

    /** Returns whether a frame of what the receiver gets now is of a temporal layer above those that it is to get. */
    public boolean leavesOut(FrameFacts facts) {
        return layers != null && !isWholeYet && layers.leavesOut(facts);
    }

    /**
     * Returns whether a key frame of {@link #awaitedEncoding} is to be asked for now, so that the receiver gets what it
     * is to get; the answer is given once.
     */
    public boolean takeKeyFrameRequest(long nowNs) {
        if (hold != null) {
            return hold.takeKeyFrameRequest(nowNs);
        }
        return layers != null && !isWholeYet && layers.takeKeyFrameRequest(nowNs) && kind == MediaKind.VIDEO;
    }

    /** Returns whether the receiver waits for a key frame that the source can be expected to send. */
    public boolean awaitsKeyFrame() {
        if (kind != MediaKind.VIDEO || paused || muted) {
            return false;
        }
        return hold != null || (layers != null && !isWholeYet && layers.awaitsKeyFrame());
    }

    /** Time goes by, perhaps without a packet: a key frame that is waited for is to be asked for again. */
    public void onTime(long nowNs) {
        if (hold != null) {
            hold.onTime(nowNs);
        } else if (layers != null && !isWholeYet) {
            layers.onTime(nowNs);
        }
    }

    /** Returns the time at which {@link #onTime} has something to do while {@link #awaitsKeyFrame}; may be long ago. */
    public long requestAgainNs() {
        if (hold != null) {
            return hold.requestAgainNs();
        }
        return layers == null ? Long.MAX_VALUE : layers.requestAgainNs();
    }

    /**
     * The encoding that a key frame is to be asked for of, for {@link #takeKeyFrameRequest}; {@link LayerId#NONE} if
     * the receiver chooses itself, or nothing is to pass.
     */
    public int awaitedEncoding() {
        if (isForChooser) {
            return LayerId.NONE;
        }
        return layers == null || isWholeYet ? whole.encoding() : layers.targetEncoding();
    }

    /**
     * The encoding of which a decoder that lacks something needs a key frame: the one that passes, or, if it is to get
     * a lower one or gets none, the one that it waits for. {@link LayerId#NONE} as with {@link #awaitedEncoding}.
     */
    public int neededEncoding() {
        int awaited = awaitedEncoding();
        int current = isForChooser ? LayerId.NONE : timestampMap().currentEncoding();
        return current == LayerId.NONE ? awaited : Math.min(current, awaited);
    }

    /** Returns the mapping of timestamps of what passes now to those of its source. */
    public TimestampMap timestampMap() {
        return layers == null || isWholeYet ? whole : layers;
    }

    /** A slot that carries nothing had this source before; if it comes back nothing has changed. */
    public void hadSource(int[] handles) {
        encodings = handles;
    }

    /** Packets that went by, and go if the beginning of their key frame comes: they are not in a snapshot. */
    public int heldPackets() {
        return (held == null ? 0 : held.size()) + (hold == null ? 0 : hold.heldPackets());
    }

    /** Its part of a snapshot. Packets that are held are not in it: their key frame is asked for again. */
    public void state(State state) throws StateException {
        shift.state(state);
        numbers.state(state);
        isWholeYet = state.bool(isWholeYet);
        target = state.i32(target);
        isForChooser = state.bool(isForChooser);
        paused = state.bool(paused);
        muted = state.bool(muted);
        LayerProjection choosing = layers;
        if (state.bool(choosing != null)) {
            choosing = choosing == null ? chooseLayers() : choosing;
            choosing.state(state);
            layers = choosing;
        } else {
            layers = null;
        }
        KeyFrameHold waiting = hold;
        if (state.bool(waiting != null)) {
            waiting = waiting == null ? new KeyFrameHold() : waiting;
            waiting.state(state);
            hold = waiting;
        } else {
            hold = null;
        }
    }
}
