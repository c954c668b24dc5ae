package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Facts that all receivers must know of the packets of one video encoding, found once: which frame each belongs to, and
 * its number among those that carry anything. Owned by one worker.
 */
final class EncodingRegister {
    /** So far above what came before that it is taken for something new: twice what a projection takes for a loss. */
    static final long RESTART_GAP = 1 << 15;

    private final EncodingDependencies dependencies = new EncodingDependencies();
    private SourceLayers layers = new SourceLayers(1);
    private int encoding;
    private GaplessNumbers numbers = new GaplessNumbers();
    private long highestNumber = GaplessNumbers.NONE;
    /** Added to the numbers of a stream that begins to count again. */
    private long offset;

    private boolean isRestarted;

    /** Sets which one it is of its source's encodings. */
    void place(SourceLayers layers, int encoding) {
        this.layers = layers;
        this.encoding = encoding;
    }

    /**
     * A packet that came for the first time.
     *
     * @return null if it goes on, else why not
     */
    @Nullable
    DropReason onPacket(IncomingPacket packet, Negotiation negotiation) {
        RtpView rtp = packet.rtp();
        FrameFacts facts = packet.facts();
        long extSeq = packet.extSeq();
        VideoCodec codec = negotiation.codec(rtp.payloadType());
        if (facts.parse(codec, encoding, rtp.payloadAddress(), rtp.payloadLengthBytes(), rtp.marker()) != null) {
            return DropReason.MALFORMED_DESCRIPTOR;
        }
        dependencies.onPacket(packet, codec, negotiation.dependencyDescriptorId());
        if (isRestarted && !restartsAt(extSeq, facts)) {
            return DropReason.BEFORE_KEY_FRAME;
        }
        long own = numbers.onPacket(extSeq);
        if (own == GaplessNumbers.NONE) {
            return DropReason.TOO_LATE;
        }
        long number = own + offset;
        packet.number(number);
        highestNumber = Math.max(highestNumber, number);
        if (layers.onPacket(facts, number, rtp.lengthBytes(), packet.arrivalNs())) {
            packet.changedLayers();
        }
        return null;
    }

    /** The numbers of what comes next begin again: it goes on with a key frame, above what came before. */
    void restart() {
        isRestarted = highestNumber != GaplessNumbers.NONE;
        dependencies.restart();
        numbers = new GaplessNumbers();
        offset = 0;
    }

    private boolean restartsAt(long extSeq, FrameFacts facts) {
        if (facts.codec() != VideoCodec.OTHER && !facts.isKeyFrame()) {
            return false;
        }
        isRestarted = false;
        offset = highestNumber + RESTART_GAP - extSeq;
        return true;
    }

    /** A packet that carries nothing came for the first time: it goes nowhere, and shall not be missed. */
    void onEmpty(long extSeq) {
        numbers.onEmpty(extSeq);
        dependencies.onEmpty(extSeq);
    }

    /** Returns whether a key frame is to be asked for, as it is not known what frames depend on. */
    boolean lacksStructure(long nowNs) {
        return dependencies.lacksStructure(nowNs);
    }

    /** The layers of its source. */
    SourceLayers layers() {
        return layers;
    }

    /** Its part of a snapshot; the layers are the part of the source, not of each encoding. */
    void state(State state) throws StateException {
        numbers.state(state);
        highestNumber = state.i64(highestNumber);
        offset = state.i64(offset);
        isRestarted = state.bool(isRestarted);
        dependencies.state(state);
    }
}
