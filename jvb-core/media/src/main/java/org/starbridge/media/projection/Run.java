package org.starbridge.media.projection;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;

/**
 * A stretch of one encoding that goes to a receiver without interruption: from the packet where it was taken up to where
 * another takes its place. All its numbers are those of the source, shifted. Owned by the receiver's worker.
 */
final class Run {
    /** No index: the packet does not go out. */
    static final long NONE = -1;

    private int encoding = EncodingChoice.NONE;
    private VideoCodec codec = VideoCodec.OTHER;
    private boolean layered;
    private long first;
    private long highest;
    private long base;
    private long limit = NONE;
    private @Nullable FrameHistory frames;
    private @Nullable RemovedPackets removed;

    private int newestFrame;
    private boolean newestGoes;
    private boolean newestIsEnd;

    private int timestampDelta;
    private int pictureIdDelta;
    private int tl0PicIdxDelta;
    private int keyIdxDelta;

    /** Begins with a packet, which goes under {@code index}. */
    void start(FrameFacts facts, long extSeq, long index) {
        encoding = facts.encoding();
        codec = facts.codec();
        layered = facts.isLayered();
        limit = NONE;
        anchor(extSeq, index);
        highest = extSeq - 1;
        newestGoes = true;
        newestIsEnd = true;
        if (layered) {
            FrameHistory history = frames();
            history.start(facts.pictureId());
            newestFrame = history.newest();
        }
    }

    /** What decides about a VP8 stream's frames: made once, 1 KB that other streams do not need. */
    private FrameHistory frames() {
        FrameHistory history = frames;
        if (history == null) {
            history = new FrameHistory();
            frames = history;
            removed = new RemovedPackets();
        }
        return history;
    }

    void deltas(int timestamp, int pictureId, int tl0PicIdx, int keyIdx) {
        timestampDelta = timestamp;
        pictureIdDelta = pictureId;
        tl0PicIdxDelta = tl0PicIdx;
        keyIdxDelta = keyIdx;
    }

    /** From this packet on, and for none before it, the indices continue at {@code index}. */
    void anchor(long extSeq, long index) {
        first = extSeq;
        base = index - extSeq;
        if (removed != null) {
            removed.clear();
        }
    }

    /** It ends; what comes late goes out under indices up to {@code limit}, {@link #NONE} for not at all. */
    void end(long limit) {
        this.limit = limit;
    }

    /** What comes from now on is another source's. */
    void forget() {
        encoding = EncodingChoice.NONE;
        limit = NONE;
    }

    boolean isOf(int encoding) {
        return this.encoding == encoding;
    }

    int timestampDelta() {
        return timestampDelta;
    }

    /** Whether the newest packet ended its frame, so that nothing of it can be missing behind it. */
    boolean isComplete() {
        return !layered || newestIsEnd || !newestGoes;
    }

    /** Whether the packet, if it is the newest one, goes on where those before it were: same codec, picture ids that follow. */
    boolean continues(FrameFacts facts, long extSeq) {
        if (extSeq <= highest) {
            return true;
        }
        if (!isOfSameForm(facts)) {
            return false;
        }
        if (facts.isKeyFrame() && extSeq - highest > StreamProjection.MAX_GAP) {
            return false; // nothing is known to have come of what lies between: it may be another camera
        }
        if (!layered) {
            return !(facts.isLayered() && facts.isKeyFrame());
        }
        FrameHistory history = frames();
        int frame = history.extend(facts.pictureId());
        if (facts.isKeyFrame() && frame != newestFrame) {
            return frame > history.newest() && frame - history.newest() < FrameHistory.SIZE;
        }
        return !history.isForgotten(frame);
    }

    private boolean isOfSameForm(FrameFacts facts) {
        return facts.codec() == codec && (!layered || facts.isLayered());
    }

    /** Whether the packet goes; to be asked once for each. */
    boolean admits(FrameFacts facts, long extSeq, int temporalLimit) {
        if (extSeq < first || !isOfSameForm(facts)) {
            return false;
        }
        if (!layered) {
            highest = Math.max(highest, extSeq);
            return true;
        }
        FrameHistory history = frames();
        int frame = history.extend(facts.pictureId());
        if (history.isForgotten(frame)) {
            return false;
        }
        boolean goes = history.decide(facts, frame, temporalLimit);
        if (extSeq > highest) {
            onNewest(facts, extSeq, frame, goes);
        }
        return goes;
    }

    /** Whether a packet that came after the end goes: one of a frame that was on its way. */
    boolean admitsLate(FrameFacts facts, long extSeq) {
        if (limit == NONE || facts.encoding() != encoding || extSeq < first || index(extSeq) > limit) {
            return false;
        }
        if (!isOfSameForm(facts)) {
            return false;
        }
        return !layered || frames().goes(frames().extend(facts.pictureId()));
    }

    /** Takes out of the numbering what is known not to be of a frame that goes. */
    private void onNewest(FrameFacts facts, long extSeq, int frame, boolean goes) {
        boolean isNoLoss = extSeq - highest <= StreamProjection.MAX_GAP
                && isMissingOfNoFrameThatGoes(frame, goes, facts.isStartOfFrame());
        long from = isNoLoss ? highest + 1 : extSeq;
        long to = goes ? extSeq - 1 : extSeq;
        if (from <= to && removed != null) {
            removed.add(from, to);
        }
        highest = extSeq;
        newestFrame = frame;
        newestGoes = goes;
        newestIsEnd = facts.isEndOfFrame();
    }

    /** What lies between the newest packet and the one that comes now, if anything: could it be of a frame that goes? */
    private boolean isMissingOfNoFrameThatGoes(int frame, boolean goes, boolean isStart) {
        if (frame == newestFrame) {
            return !goes;
        }
        if (frame - newestFrame != 1) {
            return false; // a whole frame is missing
        }
        return newestIsEnd ? isStart || !goes : isStart && !newestGoes;
    }

    /** Whether nothing beyond this packet was seen. */
    boolean isNewest(long extSeq) {
        return extSeq == highest;
    }

    /** The index of a packet that goes, or {@link #NONE} if there is no place for it. */
    long index(long extSeq) {
        if (!layered || removed == null) {
            return extSeq + base;
        }
        long below = removed.below(extSeq);
        return below < 0 ? NONE : extSeq + base - below;
    }

    int pictureId(FrameFacts facts) {
        int id = facts.pictureId() + pictureIdDelta;
        return layered ? id - frames().leftOutBefore(frames().extend(facts.pictureId())) : id;
    }

    int tl0PicIdx(FrameFacts facts) {
        return facts.tl0PicIdx() + tl0PicIdxDelta;
    }

    int keyIdx(FrameFacts facts) {
        return facts.keyIdx() + keyIdxDelta;
    }
}
