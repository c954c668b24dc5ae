package org.starbridge.media.projection;

import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.codec.Vp8FrameNumbers;

/**
 * Writes the beginning of one packet's payload, its codec's descriptor, for each receiver with other numbers. Owned by
 * one worker; looks at each packet once, and only if a receiver needs it.
 */
public final class DescriptorRewriter {
    private final Vp8Descriptor vp8 = new Vp8Descriptor();
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
            case VP9, H264, AV1, OTHER -> 0;
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
}
