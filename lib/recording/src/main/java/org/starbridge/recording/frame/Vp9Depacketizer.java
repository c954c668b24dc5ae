package org.starbridge.recording.frame;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * VP9 (RFC 9628). The layer frames of a picture become one superframe, with the index that decoders need (VP9 bitstream
 * specification, annex B).
 */
final class Vp9Depacketizer implements Depacketizer {
    private static final int I = 0x80;
    private static final int P = 0x40;
    private static final int L = 0x20;
    private static final int F = 0x10;
    private static final int B = 0x08;
    private static final int E = 0x04;
    private static final int V = 0x02;
    private static final int MAX_DIFFS = 3;
    private static final int MAX_LAYERS = 8;
    private static final int SYNC_CODE = 0x498342;
    private static final int SRGB = 7;
    /** Chroma subsampling as CodecPrivate of WebM numbers it: 4:2:0 with colocated samples, 4:2:2, 4:4:4, 4:4:0. */
    private static final int CHROMA_420 = 1;

    private static final int CHROMA_422 = 2;
    private static final int CHROMA_444 = 3;
    private static final int CHROMA_440 = 4;
    private static final byte[] LEVELS = {10, 11, 20, 21, 30, 31, 40, 50, 60};
    /** The smaller of the largest picture and a thirtieth of the largest rate, of each level but the last. */
    private static final int[] PICTURE_SAMPLES = {
        27_648, 73_728, 122_880, 245_760, 552_960, 983_040, 2_228_224, 8_912_896
    };

    private final ByteArrayOutputStream picture = new ByteArrayOutputStream();
    private final List<Integer> sizes = new ArrayList<>();
    private int frameStart;
    private boolean isOpen;
    private boolean isWhole;
    private boolean isKey;
    private int structureWidth;
    private int structureHeight;
    private int position;

    @Override
    public void begin() {
        picture.reset();
        sizes.clear();
        isOpen = false;
        isWhole = true;
        isKey = false;
        structureWidth = 0;
        structureHeight = 0;
    }

    @Override
    public void add(byte[] payload) {
        if (!readDescriptor(payload) || position >= payload.length) {
            isWhole = false;
            return;
        }
        int first = payload[0];
        if ((first & B) != 0) {
            isWhole &= !isOpen;
            isOpen = true;
            frameStart = picture.size();
            isKey |= picture.size() == 0 && (first & P) == 0;
        }
        isWhole &= isOpen;
        picture.write(payload, position, payload.length - position);
        if ((first & E) != 0) {
            sizes.add(picture.size() - frameStart);
            isOpen = false;
        }
    }

    private boolean readDescriptor(byte[] payload) {
        if (payload.length == 0) {
            return false;
        }
        int first = payload[0];
        position = 1;
        if ((first & I) != 0) {
            position += (at(payload, position) & 0x80) != 0 ? 2 : 1;
        }
        if ((first & L) != 0) {
            position += (first & F) != 0 ? 1 : 2;
        }
        if ((first & (P | F)) == (P | F)) {
            for (int i = 0; i < MAX_DIFFS; i++) {
                if ((at(payload, position++) & 1) == 0) {
                    break;
                }
            }
        }
        if ((first & V) != 0) {
            readStructure(payload);
        }
        return position <= payload.length;
    }

    private void readStructure(byte[] payload) {
        int head = at(payload, position++);
        int layers = (head >>> 5 & 7) + 1;
        if ((head & 0x10) != 0) {
            int highest = position + 4 * (layers - 1);
            structureWidth = at(payload, highest) << 8 | at(payload, highest + 1);
            structureHeight = at(payload, highest + 2) << 8 | at(payload, highest + 3);
            position += 4 * layers;
        }
        if ((head & 0x08) != 0) {
            int pictures = at(payload, position++);
            for (int i = 0; i < pictures && position < payload.length; i++) {
                position += 1 + (at(payload, position) >>> 2 & 3);
            }
        }
    }

    private static int at(byte[] payload, int index) {
        return index < payload.length ? payload[index] & 0xFF : 0;
    }

    @Override
    public @Nullable EncodedFrame finish() {
        if (!isWhole || isOpen || sizes.isEmpty() || sizes.size() > MAX_LAYERS) {
            return null;
        }
        TrackFormat format = isKey ? format(picture.toByteArray()) : null;
        if (isKey && format == null) {
            return null;
        }
        if (sizes.size() > 1) {
            writeIndex();
        }
        return new EncodedFrame(picture.toByteArray(), isKey, format);
    }

    private void writeIndex() {
        int marker = 0xC0 | 3 << 3 | sizes.size() - 1; // sizes of 4 bytes
        picture.write(marker);
        for (int size : sizes) {
            picture.write(size);
            picture.write(size >>> 8);
            picture.write(size >>> 16);
            picture.write(size >>> 24);
        }
        picture.write(marker);
    }

    /** Of a key frame: its uncompressed header, VP9 section 6.2. */
    private @Nullable TrackFormat format(byte[] data) {
        Bits bits = new Bits(data, 0, data.length);
        bits.skip(2);
        int profile = bits.bit() | bits.bit() << 1;
        bits.skip(profile == 3 ? 1 : 0);
        boolean showsExisting = bits.flag();
        boolean isInter = bits.flag();
        bits.skip(2);
        if (showsExisting || isInter || bits.bits(24) != SYNC_CODE) {
            return null;
        }
        int bitDepth = profile < 2 ? 8 : bits.flag() ? 12 : 10;
        int chroma = CHROMA_420;
        if (bits.bits(3) == SRGB) {
            bits.skip(profile == 1 || profile == 3 ? 1 : 0);
            chroma = CHROMA_444;
        } else {
            bits.skip(1);
            if (profile == 1 || profile == 3) {
                int subsampling = bits.bits(2);
                bits.skip(1);
                chroma = subsampling == 0 ? CHROMA_444 : subsampling == 2 ? CHROMA_422 : CHROMA_440;
            }
        }
        int width = bits.bits(16) + 1;
        int height = bits.bits(16) + 1;
        if (bits.isOverrun()) {
            return null;
        }
        boolean hasStructure = structureWidth > 0 && structureHeight > 0;
        int shownWidth = hasStructure ? structureWidth : width;
        int shownHeight = hasStructure ? structureHeight : height;
        byte[] features = {
            1,
            1,
            (byte) profile,
            2,
            1,
            level((long) shownWidth * shownHeight),
            3,
            1,
            (byte) bitDepth,
            4,
            1,
            (byte) chroma
        };
        return new TrackFormat(Codec.VP9, shownWidth, shownHeight, features);
    }

    /** The level for pictures of this size at 30 a second, times 10 (VP9 levels of webmproject.org). */
    private static byte level(long pictureSamples) {
        int index = 0;
        while (index < LEVELS.length - 1 && pictureSamples > PICTURE_SAMPLES[index]) {
            index++;
        }
        return LEVELS[index];
    }
}
