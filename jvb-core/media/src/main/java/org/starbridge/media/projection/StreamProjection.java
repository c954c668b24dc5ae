package org.starbridge.media.projection;

import org.starbridge.rtp.codec.FrameFacts;

/**
 * One source on its way to one receiver under one SSRC. Owned by the receiver's worker.
 *
 * <p>The stream that goes out is a sequence of runs, each a stretch of one encoding. Within a run all numbers are the
 * source's, shifted, and moved up by what is left out on purpose; what is lost stays a gap. A run continues where the one
 * before ended: the next index, the next picture and layer 0 index, and a timestamp as much later as time went by. Only
 * the run before the current one is remembered, for what comes late.
 *
 * <p>Never two packets under one index: within a run the map from sequence number to index only grows, runs do not overlap,
 * and if something else was sent under the SSRC, or a packet was not protected after all ({@link #suspend}), it continues
 * above the highest index that was. The same rules as to rollover counters and gaps as ever: begin below 2^15, and never
 * leave a gap at which a receiver would guess wrong (RFC 3711 section 3.3.1).
 *
 * <p>VP8 with picture ids of 15 bits and temporal layers is decided upon frame by frame ({@code FrameHistory}). Any other
 * stream goes as a whole, from a key frame on if its codec is one whose key frames are known.
 */
public final class StreamProjection {
    /** No layer: the receiver gets nothing. */
    public static final int SUSPENDED = -1;

    /** A receiver guesses right up to 2^15 - 1 missing numbers; half of that leaves room for reordering. */
    static final long MAX_GAP = 1 << 14;

    private static final int TOP_TEMPORAL_LAYER = 3;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** Pauses count up to this: the sum must stay within half the range of a timestamp. */
    private static final long MAX_STEP_TICKS = 1 << 30;
    /** How long after its end something of a run can still come: asked for again, and again. */
    private static final long MAX_LATE_NS = 1_000_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    private final int clockRateHz;
    private final int minStepTicks;
    private final EncodingChoice choice = new EncodingChoice();
    private Run current = new Run();
    private Run previous = new Run();
    private int targetTemporalLayer;
    private final KeyFrameWait wait = new KeyFrameWait();
    private long lateUntilNs = NEVER;

    private int starts;
    private boolean hasSent;
    private boolean anchored;
    private long highestIndex = Run.NONE;
    private int lastTimestamp;
    private long lastFrameNs;
    private int lastPictureId;
    private int lastTl0PicIdx;
    private int lastKeyIdx;

    private long index;
    private int timestamp;
    private int pictureId;
    private int tl0PicIdx;
    private int keyIdx;

    /**
     * A projection that is suspended.
     *
     * @param clockRateHz of the timestamps
     * @param minStepTicks how much a timestamp grows at the least from one run to the next: a frame, 3000 of video and 960
     *     of audio
     */
    public StreamProjection(int clockRateHz, int minStepTicks) {
        this.clockRateHz = clockRateHz;
        this.minStepTicks = minStepTicks;
    }

    /**
     * The receiver is to get another layer; the change shows where decoding allows it.
     *
     * @param layer encoding × 64 + spatial layer × 8 + temporal layer, or {@link #SUSPENDED}: nothing, at once
     */
    public void target(int layer) {
        int before = choice.target();
        choice.target(layer < 0 ? EncodingChoice.NONE : Math.min(layer >> 6, FrameFacts.MAX_ENCODINGS - 1));
        targetTemporalLayer = layer < 0 ? 0 : Math.min(layer & 7, TOP_TEMPORAL_LAYER);
        if (choice.target() != before) {
            wait.restart();
        }
    }

    /** Another source takes the place of this one under the same SSRC: it begins with a key frame, and the numbers go on. */
    public void onSourceChange() {
        choice.forget();
        previous.forget();
        current.forget();
        wait.restart();
    }

    /**
     * The source went to the receiver whole and unchanged up to now; from this packet on, the next and the first of its frame,
     * layers may be left out. No key frame is needed: nothing is missing yet.
     *
     * @param index under which this packet goes, if it does: {@link #project} follows
     * @param highestSent as there
     */
    public void takeOver(FrameFacts facts, long extSeq, long index, long highestSent) {
        choice.assume(facts.encoding());
        current.start(facts, extSeq, index);
        current.deltas(0, 0, 0, 0);
        anchored = true;
        highestIndex = highestSent;
    }

    /** Whether packets of an encoding can concern the receiver, now or at the next key frame, until the target changes. */
    public boolean mayTake(int encoding, long nowNs) {
        return encoding <= choice.target()
                || encoding == choice.current()
                || (nowNs <= lateUntilNs && previous.isOf(encoding));
    }

    /**
     * What comes next continues after the highest index sent, whatever its number, without a key frame: after a packet that
     * was not protected under its index, and under new keys. A gap of one tells the receiver that something is missing.
     */
    public void suspend() {
        anchored = false;
    }

    /**
     * Whether a packet goes, and if so under which numbers: {@link #index} to {@link #keyIdx}. If it is not protected under
     * its index after all, {@link #suspend} must follow.
     *
     * @param facts of the packet, its place among the others ({@link FrameFacts#place}) included
     * @param extSeq its extended sequence number, 0 or more, of its encoding; each number comes at most once
     * @param rtpTimestamp as it came
     * @param arrivalNs when it came
     * @param highestSent the highest index sent to this receiver under the outgoing SSRC, ever; -1 before the first
     */
    public boolean project(FrameFacts facts, long extSeq, int rtpTimestamp, long arrivalNs, long highestSent) {
        return project(facts, extSeq, rtpTimestamp, arrivalNs, highestSent, facts.isNewest());
    }

    /**
     * The same.
     *
     * @param hasRest whether nothing that was sent after the packet has gone by for good: it is the newest, or what follows it
     *     will be asked about again if the packet goes
     */
    public boolean project(
            FrameFacts facts, long extSeq, int rtpTimestamp, long arrivalNs, long highestSent, boolean hasRest) {
        if (facts.encoding() != choice.current()) {
            if (!choice.onOther(facts, canStart(facts, arrivalNs), hasRest, arrivalNs)) {
                return choice.current() != EncodingChoice.NONE
                        && projectLate(facts, extSeq, rtpTimestamp, arrivalNs, highestSent);
            }
            start(facts, extSeq, rtpTimestamp, arrivalNs, highestSent);
        } else if (!current.continues(facts, extSeq)) {
            if (!facts.isKeyFrame()) {
                choice.lose();
                return false;
            }
            start(facts, extSeq, rtpTimestamp, arrivalNs, highestSent);
        }
        if (!current.admits(facts, extSeq, temporalLimit())) {
            return projectLate(facts, extSeq, rtpTimestamp, arrivalNs, highestSent);
        }
        return number(facts, extSeq, rtpTimestamp, arrivalNs, highestSent);
    }

    private boolean canStart(FrameFacts facts, long arrivalNs) {
        return wait.endsWith(facts, arrivalNs, choice.current() == EncodingChoice.NONE);
    }

    private int temporalLimit() {
        int behind = Integer.compare(choice.current(), choice.target());
        return behind == 0 ? targetTemporalLayer : behind < 0 ? TOP_TEMPORAL_LAYER : 0;
    }

    private void start(FrameFacts facts, long extSeq, int rtpTimestamp, long arrivalNs, long highestSent) {
        boolean isContinuous = anchored && highestIndex == highestSent;
        long reserved = isContinuous && !current.isComplete() ? highestSent + 1 : highestSent;
        Run ended = current;
        current = previous;
        previous = ended;
        previous.end(isContinuous ? reserved : Run.NONE);
        starts++;
        lateUntilNs = isContinuous ? arrivalNs + MAX_LATE_NS : NEVER;
        current.start(facts, extSeq, indexAfter(reserved, extSeq));
        if (hasSent) {
            current.deltas(
                    lastTimestamp + stepTicks(arrivalNs) - rtpTimestamp,
                    lastPictureId + 1 - facts.pictureId(),
                    lastTl0PicIdx + 1 - facts.tl0PicIdx(),
                    lastKeyIdx + 1 - facts.keyIdx());
        } else {
            current.deltas(0, 0, 0, 0);
        }
        anchored = true;
        highestIndex = highestSent;
        wait.restart();
    }

    private static long indexAfter(long highest, long extSeq) {
        return highest < 0 ? extSeq & 0x7FFF : highest + 1;
    }

    private int stepTicks(long arrivalNs) {
        long elapsedNs = Math.max(0, arrivalNs - lastFrameNs);
        long seconds = Math.min(elapsedNs / NS_PER_SECOND, MAX_STEP_TICKS);
        long ticks = seconds * clockRateHz + elapsedNs % NS_PER_SECOND * clockRateHz / NS_PER_SECOND;
        return (int) Math.clamp(ticks, minStepTicks, MAX_STEP_TICKS);
    }

    private boolean number(FrameFacts facts, long extSeq, int rtpTimestamp, long arrivalNs, long highestSent) {
        boolean isNewest = current.isNewest(extSeq);
        long next = current.index(extSeq);
        if (!anchored || highestIndex != highestSent || isTooFar(next, highestSent)) {
            if (!isNewest) {
                return false;
            }
            // What is missing here was in the midst of it: the gap shows that to the receiver.
            next = highestSent < 0 ? indexAfter(highestSent, extSeq) : highestSent + 2;
            current.anchor(extSeq, next);
            previous.end(Run.NONE);
            anchored = true;
        } else if (next == Run.NONE) {
            return false;
        }
        highestIndex = Math.max(highestSent, next);
        write(current, facts, next, rtpTimestamp);
        // What goes may be newer than all that went, though something left out came before it.
        if (isNewest || timestamp - lastTimestamp > 0) {
            if (!hasSent || timestamp != lastTimestamp) {
                lastFrameNs = arrivalNs;
            }
            hasSent = true;
            lastTimestamp = timestamp;
            lastPictureId = pictureId;
            lastTl0PicIdx = tl0PicIdx;
            lastKeyIdx = keyIdx;
        }
        return true;
    }

    private static boolean isTooFar(long next, long highestSent) {
        return highestSent >= 0 && next - highestSent > MAX_GAP;
    }

    private boolean projectLate(FrameFacts facts, long extSeq, int rtpTimestamp, long arrivalNs, long highestSent) {
        if (arrivalNs > lateUntilNs
                || !anchored
                || highestIndex != highestSent
                || !previous.admitsLate(facts, extSeq)) {
            return false;
        }
        long next = previous.index(extSeq);
        if (next == Run.NONE) {
            return false;
        }
        highestIndex = Math.max(highestSent, next);
        write(previous, facts, next, rtpTimestamp);
        return true;
    }

    private void write(Run run, FrameFacts facts, long next, int rtpTimestamp) {
        index = next;
        timestamp = rtpTimestamp + run.timestampDelta();
        pictureId = run.pictureId(facts) & (facts.pictureIdBits() == 7 ? 0x7F : 0x7FFF);
        tl0PicIdx = run.tl0PicIdx(facts) & 0xFF;
        keyIdx = run.keyIdx(facts) & 0x1F;
    }

    /** The SRTP index under which the packet goes. */
    public long index() {
        return index;
    }

    /** The timestamp under which it goes. */
    public int timestamp() {
        return timestamp;
    }

    /** Its picture id, 7 or 15 bits as it had; meaningless if it had none. */
    public int pictureId() {
        return pictureId;
    }

    /** Its TL0PICIDX, 8 bits; meaningless if it had none. */
    public int tl0PicIdx() {
        return tl0PicIdx;
    }

    /** Its KEYIDX, 5 bits; meaningless if it had none. */
    public int keyIdx() {
        return keyIdx;
    }

    /** The encoding that goes out now, or {@link #SUSPENDED} if none does. */
    public int currentEncoding() {
        return choice.current();
    }

    /** Whether a sender report of an encoding concerns what goes out: then {@link #timestampDelta} maps its timestamp. */
    public boolean mapsReportsOf(int encoding) {
        return hasSent && choice.current() == encoding;
    }

    /** Grows whenever {@link #timestampDelta} may have changed. */
    public int starts() {
        return starts;
    }

    /** What is added to the timestamps of the current encoding. */
    public int timestampDelta() {
        return current.timestampDelta();
    }

    /** Whether an encoding is the one that is to go out, and does not yet. */
    public boolean awaits(int encoding) {
        return choice.target() == encoding && choice.current() != encoding;
    }

    /** Whether another encoding than the current one is to go out, which only a key frame can bring. */
    public boolean needsKeyFrame() {
        return choice.target() != EncodingChoice.NONE && choice.current() != choice.target();
    }

    /**
     * Whether a key frame is to be asked for; to be looked at after {@link #target} and {@link #project}, the answer is given
     * once. As long as none comes it is wished for again, each {@value EncodingChoice#GROUP_NS} ns at the most.
     */
    public boolean takeKeyFrameWish() {
        return choice.takeWish();
    }
}
