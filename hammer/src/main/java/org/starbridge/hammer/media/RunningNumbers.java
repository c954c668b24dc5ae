package org.starbridge.hammer.media;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.layer.RecordedFrames;
import org.starbridge.rtp.memory.Memory;

/**
 * The numbers that run on in the payload descriptors of VP8 and VP9, picture id, TL0PICIDX and KEYIDX, and in
 * dependency descriptors, the frame number: rewritten so that they go on where a recording's own do not. Owned by its
 * replay; allocates nothing after construction.
 */
final class RunningNumbers {
    private final RecordedStream stream;
    private final PayloadDescriptor descriptor = new PayloadDescriptor();

    /** The beginning of the payload that was described last, as it is sent. */
    private final byte[] prefix = new byte[8];

    private int prefixBytes;
    private int pictureId;
    private int pictureIdShift;
    private int tl0PicIdx;
    private int tl0PicIdxShift;
    private int keyIdx;
    private int keyIdxShift;
    private int frameNumber;
    private int frameNumberShift;

    RunningNumbers(RecordedStream stream) {
        this.stream = stream;
    }

    /**
     * Rewrites the numbers of a packet that is sent next.
     *
     * @param isSeam whether it is of a key frame that doesn't follow its recorded predecessor
     */
    void describe(int packet, boolean isSeam) {
        prefixBytes = 0;
        byte[] payloads = stream.payloadArray();
        int offset = stream.payloadOffset(packet);
        descriptor.locate(stream.codec(), payloads, offset, stream.payloadBytes(packet));
        if (isSeam) {
            shiftPast(payloads, offset);
            shiftPast(stream.frames(), packet);
        }
        RecordedFrames frames = stream.frames();
        if (frames != null) {
            frameNumber = frames.number(frames.frameOf(packet)) + frameNumberShift & 0xFFFF;
        }
        copyThrough(descriptor.keyIdxAt, payloads, offset);
        copyThrough(descriptor.tl0PicIdxAt, payloads, offset);
        copyThrough(descriptor.pictureIdIsLong ? descriptor.pictureIdAt + 1 : descriptor.pictureIdAt, payloads, offset);
        if (descriptor.pictureIdAt >= 0) {
            pictureId = recordedPictureId(payloads, offset) + pictureIdShift & 0x7FFF;
            if (descriptor.pictureIdIsLong) {
                prefix[descriptor.pictureIdAt] = (byte) (0x80 | pictureId >> 8);
                prefix[descriptor.pictureIdAt + 1] = (byte) pictureId;
            } else {
                prefix[descriptor.pictureIdAt] = (byte) (pictureId & 0x7F);
            }
        }
        if (descriptor.tl0PicIdxAt >= 0) {
            tl0PicIdx = payloads[offset + descriptor.tl0PicIdxAt] + tl0PicIdxShift & 0xFF;
            prefix[descriptor.tl0PicIdxAt] = (byte) tl0PicIdx;
        }
        if (descriptor.keyIdxAt >= 0) {
            int recorded = payloads[offset + descriptor.keyIdxAt];
            keyIdx = recorded + keyIdxShift & 0x1F;
            prefix[descriptor.keyIdxAt] = (byte) ((recorded & 0xE0) | keyIdx);
        }
    }

    /** The key frame's numbers are to be the last ones plus one. */
    private void shiftPast(byte[] payloads, int offset) {
        if (descriptor.pictureIdAt >= 0) {
            pictureIdShift = pictureId + 1 - recordedPictureId(payloads, offset);
        }
        if (descriptor.tl0PicIdxAt >= 0) {
            tl0PicIdxShift = tl0PicIdx + 1 - payloads[offset + descriptor.tl0PicIdxAt];
        }
        if (descriptor.keyIdxAt >= 0) {
            keyIdxShift = keyIdx + 1 - payloads[offset + descriptor.keyIdxAt];
        }
    }

    private void shiftPast(@Nullable RecordedFrames frames, int packet) {
        if (frames != null) {
            frameNumberShift = frameNumber + 1 - frames.number(frames.frameOf(packet));
        }
    }

    private int recordedPictureId(byte[] payloads, int offset) {
        int first = payloads[offset + descriptor.pictureIdAt] & 0x7F;
        return descriptor.pictureIdIsLong ? first << 8 | (payloads[offset + descriptor.pictureIdAt + 1] & 0xFF) : first;
    }

    private void copyThrough(int lastField, byte[] payloads, int offset) {
        for (; prefixBytes <= lastField; prefixBytes++) {
            prefix[prefixBytes] = payloads[offset + prefixBytes];
        }
    }

    /** The length of a packet's dependency descriptor in bytes; 0 if it has none. */
    int descriptorBytes(int packet) {
        RecordedFrames frames = stream.frames();
        return frames == null ? 0 : frames.descriptor(packet).length;
    }

    /** Writes the dependency descriptor of the packet that was described last, if it has one. */
    void writeDescriptor(int packet, long address) {
        RecordedFrames frames = stream.frames();
        if (frames != null) {
            byte[] recorded = frames.descriptor(packet);
            Memory.copyIn(recorded, 0, address, recorded.length);
            Memory.put16(address + 1, frameNumber);
        }
    }

    /** Writes the payload of the packet that was described last to native memory; returns its length in bytes. */
    int writePayload(int packet, long address) {
        int length = stream.payloadBytes(packet);
        Memory.copyIn(prefix, 0, address, prefixBytes);
        Memory.copyIn(
                stream.payloadArray(),
                stream.payloadOffset(packet) + prefixBytes,
                address + prefixBytes,
                length - prefixBytes);
        return length;
    }
}
