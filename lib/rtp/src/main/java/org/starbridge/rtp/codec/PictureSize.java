package org.starbridge.rtp.codec;

import org.starbridge.rtp.bits.BitReader;
import org.starbridge.rtp.bits.Leb128;
import org.starbridge.rtp.memory.Memory;

/**
 * Size of the pictures of a stream, as far as a packet's payload tells: the largest that can be decoded from it, where
 * it has several spatial layers. Packets in the middle of a stream tell nothing; those that begin a key frame mostly
 * do. Owned by one thread.
 */
final class PictureSize {
    /** Not told. */
    static final int UNKNOWN = -1;

    private static final int H264_SPS = 7;
    private static final int H264_STAP_A = 24;
    private static final int AV1_SEQUENCE_HEADER = 1;

    private final Vp9PictureSize vp9 = new Vp9PictureSize();
    private final BitReader bits = new BitReader();
    private int width;
    private int height;

    /** Looks at an RTP payload without padding, of any codec but VP8, whose descriptor has a view of its own. */
    void look(VideoCodec codec, long address, int lengthBytes) {
        forget();
        if (lengthBytes < 1) {
            return;
        }
        switch (codec) {
            case VP9 -> lookAtVp9(address, lengthBytes);
            case H264 -> lookAtH264(address, lengthBytes);
            case AV1 -> lookAtAv1(address, lengthBytes);
            case VP8, H265, OTHER -> {}
        }
    }

    void forget() {
        width = UNKNOWN;
        height = UNKNOWN;
    }

    void set(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** In pixels, or {@link #UNKNOWN}. */
    int width() {
        return width;
    }

    /** In pixels, or {@link #UNKNOWN}. */
    int height() {
        return height;
    }

    private void lookAtVp9(long address, int lengthBytes) {
        if (vp9.look(address, lengthBytes, bits)) {
            set(vp9.width(), vp9.height());
        }
    }

    /**
     * RFC 6184 section 5.6 and 5.7: a parameter set alone, or in an aggregate. One that is cut into fragments is not
     * looked for.
     */
    private void lookAtH264(long address, int lengthBytes) {
        long end = address + lengthBytes;
        int type = Memory.u8(address) & 0x1F;
        if (type == H264_SPS) {
            lookAtParameterSet(address + 1, end);
        } else if (type == H264_STAP_A) {
            for (long unit = address + 1; end - unit > 2; ) {
                int size = Memory.u16(unit);
                if (size > end - unit - 2) {
                    return;
                }
                if (size > 0 && (Memory.u8(unit + 2) & 0x1F) == H264_SPS) {
                    lookAtParameterSet(unit + 3, unit + 2 + size);
                }
                unit += 2 + size;
            }
        }
    }

    private void lookAtParameterSet(long address, long end) {
        bits.setEscaped(address, end);
        H264ParameterSet.read(bits, this);
    }

    /**
     * RTP payload format for AV1 section 4.4: |Z|Y|W(2)|N|, then elements, each with its length in front, but the last
     * one if W counts them. A coded video sequence (N) begins with its header, and that names the size of its largest
     * layer.
     */
    private void lookAtAv1(long address, int lengthBytes) {
        int aggregation = Memory.u8(address);
        boolean beginsSequence = (aggregation & 0x88) == 0x08;
        int counted = aggregation >>> 4 & 3;
        long end = address + lengthBytes;
        long position = address + 1;
        for (int i = 1; beginsSequence && position < end; i++) {
            long size = end - position;
            if (i != counted) {
                int sizeBytes = Leb128.lengthBytes(position, end);
                size = Leb128.value(position, sizeBytes);
                position += sizeBytes;
                if (sizeBytes == 0 || size < 1 || size > end - position) {
                    return;
                }
            }
            if ((Memory.u8(position) >>> 3 & 0x0F) == AV1_SEQUENCE_HEADER) {
                lookAtSequenceHeader(position, position + size);
                return;
            }
            position += size;
        }
    }

    /**
     * AV1 section 5.3: |forbidden|type(4)|extension|has size|reserved|, a byte more if there is an extension, a size if
     * there is one.
     */
    private void lookAtSequenceHeader(long unit, long end) {
        int header = Memory.u8(unit);
        long content = unit + 1 + (header >>> 2 & 1);
        if ((header & 2) != 0) {
            content += Leb128.lengthBytes(content, end);
        }
        bits.set(Math.min(content, end), end);
        Av1SequenceHeader.read(bits, this);
    }
}
