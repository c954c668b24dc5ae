package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight over the VP9 payload descriptor, RFC 9628 section 4.2, and the rewriting of the indices in it. Owned by
 * one thread; wrapped for every packet.
 *
 * <pre>
 *        +-+-+-+-+-+-+-+-+
 *        |I|P|L|F|B|E|V|Z|   P: predicted from earlier pictures; F: flexible mode; B, E: first, last of a layer frame
 *        +-+-+-+-+-+-+-+-+   Z: no upper spatial layer of the picture refers to this frame
 *   I:   |M| picture id  |   7 bits, or 15 with the next byte if M
 *        +-+-+-+-+-+-+-+-+
 *   L:   | TID |U| SID |D|   U: one may switch up to TID here; D: refers to the layer below in the same picture
 *        +-+-+-+-+-+-+-+-+
 *   L, not F: TL0PICIDX  |
 *        +-+-+-+-+-+-+-+-+
 *   P,F: | P_DIFF      |N|   how many pictures before; another one follows if N, up to three in all
 *        +-+-+-+-+-+-+-+-+
 *   V:   | N_S |Y|G|-|-|-|   see {@link Vp9ScalabilityStructure}
 *        +-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>A picture is all layer frames with one picture id and RTP timestamp. The RTP marker ends a picture. A forwarder
 * that drops upper layers sets the marker on the packet with {@link #isEndOfFrame E} of the highest layer that it
 * forwards, and never clears one: of a picture with fewer layers the sender's own marker is right.
 */
public final class Vp9Descriptor {
    /** References of one frame. */
    public static final int MAX_REFERENCES = 3;

    private static final int I = 0x80;
    private static final int P = 0x40;
    private static final int L = 0x20;
    private static final int F = 0x10;
    private static final int B = 0x08;
    private static final int E = 0x04;
    private static final int V = 0x02;
    private static final int Z = 0x01;
    private static final int M = 0x80;
    private static final int N = 0x01;

    private final Vp9ScalabilityStructure structure = new Vp9ScalabilityStructure();
    private long address;
    private int first;
    private int pictureIdBits;
    private int layers;
    private int tl0PicIdxOffset;
    private int referencesOffset;
    private int references;
    private int lengthBytes;

    /** A view of nothing; {@link #wrap} comes first. */
    public Vp9Descriptor() {}

    /** Looks at an RTP payload without padding; null if it begins with a whole descriptor, else why not. */
    public @Nullable DescriptorFault wrap(long payloadAddress, int payloadLengthBytes) {
        if (payloadLengthBytes <= 0) {
            return DescriptorFault.EMPTY;
        }
        address = payloadAddress;
        first = Memory.u8(payloadAddress);
        int offset = 1;
        pictureIdBits = 0;
        if (has(I)) {
            if (offset >= payloadLengthBytes) {
                return DescriptorFault.TRUNCATED;
            }
            pictureIdBits = (Memory.u8(payloadAddress + offset) & M) != 0 ? 15 : 7;
            offset += pictureIdBits == 15 ? 2 : 1;
        }
        layers = 0;
        tl0PicIdxOffset = 0;
        if (has(L)) {
            if (offset >= payloadLengthBytes) {
                return DescriptorFault.TRUNCATED;
            }
            layers = Memory.u8(payloadAddress + offset++);
            tl0PicIdxOffset = has(F) ? 0 : offset++;
        }
        return wrapReferences(offset, payloadLengthBytes);
    }

    private @Nullable DescriptorFault wrapReferences(int from, int payloadLengthBytes) {
        int offset = from;
        referencesOffset = offset;
        references = 0;
        boolean isMore = has(P) && has(F);
        while (isMore) {
            if (offset >= payloadLengthBytes) {
                return DescriptorFault.TRUNCATED;
            }
            if (references == MAX_REFERENCES) {
                return DescriptorFault.TOO_MANY_REFERENCES;
            }
            isMore = (Memory.u8(address + offset++) & N) != 0;
            references++;
        }
        if (offset > payloadLengthBytes) {
            return DescriptorFault.TRUNCATED;
        }
        structure.forget();
        if (has(V)) {
            DescriptorFault fault = structure.wrap(address + offset, payloadLengthBytes - offset);
            if (fault != null) {
                return fault;
            }
        }
        lengthBytes = offset + structure.lengthBytes();
        return null;
    }

    /** The length of the descriptor; the VP9 frame or its continuation follows. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Returns whether the frame is predicted from earlier pictures (P). */
    public boolean isInterPicturePredicted() {
        return has(P);
    }

    /**
     * Returns whether the stream names each frame's references ({@link #reference}) instead of a repeating group (F).
     */
    public boolean isFlexible() {
        return has(F);
    }

    /** Returns whether the packet is the first one of its layer frame (B). */
    public boolean isStartOfFrame() {
        return has(B);
    }

    /** Returns whether the packet is the last one of its layer frame (E). */
    public boolean isEndOfFrame() {
        return has(E);
    }

    /** Returns whether no upper spatial layer of the same picture refers to this frame (Z). */
    public boolean isNotReferenceForUpperLayers() {
        return has(Z);
    }

    /** Returns whether the packet is the first one of a key picture: lowest layer, not predicted from anything. */
    public boolean isStartOfKeyPicture() {
        return (first & (P | B)) == B && spatialLayer() == 0 && !isInterLayerPredicted();
    }

    /** The width of the picture id: 7 or 15, or 0 if there is none. */
    public int pictureIdBits() {
        return pictureIdBits;
    }

    /** The picture id, or -1 if there is none. */
    public int pictureId() {
        return switch (pictureIdBits) {
            case 7 -> Memory.u8(address + 1);
            case 15 -> Memory.u16(address + 1) & 0x7FFF;
            default -> -1;
        };
    }

    /** Returns whether the layer is given (L); without it a stream has one layer. */
    public boolean hasLayers() {
        return has(L);
    }

    /** The temporal layer, 0 to 7; 0 if it is not told. */
    public int temporalLayer() {
        return layers >>> 5;
    }

    /** The spatial layer, 0 to 7; 0 if it is not told. */
    public int spatialLayer() {
        return layers >>> 1 & 7;
    }

    /**
     * Returns whether no later frame of this temporal layer depends on one before this picture: one may switch up here
     * (U).
     */
    public boolean isSwitchingUpPoint() {
        return (layers & 0x10) != 0;
    }

    /** Returns whether the frame refers to the spatial layer below in the same picture (D). */
    public boolean isInterLayerPredicted() {
        return (layers & 0x01) != 0;
    }

    /** The running index of pictures of temporal layer 0, 0 to 255; -1 if there is none, as in flexible mode. */
    public int tl0PicIdx() {
        return tl0PicIdxOffset == 0 ? -1 : Memory.u8(address + tl0PicIdxOffset);
    }

    /**
     * Returns the number of pictures that the frame names as those it refers to, 0 to {@value #MAX_REFERENCES}; in
     * flexible mode only.
     */
    public int references() {
        return references;
    }

    /** Returns how many pictures before its own the frame refers to, 0 to 127 (P_DIFF; 0 is not valid). */
    public int reference(int index) {
        return Memory.u8(address + referencesOffset + index) >>> 1;
    }

    /** Returns whether the packet tells the layers of the stream (V). */
    public boolean hasScalabilityStructure() {
        return has(V);
    }

    /** The layers of the stream; it says that there are none unless {@link #hasScalabilityStructure}. */
    public Vp9ScalabilityStructure scalabilityStructure() {
        return structure;
    }

    private boolean has(int bit) {
        return (first & bit) != 0;
    }

    /**
     * Replaces the picture id in a descriptor of the same form (the one wrapped, or a copy in an egress slot), keeping
     * its width; does nothing if there is none. References are distances: they stay right if all ids move by one
     * amount.
     *
     * @param pictureId its low 7 or 15 bits are written
     */
    public void rewritePictureId(long descriptorAddress, int pictureId) {
        switch (pictureIdBits) {
            case 7 -> Memory.put8(descriptorAddress + 1, pictureId & 0x7F);
            case 15 -> Memory.put16(descriptorAddress + 1, pictureId | 0x8000);
            default -> {}
        }
    }

    /**
     * Replaces TL0PICIDX in a descriptor of the same form (the one wrapped, or a copy in an egress slot); does nothing
     * if there is none.
     *
     * @param tl0PicIdx its low 8 bits are written
     */
    public void rewriteTl0PicIdx(long descriptorAddress, int tl0PicIdx) {
        if (tl0PicIdxOffset != 0) {
            Memory.put8(descriptorAddress + tl0PicIdxOffset, tl0PicIdx);
        }
    }

    /** Says in a descriptor of the same form whether the packet is the last one of its layer frame (E). */
    public void rewriteEndOfFrame(long descriptorAddress, boolean isEnd) {
        Memory.put8(descriptorAddress, (Memory.u8(descriptorAddress) & ~E) | (isEnd ? E : 0));
    }

    /**
     * Copies the wrapped descriptor to an egress slot with other indices, for the fields it has; the rest of the
     * payload follows it there.
     *
     * @return its {@link #lengthBytes}; as many bytes must be free at {@code slotAddress}
     */
    public int copyRewritten(long slotAddress, int pictureId, int tl0PicIdx) {
        Memory.copy(address, slotAddress, lengthBytes);
        rewritePictureId(slotAddress, pictureId);
        rewriteTl0PicIdx(slotAddress, tl0PicIdx);
        return lengthBytes;
    }
}
