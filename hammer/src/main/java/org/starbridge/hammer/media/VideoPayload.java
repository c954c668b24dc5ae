package org.starbridge.hammer.media;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recognises video codecs by their payloads, since a capture doesn't name them, and the packets that begin a key frame.
 * Stateless.
 *
 * <p>A codec fits when nearly all payloads could be its, and at least one shows its key frame mark: VP8's start code,
 * VP9's sync code, an H.264 parameter set or IDR slice, an AV1 sequence header.
 */
public final class VideoPayload {
    /** In the order of how much their marks prove. */
    private static final List<Codec> CANDIDATES = List.of(Codec.VP8, Codec.VP9, Codec.H264, Codec.AV1);

    /** One in fifty payloads may be odd, a damaged or padded one, before a codec is ruled out. */
    private static final int ODD_ONE_IN = 50;

    /** Width and height of a VP8 key frame, behind the payload descriptor: a tag of 3 bytes, a start code of 3. */
    private static final int VP8_SIDES_OFFSET = 6;

    private VideoPayload() {}

    /** The codec that these payloads are, or null. */
    public static @Nullable Codec guess(byte[] bytes, List<CapturedPacket> packets) {
        for (Codec codec : CANDIDATES) {
            int odd = 0;
            boolean keyFrame = false;
            for (CapturedPacket packet : packets) {
                if (isPlausible(codec, bytes, packet.payloadOffset(), packet.payloadBytes())) {
                    keyFrame |= marksKeyFrame(codec, bytes, packet.payloadOffset(), packet.payloadBytes());
                } else {
                    odd++;
                }
            }
            if (keyFrame && odd * ODD_ONE_IN <= packets.size()) {
                return codec;
            }
        }
        return null;
    }

    private static boolean isPlausible(Codec codec, byte[] bytes, int offset, int length) {
        if (length < 2) {
            return false;
        }
        int first = bytes[offset] & 0xFF;
        return switch (codec) {
            case VP8 -> (first & 0x48) == 0 && PayloadDescriptor.lengthBytes(codec, bytes, offset, length) > 0;
            case VP9 -> PayloadDescriptor.lengthBytes(codec, bytes, offset, length) > 0;
            case H264 -> isPlausibleH264(bytes, offset, length);
            // Reserved bits are 0, and a packet that continues an OBU can't begin a coded video sequence.
            case AV1 -> (first & 0x07) == 0 && (first & 0x88) != 0x88;
            case OPUS -> false;
        };
    }

    /** Returns whether this packet shows that its frame is a key frame. */
    static boolean marksKeyFrame(Codec codec, byte[] bytes, int offset, int length) {
        return switch (codec) {
            case VP8 -> isVp8KeyFrame(bytes, offset, length);
            case VP9 -> isVp9KeyFrame(bytes, offset, length);
            case H264 -> isH264KeyFrame(bytes, offset, length);
            case AV1 -> isAv1KeyFrame(bytes, offset, length);
            case OPUS -> true;
        };
    }

    /** First partition's start, P bit 0, then the start code (RFC 6386 section 9.1). */
    private static boolean isVp8KeyFrame(byte[] bytes, int offset, int length) {
        int body = PayloadDescriptor.lengthBytes(Codec.VP8, bytes, offset, length);
        return body > 0
                && (bytes[offset] & 0x17) == 0x10
                && length >= body + 6
                && (bytes[offset + body] & 1) == 0
                && isTriple(bytes, offset + body + 3, 0x9D, 0x01, 0x2A);
    }

    /**
     * The smaller side of the picture that a packet which begins a VP8 key frame tells (RFC 6386 section 9.1), in
     * pixels: what constraints mean by its height. -1 if it is cut off.
     */
    static int vp8HeightPx(byte[] bytes, int offset, int length) {
        int at = PayloadDescriptor.lengthBytes(Codec.VP8, bytes, offset, length) + VP8_SIDES_OFFSET;
        return at + 4 > length ? -1 : Math.min(vp8SidePx(bytes, offset + at), vp8SidePx(bytes, offset + at + 2));
    }

    private static int vp8SidePx(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) | (bytes[at + 1] & 0x3F) << 8;
    }

    /** In a packet that begins a VP8 key frame width and height change places; nothing happens if it is cut off. */
    static void swapVp8Sides(byte[] bytes, int offset, int length) {
        int at = PayloadDescriptor.lengthBytes(Codec.VP8, bytes, offset, length) + VP8_SIDES_OFFSET;
        for (int i = 0; at + 4 <= length && i < 2; i++) {
            byte side = bytes[offset + at + i];
            bytes[offset + at + i] = bytes[offset + at + 2 + i];
            bytes[offset + at + 2 + i] = side;
        }
    }

    /** Frame start, not inter-predicted, then frame marker, shown newly, key frame and the sync code. */
    private static boolean isVp9KeyFrame(byte[] bytes, int offset, int length) {
        int body = PayloadDescriptor.lengthBytes(Codec.VP9, bytes, offset, length);
        if (body == 0 || (bytes[offset] & 0x48) != 0x08) {
            return false;
        }
        if ((bytes[offset] & 0x02) != 0) {
            body = skipScalabilityStructure(bytes, offset, body, length);
        }
        return length >= body + 4
                && (bytes[offset + body] & 0xCC) == 0x80
                && isTriple(bytes, offset + body + 1, 0x49, 0x83, 0x42);
    }

    /** RFC 9628 section 4.2.1; the answer may lie at or behind the payload's end. */
    private static int skipScalabilityStructure(byte[] bytes, int offset, int at, int length) {
        int head = bytes[offset + at++];
        if ((head & 0x10) != 0) {
            at += 4 * ((head >> 5 & 7) + 1);
        }
        if ((head & 0x08) != 0 && at < length) {
            int pictures = bytes[offset + at++] & 0xFF;
            for (int i = 0; i < pictures && at < length; i++) {
                at += 1 + (bytes[offset + at] >> 2 & 3);
            }
        }
        return at;
    }

    private static boolean isPlausibleH264(byte[] bytes, int offset, int length) {
        int first = bytes[offset] & 0xFF;
        int type = first & 0x1F;
        if ((first & 0x80) != 0 || type == 0) {
            return false;
        }
        if (type == 24) {
            int at = 1;
            while (at + 2 < length) {
                at += 2 + be16(bytes, offset + at);
            }
            return at == length;
        }
        return type < 24 || type == 28;
    }

    /** An IDR slice (5) or a sequence parameter set (7): alone, in a STAP-A or at an FU-A's start (RFC 6184). */
    private static boolean isH264KeyFrame(byte[] bytes, int offset, int length) {
        int type = bytes[offset] & 0x1F;
        if (type == 24) {
            for (int at = 1; at + 2 < length; at += 2 + be16(bytes, offset + at)) {
                if (isIdrOrSps(bytes[offset + at + 2])) {
                    return true;
                }
            }
            return false;
        }
        if (type == 28) {
            return length > 2 && bytes[offset + 1] < 0 && isIdrOrSps(bytes[offset + 1]);
        }
        return isIdrOrSps(bytes[offset]);
    }

    private static boolean isIdrOrSps(int nalHeader) {
        int type = nalHeader & 0x1F;
        return type == 5 || type == 7;
    }

    /** N bit, and the first OBU is a sequence header (AV1 RTP payload format section 4.4). */
    private static boolean isAv1KeyFrame(byte[] bytes, int offset, int length) {
        int aggregation = bytes[offset] & 0xFF;
        if ((aggregation & 0x88) != 0x08) {
            return false;
        }
        int at = 1;
        if ((aggregation & 0x30) != 0x10) {
            while (at < length && bytes[offset + at] < 0) {
                at++;
            }
            at++;
        }
        return at < length && (bytes[offset + at] & 0xF9) == 0x08;
    }

    private static boolean isTriple(byte[] bytes, int at, int a, int b, int c) {
        return (bytes[at] & 0xFF) == a && (bytes[at + 1] & 0xFF) == b && (bytes[at + 2] & 0xFF) == c;
    }

    private static int be16(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
    }
}
