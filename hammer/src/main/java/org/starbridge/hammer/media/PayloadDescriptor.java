package org.starbridge.hammer.media;

import org.starbridge.rtp.memory.Memory;

/**
 * Finds the running numbers in VP8 (RFC 7741 section 4.2) and VP9 (RFC 9628 section 4.2) payload descriptors, so that a
 * replay can keep them running over loops. One reusable cursor, filled by {@link #locate}; not thread safe.
 *
 * <pre>
 * VP8  |X|R|N|S|R| PID |              VP9  |I|P|L|F|B|E|V|Z|
 *   X: |I|L|T|K| RSV   |                I: |M| PICTURE ID  |  (M: 15 bits in two bytes)
 *   I: |M| PictureID   |  (M: 15 bits)  L: | TID |U| SID |D|
 *   L: |   TL0PICIDX   |           L, !F:  |   TL0PICIDX   |
 * T/K: |TID|Y| KEYIDX  |
 * </pre>
 */
final class PayloadDescriptor {
    /** Offsets from the payload's first byte; -1 where the field is absent. */
    int pictureIdAt;

    boolean pictureIdIsLong;
    int tl0PicIdxAt;
    int keyIdxAt;

    /**
     * Reads the descriptor of a payload in a Java array; without one, or when it is cut short, all fields are absent.
     */
    void locate(Codec codec, byte[] bytes, int offset, int lengthBytes) {
        pictureIdAt = -1;
        tl0PicIdxAt = -1;
        keyIdxAt = -1;
        pictureIdIsLong = false;
        int descriptorBytes = lengthBytes(codec, bytes, offset, lengthBytes);
        if (descriptorBytes == 0) {
            return;
        }
        int first = bytes[offset] & 0xFF;
        if (codec == Codec.VP8) {
            locateVp8(first, bytes, offset);
        } else {
            locateVp9(first, bytes, offset);
        }
    }

    private void locateVp8(int first, byte[] bytes, int offset) {
        if ((first & 0x80) == 0) {
            return;
        }
        int fields = bytes[offset + 1] & 0xFF;
        int at = 2;
        if ((fields & 0x80) != 0) {
            at += locatePictureId(bytes, offset, at);
        }
        if ((fields & 0x40) != 0) {
            tl0PicIdxAt = at++;
        }
        if ((fields & 0x10) != 0) {
            keyIdxAt = at;
        }
    }

    private void locateVp9(int first, byte[] bytes, int offset) {
        int at = 1;
        if ((first & 0x80) != 0) {
            at += locatePictureId(bytes, offset, at);
        }
        if ((first & 0x30) == 0x20) {
            tl0PicIdxAt = at + 1;
        }
    }

    private int locatePictureId(byte[] bytes, int offset, int at) {
        pictureIdAt = at;
        pictureIdIsLong = bytes[offset + at] < 0;
        return pictureIdIsLong ? 2 : 1;
    }

    /**
     * Returns the number of bytes of descriptor that precede the codec's own bytes; 0 if there is none or it doesn't
     * fit the payload.
     */
    static int lengthBytes(Codec codec, byte[] bytes, int offset, int payloadBytes) {
        if (payloadBytes < 2) {
            return 0;
        }
        int first = bytes[offset] & 0xFF;
        int second = bytes[offset + 1] & 0xFF;
        // Only VP8 with an extension has a field's size in its third byte; VP9 has it in its second.
        int third = payloadBytes > 2 ? bytes[offset + 2] & 0xFF : 0;
        int length = switch (codec) {
            case VP8 -> vp8LengthBytes(first, second, third);
            case VP9 -> vp9FixedBytes(first, second);
            case H264, AV1, OPUS -> 0;
        };
        if (codec == Codec.VP9 && (first & 0x50) == 0x50) {
            while (length < payloadBytes && (bytes[offset + length++] & 1) != 0) {}
        }
        return length < payloadBytes ? length : 0;
    }

    /** The same for a payload in native memory. */
    static int lengthBytes(Codec codec, long address, int payloadBytes) {
        if (payloadBytes < 2) {
            return 0;
        }
        int first = Memory.u8(address);
        int second = Memory.u8(address + 1);
        int third = payloadBytes > 2 ? Memory.u8(address + 2) : 0;
        int length = switch (codec) {
            case VP8 -> vp8LengthBytes(first, second, third);
            case VP9 -> vp9FixedBytes(first, second);
            case H264, AV1, OPUS -> 0;
        };
        if (codec == Codec.VP9 && (first & 0x50) == 0x50) {
            while (length < payloadBytes && (Memory.u8(address + length++) & 1) != 0) {}
        }
        return length < payloadBytes ? length : 0;
    }

    private static int vp8LengthBytes(int first, int second, int third) {
        if ((first & 0x80) == 0) {
            return 1;
        }
        int length = 2;
        if ((second & 0x80) != 0) {
            length += third >= 0x80 ? 2 : 1;
        }
        if ((second & 0x40) != 0) {
            length++;
        }
        return (second & 0x30) == 0 ? length : length + 1;
    }

    /**
     * Everything up to the reference list; that one, flexible mode's P_DIFF bytes, is walked by the caller. A
     * scalability structure counts as content: bridges don't rewrite it.
     */
    private static int vp9FixedBytes(int first, int second) {
        int length = 1;
        if ((first & 0x80) != 0) {
            length += second >= 0x80 ? 2 : 1;
        }
        if ((first & 0x20) != 0) {
            length += (first & 0x10) != 0 ? 1 : 2;
        }
        return length;
    }
}
