package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.layers.SilenceGate;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Facts that all receivers must know of the packets of one audio stream, found once: whether they are only silence, and
 * the number of each among those that are not. Owned by one worker.
 */
final class AudioRegister {
    private final SilenceGate gate;
    private GaplessNumbers numbers = new GaplessNumbers();
    private long highestNumber = GaplessNumbers.NONE;
    /** Added to the numbers of a stream that begins to count again. */
    private long offset;

    private boolean isRestarted;
    private long newestExtSeq = GaplessNumbers.NONE;
    private int newestTimestamp;

    AudioRegister(AudioPolicy policy) {
        gate = new SilenceGate(policy.forwardedSilencePackets());
    }

    /**
     * A packet that came for the first time, and carries something.
     *
     * @param isNewest whether nothing came yet that was sent after it; only then can it be left out without a gap
     * @param isHeard whether receivers get the stream at all; if not, only the packet's level is used: see
     *     {@link IncomingPacket#isLevelOnly}
     * @return null if it goes on, else why not
     */
    @Nullable
    DropReason onPacket(IncomingPacket packet, boolean isNewest, boolean isHeard, Negotiation negotiation) {
        int level = level(packet, negotiation.audioLevelId());
        if (isNewest) {
            newestExtSeq = packet.extSeq();
            newestTimestamp = packet.rtp().timestamp();
        }
        if (isNewest && level != IncomingPacket.NO_AUDIO_LEVEL && !gate.passes(level)) {
            numbers.onEmpty(packet.extSeq());
            return DropReason.SILENCE;
        }
        boolean isLevelOnly = isNewest && level != IncomingPacket.NO_AUDIO_LEVEL && !isHeard;
        boolean isVoice = level != IncomingPacket.NO_AUDIO_LEVEL
                && AudioLevel.isVoice(packet.extensions().elementAddress(negotiation.audioLevelId()));
        packet.audioLevel(level, isVoice, isLevelOnly);
        if (isLevelOnly) {
            numbers.onEmpty(packet.extSeq());
            return null;
        }
        packet.number(number(packet.extSeq()));
        packet.facts()
                .setWithoutFrame(isNewest, negotiation.isRedundant(packet.rtp().payloadType()));
        return packet.number() == GaplessNumbers.NONE ? DropReason.TOO_LATE : null;
    }

    private long number(long extSeq) {
        if (isRestarted) {
            isRestarted = false;
            offset = highestNumber + EncodingRegister.RESTART_GAP - extSeq;
        }
        long own = numbers.onPacket(extSeq);
        if (own == GaplessNumbers.NONE) {
            return own;
        }
        highestNumber = Math.max(highestNumber, own + offset);
        return own + offset;
    }

    /** The extended sequence number of the newest packet that carried something; below 0 before the first. */
    long newestExtSeq() {
        return newestExtSeq;
    }

    /** The RTP timestamp of that packet. */
    int newestTimestamp() {
        return newestTimestamp;
    }

    /** The numbers of what comes next begin again: it goes on above what came before. */
    void restart() {
        isRestarted = highestNumber != GaplessNumbers.NONE;
        numbers = new GaplessNumbers();
        offset = 0;
        newestExtSeq = GaplessNumbers.NONE;
    }

    private static int level(IncomingPacket packet, int id) {
        return packet.extensions().elementLengthBytes(id) < 1
                ? IncomingPacket.NO_AUDIO_LEVEL
                : AudioLevel.level(packet.extensions().elementAddress(id));
    }

    /** A packet that carries nothing came for the first time. */
    void onEmpty(long extSeq) {
        numbers.onEmpty(extSeq);
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        gate.state(state);
        numbers.state(state);
        highestNumber = state.i64(highestNumber);
        offset = state.i64(offset);
        isRestarted = state.bool(isRestarted);
        newestExtSeq = state.i64(newestExtSeq);
        newestTimestamp = state.i32(newestTimestamp);
    }
}
