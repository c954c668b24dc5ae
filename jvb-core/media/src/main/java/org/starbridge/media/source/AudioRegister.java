package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.layers.SilenceGate;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpView;

/**
 * What all receivers must know of the packets of one audio stream, found once: whether they are only silence, and the number of each
 * among those that are not. Owned by one worker.
 */
final class AudioRegister {
    /** The sender does not tell how loud a packet is. */
    static final int NO_LEVEL = -1;

    private final SilenceGate gate;
    private final GaplessNumbers numbers = new GaplessNumbers();
    private final HeaderExtensions extensions = new HeaderExtensions();
    private long number;
    private long facts;
    private int level = NO_LEVEL;
    private boolean levelOnly;

    AudioRegister(AudioPolicy policy) {
        gate = new SilenceGate(policy.forwardedSilencePackets());
    }

    /**
     * A packet that came for the first time, and carries something.
     *
     * @param isNewest whether nothing came yet that was sent after it; only then can it be left out without a gap
     * @param isHeard whether others are to hear the stream at all; if not, only how loud it is goes on: see {@link #isLevelOnly}
     * @return null if it goes on, else why not
     */
    @Nullable
    DropReason onPacket(RtpView packet, long extSeq, boolean isNewest, boolean isHeard, Negotiation negotiation) {
        levelOnly = false;
        level = level(packet, negotiation.audioLevelId());
        if (isNewest && level != NO_LEVEL && !gate.passes(level)) {
            level = NO_LEVEL;
            numbers.onEmpty(extSeq);
            return DropReason.SILENCE;
        }
        if (isNewest && level != NO_LEVEL && !isHeard) {
            levelOnly = true;
            numbers.onEmpty(extSeq);
            return null;
        }
        number = numbers.onPacket(extSeq);
        facts = FrameFacts.withoutFrame(isNewest, negotiation.isRedundant(packet.payloadType()));
        return number == GaplessNumbers.NONE ? DropReason.TOO_LATE : null;
    }

    private int level(RtpView packet, int id) {
        long element = id == 0 || !packet.hasExtension() ? 0 : extensions.find(packet, id);
        return element == 0 || extensions.elementLengthBytes() < 1 ? NO_LEVEL : AudioLevel.level(element);
    }

    /** A packet that carries nothing came for the first time. */
    void onEmpty(long extSeq) {
        numbers.onEmpty(extSeq);
    }

    /** Whether of the last packet only its level goes on, to who listens for speakers. */
    boolean isLevelOnly() {
        return levelOnly;
    }

    /** The number under which the last packet went on. */
    long number() {
        return number;
    }

    /** The last packet's place, packed. */
    long facts() {
        return facts;
    }

    /** How loud the last packet is, 0 (loudest) to 127; {@link #NO_LEVEL} if it is not told, or the packet is left out. */
    int level() {
        return level;
    }
}
