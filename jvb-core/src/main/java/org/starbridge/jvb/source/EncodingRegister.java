package org.starbridge.jvb.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.drop.DropReason;
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
    private final GaplessNumbers numbers = new GaplessNumbers();
    private long number;

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
        number = numbers.onPacket(extSeq);
        if (number == GaplessNumbers.NONE) {
            return DropReason.TOO_LATE;
        }
        layers.onPacket(facts, number, packet.lengthBytes(), arrivalNs);
        return null;
    }

    /** A packet that carries nothing came for the first time: it goes nowhere, and shall not be missed. */
    void onEmpty(long extSeq) {
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

    /** The layers of its source. */
    SourceLayers layers() {
        return layers;
    }
}
