package org.starbridge.rtp.codec;

import org.starbridge.rtp.memory.Memory;

/**
 * Writes VP9 payload descriptors as a sender does, field by field; {@link Vp9Descriptor} and
 * {@link Vp9ScalabilityStructure} draw the format. Owned by one thread. {@link #frame} begins a descriptor and forgets
 * what was set for the one before.
 */
public final class Vp9DescriptorWriter {
    private static final int[] NONE = {};
    private static final int FLEXIBLE = 0x10;
    private static final int MAX_DIFF = 127;
    private static final int MAX_GROUP_DIFF = 255;

    private int flags;
    private int pictureId;
    private int pictureIdBits;
    private int layers;
    private int tl0PicIdx;
    private int[] references = NONE;
    private int structureFlags;
    private int[] sizes = NONE;
    private int[] groupLayers = NONE;
    private int[][] groupReferences = {};

    /** A writer of nothing; {@link #frame} comes first. */
    public Vp9DescriptorWriter() {}

    /**
     * Begins the descriptor of a packet.
     *
     * @param isStart whether its layer frame begins with it (B)
     * @param isEnd whether its layer frame ends with it (E)
     * @param isPredicted whether the frame is predicted from earlier pictures (P)
     * @param isNotReference whether no upper layer of the same picture refers to it (Z)
     */
    public Vp9DescriptorWriter frame(boolean isStart, boolean isEnd, boolean isPredicted, boolean isNotReference) {
        flags = (isPredicted ? 0x40 : 0) | (isStart ? 0x08 : 0) | (isEnd ? 0x04 : 0) | (isNotReference ? 0x01 : 0);
        pictureIdBits = 0;
        references = NONE;
        structureFlags = 0;
        sizes = NONE;
        groupLayers = NONE;
        return this;
    }

    /** Adds a picture id; {@code bits} is 7 or 15. */
    public Vp9DescriptorWriter pictureId(int pictureId, int bits) {
        flags |= 0x80;
        this.pictureIdBits = bits == 7 ? 7 : within("bits", bits, 15, 15);
        this.pictureId = pictureId & ((1 << bits) - 1);
        return this;
    }

    /**
     * Adds the layer of the frame.
     *
     * @param temporal 0 to 7
     * @param isSwitchingUpPoint U
     * @param spatial 0 to 7
     * @param isInterLayerPredicted D
     * @param tl0PicIdx 0 to 255; not written in flexible mode
     */
    public Vp9DescriptorWriter layer(
            int temporal, boolean isSwitchingUpPoint, int spatial, boolean isInterLayerPredicted, int tl0PicIdx) {
        flags |= 0x20;
        layers = within("temporal layer", temporal, 0, 7) << 5
                | (isSwitchingUpPoint ? 0x10 : 0)
                | within("spatial layer", spatial, 0, 7) << 1
                | (isInterLayerPredicted ? 0x01 : 0);
        this.tl0PicIdx = tl0PicIdx;
        return this;
    }

    /** Makes it flexible mode; a predicted frame must have one to three references, 1 to 127 pictures before it. */
    public Vp9DescriptorWriter flexible(int... references) {
        boolean isPredicted = (flags & 0x40) != 0;
        within("references", references.length, isPredicted ? 1 : 0, isPredicted ? Vp9Descriptor.MAX_REFERENCES : 0);
        for (int reference : references) {
            within("reference", reference, 1, MAX_DIFF);
        }
        flags |= FLEXIBLE;
        this.references = references.clone();
        return this;
    }

    /** Adds a scalability structure with this many spatial layers, 1 to 8, without sizes and group. */
    public Vp9DescriptorWriter spatialLayers(int count) {
        flags |= 0x02;
        within("spatial layers", count, 1, Vp9ScalabilityStructure.MAX_SPATIAL_LAYERS);
        structureFlags = (count - 1) << 5;
        return this;
    }

    /** Adds sizes to the scalability structure: width and height of each spatial layer in turn, 0 to 65535 pixels. */
    public Vp9DescriptorWriter sizes(int... widthsAndHeights) {
        int layerCount = (structureFlags >>> 5) + 1;
        within("widths and heights", widthsAndHeights.length, 2 * layerCount, 2 * layerCount);
        structureFlags |= 0x10;
        sizes = widthsAndHeights.clone();
        return this;
    }

    /**
     * Adds a group of pictures to the scalability structure.
     *
     * @param temporalLayers one for each picture, 0 to 7; every picture is a switching up point
     * @param references for each picture up to three, 0 to 255
     */
    public Vp9DescriptorWriter pictureGroup(int[] temporalLayers, int[][] references) {
        within("pictures", temporalLayers.length, 0, Vp9ScalabilityStructure.MAX_PICTURES);
        within("pictures with references", references.length, temporalLayers.length, temporalLayers.length);
        for (int picture = 0; picture < references.length; picture++) {
            within("temporal layer", temporalLayers[picture], 0, 7);
            within("references", references[picture].length, 0, Vp9Descriptor.MAX_REFERENCES);
            for (int reference : references[picture]) {
                within("reference", reference, 0, MAX_GROUP_DIFF);
            }
        }
        structureFlags |= 0x08;
        groupLayers = temporalLayers.clone();
        groupReferences = references.clone();
        return this;
    }

    /** The length of the descriptor. */
    public int lengthBytes() {
        int length = 1 + (pictureIdBits + 1) / 8 + references.length;
        if ((flags & 0x20) != 0) {
            length += (flags & FLEXIBLE) != 0 ? 1 : 2;
        }
        if ((flags & 0x02) != 0) {
            length += 1 + 2 * sizes.length;
            if ((structureFlags & 0x08) != 0) {
                length += 1 + groupLayers.length;
                for (int picture = 0; picture < groupLayers.length; picture++) {
                    length += groupReferences[picture].length;
                }
            }
        }
        return length;
    }

    /**
     * Writes the descriptor.
     *
     * @return its {@link #lengthBytes}, or 0, and nothing written, if it is more than {@code capacityBytes}
     */
    public int write(long address, int capacityBytes) {
        int length = lengthBytes();
        if (length > capacityBytes) {
            return 0;
        }
        Memory.put8(address, flags);
        long position = address + 1;
        if (pictureIdBits == 7) {
            Memory.put8(position++, pictureId);
        } else if (pictureIdBits == 15) {
            Memory.put16(position, pictureId | 0x8000);
            position += 2;
        }
        if ((flags & 0x20) != 0) {
            Memory.put8(position++, layers);
            if ((flags & FLEXIBLE) == 0) {
                Memory.put8(position++, tl0PicIdx);
            }
        }
        for (int i = 0; i < references.length; i++) {
            Memory.put8(position++, references[i] << 1 | (i < references.length - 1 ? 1 : 0));
        }
        if ((flags & 0x02) != 0) {
            writeStructure(position);
        }
        return length;
    }

    private void writeStructure(long address) {
        Memory.put8(address, structureFlags);
        long position = address + 1;
        for (int size : sizes) {
            Memory.put16(position, size);
            position += 2;
        }
        if ((structureFlags & 0x08) != 0) {
            Memory.put8(position++, groupLayers.length);
            for (int picture = 0; picture < groupLayers.length; picture++) {
                int[] diffs = groupReferences[picture];
                Memory.put8(position++, groupLayers[picture] << 5 | 0x10 | diffs.length << 2);
                for (int diff : diffs) {
                    Memory.put8(position++, diff);
                }
            }
        }
    }

    private static int within(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + ": expected " + least + " to " + most);
        }
        return value;
    }
}
