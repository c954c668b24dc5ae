package org.starbridge.media.projection;

import org.starbridge.lastn.LayerId;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Chooses among the encodings and layers of one source on its way to one receiver under one SSRC. Owned by the
 * receiver's worker.
 *
 * <p>The stream that goes out is a sequence of spans, each a stretch of one encoding. Within a span all numbers are the
 * source's, shifted, and moved up by what is left out on purpose; what is lost stays a gap. A span continues where the
 * one before ended: the next index, the next picture and layer 0 index, and a timestamp as much later as time went by.
 * Only the span before the current one is remembered, for what comes late.
 *
 * <p>Never two packets under one index: within a span the map from sequence number to index only grows, spans do not
 * overlap, and if something else was sent under the SSRC, or a packet was not protected after all ({@link #suspend}),
 * it continues above the highest index that was. The same rules as to rollover counters and gaps as ever: begin below
 * 2^15, and never leave a gap at which a receiver would guess wrong (RFC 3711 section 3.3.1).
 *
 * <p>What is particular to a codec is in its {@link FrameSelector}.
 */
final class LayerProjection implements TimestampMap {
    /** A receiver guesses right up to 2^15 - 1 missing numbers; half of that leaves room for reordering. */
    static final long MAX_GAP = 1 << 14;
    /** A receiver guesses the rollover counter of the first packet right up to here. */
    private static final long MAX_FIRST = (1 << 15) - 1;

    private static final int TOP_TEMPORAL_LAYER = LayerId.MAX_LAYERS - 1;
    private static final int TOP_LAYER = LayerId.of(0, LayerId.MAX_LAYERS - 1, TOP_TEMPORAL_LAYER);
    private static final int TOP_SPATIAL_LAYER = LayerId.of(0, LayerId.MAX_LAYERS - 1, 0);
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** Pauses count up to this: the sum must stay within half the range of a timestamp. */
    private static final long MAX_STEP_TICKS = 1 << 30;
    /** Time after its end in which something of a span can still come: asked for again, and again. */
    private static final long MAX_LATE_NS = 1_000_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    private final int clockRateHz;
    private final int minStepTicks;
    private final OutgoingNumbers numbers;
    private final EncodingChoice choice = new EncodingChoice();
    private EncodingSpan current = new EncodingSpan();
    private EncodingSpan previous = new EncodingSpan();
    /** Spatial and temporal layer of the target, as a {@link LayerId}. */
    private int targetLayer;

    private final LayerKeyFrames layerKeyFrames = new LayerKeyFrames();
    private int temporalLayerLimit = TOP_TEMPORAL_LAYER;
    private final KeyFrameWait wait = new KeyFrameWait();
    private long lateUntilNs = NEVER;

    private int starts;
    private boolean hasSent;
    private boolean anchored;
    private long highestIndex = EncodingSpan.NONE;
    private int lastTimestamp;
    private long lastFrameNs;
    /** The codec's own word of the last frame of {@link #lastCodec} as it went out. */
    private long lastWord;

    private VideoCodec lastCodec = VideoCodec.OTHER;
    /** True if {@link #lastWord} is one of a dependency descriptor. */
    private boolean lastWasDescribed;

    /**
     * A projection that is suspended.
     *
     * @param clockRateHz of the timestamps
     * @param minStepTicks how much a timestamp grows at the least from one span to the next: a frame, 3000 of video and
     *     960 of audio
     * @param numbers where {@link #project} writes the numbers of a packet that passes
     */
    LayerProjection(int clockRateHz, int minStepTicks, OutgoingNumbers numbers) {
        this.clockRateHz = clockRateHz;
        this.minStepTicks = minStepTicks;
        this.numbers = numbers;
    }

    /**
     * The receiver is to get another layer; the change shows where decoding allows it.
     *
     * @param layerId a {@link LayerId}, or {@link LayerId#NONE}: nothing, at once
     */
    void target(int layerId) {
        int before = choice.target();
        choice.target(layerId < 0 ? EncodingChoice.NONE : Math.min(LayerId.encoding(layerId), LayerId.MAX_LAYERS - 1));
        targetLayer = layerId < 0 ? 0 : LayerId.of(0, LayerId.spatial(layerId), LayerId.temporal(layerId));
        if (choice.target() != before) {
            wait.restart();
        }
    }

    /** Sets whether all layers below the target's go, too: the receiver, another bridge, chooses among them. */
    void keepLowerLayers(boolean keeps) {
        current.keepLowerLayers(keeps);
        previous.keepLowerLayers(keeps);
    }

    /** Interrupts what goes out: a key frame is waited for, of any encoding up to the target. */
    void interrupt() {
        choice.lose();
        wait.restart();
    }

    /** Frames above a temporal layer do not pass, whatever the target. */
    void limitTemporalLayer(int highest) {
        temporalLayerLimit = highest;
    }

    /**
     * Another source takes the place of this one under the same SSRC: it begins with a key frame, and the numbers go
     * on.
     */
    void onSourceChange() {
        choice.forget();
        layerKeyFrames.forget();
        previous.forget();
        current.forget();
        wait.restart();
    }

    /**
     * The source went to the receiver whole and unchanged up to now; from this packet on, the next and the first of its
     * frame, layers may be left out. No key frame is needed: nothing is missing yet.
     *
     * @param index under which this packet goes, if it does: {@link #project} follows
     * @param highestSent as there
     */
    void takeOver(SourcePacket packet, long index, long highestSent) {
        choice.assume(packet.facts().encoding());
        current.start(packet.facts(), packet.extSeq(), index);
        anchored = true;
        highestIndex = highestSent;
    }

    /**
     * Returns whether packets of an encoding can concern the receiver, now or at the next key frame, until the target
     * changes.
     */
    boolean mayTake(int encoding, long nowNs) {
        return encoding <= choice.target()
                || encoding == choice.current()
                || (nowNs <= lateUntilNs && previous.isOf(encoding));
    }

    /** Returns whether the receiver is to get less than this encoding. */
    boolean isAboveTarget(int encoding) {
        return encoding > choice.target();
    }

    /** Returns whether a frame of what the receiver gets now is of a temporal layer above those that it is to get. */
    boolean leavesOut(FrameFacts facts) {
        return facts.encoding() == choice.current()
                && facts.isLayered()
                && facts.temporalLayer() > LayerId.temporal(layerLimit());
    }

    /**
     * Lets what comes next continue after the highest index sent, whatever its number, without a key frame: after a
     * packet that was not protected under its index, and under new keys. A gap of one tells the receiver that something
     * is missing.
     */
    void suspend() {
        anchored = false;
    }

    /**
     * Decides whether a packet passes, and if so under which numbers. If it is not protected under its index after all,
     * {@link #suspend} must follow.
     *
     * @param packet its place among the others ({@link FrameFacts#place}) included
     * @param highestSent the highest index sent to this receiver under the outgoing SSRC, ever; -1 before the first
     * @param hasRest whether nothing that was sent after the packet has gone by for good: it is the newest, or what
     *     follows it will be asked about again if the packet passes
     */
    boolean project(SourcePacket packet, long highestSent, boolean hasRest) {
        FrameFacts facts = packet.facts();
        if (choice.current() != choice.target()) {
            choice.onPacket(facts);
        }
        if (facts.encoding() != choice.current()) {
            if (!choice.onOther(facts, canStart(packet), hasRest, packet.arrivalNs())) {
                return choice.current() != EncodingChoice.NONE && projectLate(packet, highestSent);
            }
            start(packet, highestSent);
        } else if (!current.continues(facts, packet.extSeq())) {
            if (!facts.isKeyFrame()) {
                choice.lose();
                return false;
            }
            start(packet, highestSent);
        }
        boolean passes = current.admits(facts, packet.extSeq(), layerLimit());
        layerKeyFrames.onPacket(facts, current.frames(), packet.arrivalNs());
        if (!passes) {
            return projectLate(packet, highestSent) || fill(packet, highestSent);
        }
        return number(packet, highestSent);
    }

    /**
     * A gap was left for a packet that is left out now that it came: an empty one fills it. A decoder that has no
     * descriptor goes by sequence numbers, and would wait there for a retransmission.
     */
    private boolean fill(SourcePacket packet, long highestSent) {
        boolean isLate = current.isLate(packet.facts().encoding(), packet.extSeq());
        if (!isLate || !current.frames().isDescribed() || !anchored || highestIndex != highestSent) {
            return false;
        }
        long next = current.index(packet.extSeq());
        if (next == EncodingSpan.NONE || highestSent < 0 || isTooFar(next, highestSent)) {
            return false;
        }
        highestIndex = Math.max(highestSent, next);
        numbers.leaveEmpty(next, packet.rtpTimestamp() + current.timestampDelta());
        return true;
    }

    private boolean canStart(SourcePacket packet) {
        return wait.endsWith(packet.facts(), packet.arrivalNs(), choice.current() == EncodingChoice.NONE);
    }

    private int layerLimit() {
        int behind = Integer.compare(choice.current(), choice.target());
        int wanted = behind == 0 ? targetLayer : behind < 0 ? TOP_LAYER : TOP_SPATIAL_LAYER;
        int temporal = Math.min(LayerId.temporal(wanted), temporalLayerLimit);
        return LayerId.of(0, LayerId.spatial(wanted), temporal);
    }

    private void start(SourcePacket packet, long highestSent) {
        boolean isContinuous = anchored && highestIndex == highestSent;
        long reserved = isContinuous && !current.frames().isComplete() ? highestSent + 1 : highestSent;
        EncodingSpan ended = current;
        current = previous;
        previous = ended;
        previous.end(isContinuous ? reserved : EncodingSpan.NONE);
        starts++;
        lateUntilNs = isContinuous ? packet.arrivalNs() + MAX_LATE_NS : NEVER;
        long index = indexAfter(reserved, packet.extSeq());
        int timestampDelta = hasSent ? lastTimestamp + stepTicks(packet.arrivalNs()) - packet.rtpTimestamp() : 0;
        FrameFacts facts = packet.facts();
        boolean continuesNumbers = hasSent && lastCodec == facts.codec() && lastWasDescribed == facts.isDescribed();
        current.start(facts, packet.extSeq(), index, timestampDelta, continuesNumbers, lastWord);
        anchored = true;
        highestIndex = highestSent;
        wait.restart();
    }

    private static long indexAfter(long highest, long extSeq) {
        return highest < 0 ? extSeq & MAX_FIRST : highest + 1;
    }

    private int stepTicks(long arrivalNs) {
        long elapsedNs = Math.max(0, arrivalNs - lastFrameNs);
        long seconds = Math.min(elapsedNs / NS_PER_SECOND, MAX_STEP_TICKS);
        long ticks = seconds * clockRateHz + elapsedNs % NS_PER_SECOND * clockRateHz / NS_PER_SECOND;
        return (int) Math.clamp(ticks, minStepTicks, MAX_STEP_TICKS);
    }

    private boolean number(SourcePacket packet, long highestSent) {
        long extSeq = packet.extSeq();
        boolean isNewest = current.isNewest(extSeq);
        long next = current.index(extSeq);
        if (!anchored || highestIndex != highestSent || isTooFar(next, highestSent)) {
            if (!isNewest) {
                return false;
            }
            // What is missing here was in the midst of it: the gap shows that to the receiver.
            next = highestSent < 0 ? indexAfter(highestSent, extSeq) : highestSent + 2;
            current.anchor(extSeq, next);
            previous.end(EncodingSpan.NONE);
            anchored = true;
        } else if (next == EncodingSpan.NONE) {
            return false;
        }
        highestIndex = Math.max(highestSent, next);
        write(current, packet, next);
        // What goes may be newer than all that went, though something left out came before it.
        if (isNewest || numbers.timestamp() - lastTimestamp > 0) {
            noteNewest(packet);
        }
        return true;
    }

    private void noteNewest(SourcePacket packet) {
        if (!hasSent || numbers.timestamp() != lastTimestamp) {
            lastFrameNs = packet.arrivalNs();
        }
        hasSent = true;
        lastTimestamp = numbers.timestamp();
        if (current.frames() != WholeFrames.INSTANCE) {
            lastWord = numbers.codecWord();
            lastCodec = current.codec();
            lastWasDescribed = current.frames().isDescribed();
        }
    }

    private static boolean isTooFar(long next, long highestSent) {
        return highestSent < 0 ? next > MAX_FIRST : next - highestSent > MAX_GAP;
    }

    private boolean projectLate(SourcePacket packet, long highestSent) {
        if (packet.arrivalNs() > lateUntilNs
                || !anchored
                || highestIndex != highestSent
                || !previous.admitsLate(packet.facts(), packet.extSeq())) {
            return false;
        }
        long next = previous.index(packet.extSeq());
        if (next == EncodingSpan.NONE) {
            return false;
        }
        highestIndex = Math.max(highestSent, next);
        write(previous, packet, next);
        return true;
    }

    private void write(EncodingSpan span, SourcePacket packet, long next) {
        FrameSelector frames = span.frames();
        numbers.rewrite(
                next,
                packet.rtpTimestamp() + span.timestampDelta(),
                frames.marker(packet.facts(), packet.marker()),
                frames.rewritten(packet.facts()),
                frames.isDescribed());
    }

    @Override
    public int currentEncoding() {
        return choice.current();
    }

    @Override
    public boolean mapsReportsOf(int encoding) {
        return hasSent && choice.current() == encoding;
    }

    @Override
    public int mapVersion() {
        return starts;
    }

    @Override
    public int timestampDelta() {
        return current.timestampDelta();
    }

    /** Returns whether an encoding is the one that is to go out, and does not yet. */
    boolean awaits(int encoding) {
        return choice.target() == encoding && choice.current() != encoding;
    }

    /**
     * Returns whether another encoding or spatial layer is to go out than the current one, which only a key frame can
     * bring.
     */
    boolean needsKeyFrame() {
        return choice.target() != EncodingChoice.NONE
                && (choice.current() != choice.target() || current.frames().needsKeyFrame());
    }

    /** Returns whether the receiver waits for a key frame that the source can be expected to send. */
    boolean awaitsKeyFrame() {
        return choice.awaitsKeyFrame() || awaitsLayer();
    }

    private boolean awaitsLayer() {
        return choice.current() != EncodingChoice.NONE
                && choice.current() == choice.target()
                && current.frames().awaitsKeyFrame(layerLimit());
    }

    /** Time goes by, perhaps without a packet: what is waited for is asked for again. */
    void onTime(long nowNs) {
        choice.onTime(nowNs);
        if (awaitsLayer()) {
            layerKeyFrames.onTime(current.frames(), nowNs);
        }
    }

    /**
     * Returns the time at which {@link #onTime} has something to do, of what is awaited now; long ago if it was not
     * asked for yet.
     */
    long requestAgainNs() {
        return choice.awaitsKeyFrame() ? choice.requestAgainNs() : layerKeyFrames.requestAgainNs(current.frames());
    }

    /** The encoding that is to go out, {@link LayerId#NONE} if none is. */
    int targetEncoding() {
        return choice.target();
    }

    /**
     * Returns whether a key frame of {@link #targetEncoding} is to be asked for; to be looked at after {@link #target},
     * {@link #project} and {@link #onTime}, the answer is given once. As long as none comes it is asked for again, each
     * {@value EncodingChoice#GROUP_NS} ns at the most, or {@value LayerKeyFrames#HOLD_NS} ns if the receiver has a
     * picture and is to get another spatial layer.
     */
    boolean takeKeyFrameRequest(long nowNs) {
        boolean isForLayer = layerKeyFrames.takeRequest(nowNs);
        return choice.takeKeyFrameRequest(nowNs) || isForLayer;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        choice.state(state);
        current.state(state);
        previous.state(state);
        targetLayer = state.i32(targetLayer);
        layerKeyFrames.state(state);
        temporalLayerLimit = state.i32(temporalLayerLimit, 0, TOP_TEMPORAL_LAYER);
        wait.state(state);
        lateUntilNs = state.time(lateUntilNs);
        starts = state.i32(starts);
        hasSent = state.bool(hasSent);
        anchored = state.bool(anchored);
        highestIndex = state.i64(highestIndex);
        lastTimestamp = state.i32(lastTimestamp);
        lastFrameNs = state.time(lastFrameNs);
        lastWord = state.i64(lastWord);
        lastCodec = state.choice(lastCodec, VideoCodec.values());
        lastWasDescribed = state.bool(lastWasDescribed);
    }
}
