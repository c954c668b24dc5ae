package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight over the scalability structure in a VP9 payload descriptor, RFC 9628 section 4.2.1: the spatial layers of
 * a stream, their sizes, and the group of pictures that repeats in non-flexible mode. Owned by one thread;
 * {@link Vp9Descriptor#wrap} wraps it.
 *
 * <pre>
 *       +-+-+-+-+-+-+-+-+
 *       | N_S |Y|G|-|-|-|   N_S: spatial layers - 1
 *       +-+-+-+-+-+-+-+-+
 *   Y:  | width, height |   16 bits each, for each spatial layer
 *       +-+-+-+-+-+-+-+-+
 *   G:  |      N_G      |   pictures in the group
 *       +-+-+-+-+-+-+-+-+
 *       | TID |U| R |-|-|   for each picture, with R times P_DIFF (8 bits) behind it
 *       +-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Vp9ScalabilityStructure {
    /** Spatial layers of a stream. */
    public static final int MAX_SPATIAL_LAYERS = 8;
    /** Pictures of a group. */
    public static final int MAX_PICTURES = 255;

    private static final int Y = 0x10;
    private static final int G = 0x08;
    private static final int SIZE_BYTES = 4;

    private final short[] pictureOffsets = new short[MAX_PICTURES];
    private long address;
    private int spatialLayers;
    private boolean hasSizes;
    private int pictures;
    private int lengthBytes;

    Vp9ScalabilityStructure() {}

    /** There is none. */
    void forget() {
        spatialLayers = 0;
        hasSizes = false;
        pictures = 0;
        lengthBytes = 0;
    }

    /** Looks at a structure; null if it is whole, else why not, and then there is none. */
    @Nullable
    DescriptorFault wrap(long structureAddress, int availableBytes) {
        forget();
        if (availableBytes < 1) {
            return DescriptorFault.TRUNCATED;
        }
        int first = Memory.u8(structureAddress);
        int layers = (first >>> 5) + 1;
        int offset = 1 + ((first & Y) != 0 ? layers * SIZE_BYTES : 0);
        int count = 0;
        if ((first & G) != 0) {
            if (offset >= availableBytes) {
                return DescriptorFault.TRUNCATED;
            }
            count = Memory.u8(structureAddress + offset++);
            for (int picture = 0; picture < count; picture++) {
                if (offset >= availableBytes) {
                    return DescriptorFault.TRUNCATED;
                }
                pictureOffsets[picture] = (short) offset;
                offset += 1 + (Memory.u8(structureAddress + offset) >>> 2 & 3);
            }
        }
        if (offset > availableBytes) {
            return DescriptorFault.TRUNCATED;
        }
        address = structureAddress;
        spatialLayers = layers;
        hasSizes = (first & Y) != 0;
        pictures = count;
        lengthBytes = offset;
        return null;
    }

    int lengthBytes() {
        return lengthBytes;
    }

    /** Spatial layers, 1 to {@value #MAX_SPATIAL_LAYERS}; 0 if there is no structure. */
    public int spatialLayers() {
        return spatialLayers;
    }

    /** Returns whether the sizes of the layers are given (Y). */
    public boolean hasSizes() {
        return hasSizes;
    }

    /** The width of a spatial layer (0 to {@link #spatialLayers} - 1) in pixels, 0 to 65535; -1 if it is not told. */
    public int width(int spatialLayer) {
        return hasSizes ? Memory.u16(address + 1 + (long) spatialLayer * SIZE_BYTES) : -1;
    }

    /** The height of a spatial layer (0 to {@link #spatialLayers} - 1) in pixels, 0 to 65535; -1 if it is not told. */
    public int height(int spatialLayer) {
        return hasSizes ? Memory.u16(address + 3 + (long) spatialLayer * SIZE_BYTES) : -1;
    }

    /** Pictures in the group that repeats, 0 to {@value #MAX_PICTURES}; 0 if none is given. */
    public int pictures() {
        return pictures;
    }

    /** The temporal layer of a picture of the group, 0 to 7. */
    public int temporalLayer(int picture) {
        return Memory.u8(address + pictureOffsets[picture]) >>> 5;
    }

    /** Returns whether one may switch up to its temporal layer at a picture of the group (U). */
    public boolean isSwitchingUpPoint(int picture) {
        return (Memory.u8(address + pictureOffsets[picture]) & 0x10) != 0;
    }

    /** Returns the number of pictures that a picture of the group refers to, 0 to 3. */
    public int references(int picture) {
        return Memory.u8(address + pictureOffsets[picture]) >>> 2 & 3;
    }

    /** Returns how many pictures before it a picture of the group refers to, 0 to 255 (P_DIFF; 0 is not valid). */
    public int reference(int picture, int index) {
        return Memory.u8(address + pictureOffsets[picture] + 1 + index);
    }
}
