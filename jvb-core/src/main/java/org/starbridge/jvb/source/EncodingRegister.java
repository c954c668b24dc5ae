package org.starbridge.jvb.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.drop.DropReason;
import org.starbridge.jvb.layers.Renumbering;
import org.starbridge.jvb.layers.SourceLayers;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.packet.RtpView;

/**
 * What all receivers must know of the packets of one video encoding, found once: which frame each belongs to, and its number
 * among those that carry anything. Owned by one worker.
 */
final class EncodingRegister {
    private final FrameFacts facts = new FrameFacts();
    private SourceLayers layers = new SourceLayers(1);
    private int encoding;
    /** 2 KB that only a stream with padding needs. */
    private @Nullable Renumbering renumbering;

    private long highest = Renumbering.NONE;
    private long number;
    private boolean changedLayers;

    /** Which one it is of its source's encodings. */
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
    DropReason onPacket(RtpView packet, VideoCodec codec, long extSeq, long arrivalNs) {
        if (facts.parse(codec, encoding, packet.payloadAddress(), packet.payloadLengthBytes(), packet.marker())
                != null) {
            return DropReason.MALFORMED_DESCRIPTOR;
        }
        number = renumbering == null ? extSeq : renumbering.onPacket(extSeq);
        if (number == Renumbering.NONE) {
            return DropReason.TOO_LATE;
        }
        highest = Math.max(highest, extSeq);
        changedLayers = layers.onPacket(facts, number, packet.lengthBytes(), arrivalNs);
        return null;
    }

    /** A packet that carries nothing came for the first time: it goes nowhere, and shall not be missed. */
    void onEmpty(long extSeq) {
        Renumbering numbers = renumbering;
        if (numbers == null) {
            if (extSeq <= highest || highest == Renumbering.NONE) {
                return;
            }
            numbers = new Renumbering();
            numbers.onPacket(highest);
            renumbering = numbers;
        }
        numbers.onEmpty(extSeq);
    }

    /** Of the last packet that went on. */
    FrameFacts facts() {
        return facts;
    }

    /** The number under which the last packet went on. */
    long number() {
        return number;
    }

    /** Whether the last packet showed that its source sends other layers than before. */
    boolean changedLayers() {
        return changedLayers;
    }

    /** The layers of its source. */
    SourceLayers layers() {
        return layers;
    }
}
