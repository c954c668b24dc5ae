package org.starbridge.media.projection;

import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.codec.Vp8FrameNumbers;
import org.starbridge.rtp.codec.Vp9Descriptor;
import org.starbridge.rtp.codec.Vp9FrameNumbers;
import org.starbridge.rtp.memory.Memory;

/**
 * Writes the beginning of one packet's payload, its codec's descriptor, for each receiver with other numbers. Owned by
 * one worker; looks at each packet once, and only if a receiver needs it.
 */
public final class DescriptorRewriter {
    /** Of VP9: flags, picture id of 15 bits, layers, TL0PICIDX. */
    private static final int VP9_NUMBERS_BYTES = 5;

    private final Vp8Descriptor vp8 = new Vp8Descriptor();
    private final Vp9Descriptor vp9 = new Vp9Descriptor();
    private boolean isRead;
    private boolean hasDescriptor;

    /** Another packet comes. */
    public void clear() {
        isRead = false;
    }

    /**
     * Writes the descriptor of the packet, if its codec has one with numbers.
     *
     * @param payloadAddress of the payload as it came
     * @param payloadBytes its length without padding
     * @param slotAddress room for 8 bytes
     * @param codecWord the codec's own word as it goes out
     * @return how many bytes of the payload are replaced by what was written, 0 to 8
     */
    public int write(VideoCodec codec, long payloadAddress, int payloadBytes, long slotAddress, long codecWord) {
        return switch (codec) {
            case VP8 -> writeVp8(payloadAddress, payloadBytes, slotAddress, codecWord);
            case VP9 -> writeVp9(payloadAddress, payloadBytes, slotAddress, codecWord);
            case H264, H265, AV1, OTHER -> 0;
        };
    }

    private int writeVp8(long payloadAddress, int payloadBytes, long slotAddress, long numbers) {
        if (!isRead) {
            isRead = true;
            hasDescriptor = vp8.wrap(payloadAddress, payloadBytes) == null;
        }
        return hasDescriptor
                ? vp8.copyRewritten(
                        slotAddress,
                        Vp8FrameNumbers.pictureId(numbers),
                        Vp8FrameNumbers.tl0PicIdx(numbers),
                        Vp8FrameNumbers.keyIdx(numbers))
                : 0;
    }

    /**
     * Only what comes before references and structure: picture id, layers and TL0PICIDX. A frame that has no numbers in
     * its facts ({@link org.starbridge.rtp.codec.Vp9Dependencies}) keeps its own: with one picture id for all frames a
     * decoder that orders them by it decodes key frames only.
     */
    private int writeVp9(long payloadAddress, int payloadBytes, long slotAddress, long numbers) {
        if (!isRead) {
            isRead = true;
            hasDescriptor = vp9.wrap(payloadAddress, payloadBytes) == null
                    && vp9.pictureIdBits() > 0
                    && vp9.spatialLayer() < LayerTargets.MAX_LAYERS;
        }
        if (!hasDescriptor) {
            return 0;
        }
        int length = Math.min(VP9_NUMBERS_BYTES, vp9.lengthBytes());
        Memory.copy(payloadAddress, slotAddress, length);
        vp9.rewritePictureId(slotAddress, Vp9FrameNumbers.pictureId(numbers));
        vp9.rewriteTl0PicIdx(slotAddress, Vp9FrameNumbers.tl0PicIdx(numbers));
        return length;
    }
}
