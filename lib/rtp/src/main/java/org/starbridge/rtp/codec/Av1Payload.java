package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.bits.Leb128;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight cursor over the OBU elements of an AV1 packet, RTP payload format for AV1 section 4.4 and 4.5. Owned by
 * one thread; wrapped for every packet.
 *
 * <pre>
 *        +-+-+-+-+-+-+-+-+
 *        |Z|Y| W |N|-|-|-|   Z: the first element continues an OBU; Y: the last one goes on in the next packet
 *        +-+-+-+-+-+-+-+-+   W: elements, 0 = not told; N: first packet of a coded video sequence
 *        : length, leb128:   in front of each element, but of the last one if W tells how many there are
 *        +-+-+-+-+-+-+-+-+
 *        |F| type  |X|S|-|   an OBU, AV1 section 5.3; X: a byte follows; S: its size follows as leb128
 *        +-+-+-+-+-+-+-+-+
 *   X:   | TID |SID|-|-|-|
 *        +-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Av1Payload {
    private static final int Z = 0x80;
    private static final int Y = 0x40;
    private static final int N = 0x08;
    private static final int X = 0x04;

    private int aggregation;
    private long start;
    private long end;
    private long position;
    private int read;
    private long elementAddress;
    private int elementLengthBytes;

    /** A cursor over nothing; {@link #wrap} comes first. */
    public Av1Payload() {}

    /**
     * Looks at an RTP payload without padding and goes in front of its first element.
     *
     * @return null if all its elements are whole, else why not
     */
    public @Nullable DescriptorFault wrap(long payloadAddress, int payloadLengthBytes) {
        if (payloadLengthBytes <= 0) {
            return DescriptorFault.EMPTY;
        }
        aggregation = Memory.u8(payloadAddress);
        start = payloadAddress + 1;
        end = payloadAddress + payloadLengthBytes;
        rewind();
        while (next()) {
            // only to see whether all of them are whole
        }
        boolean isWhole = position == end && read > 0 && read >= elements();
        rewind();
        return isWhole ? null : DescriptorFault.TRUNCATED;
    }

    /** Goes in front of the first element again. */
    public void rewind() {
        position = start;
        read = 0;
    }

    /**
     * Goes to the next element.
     *
     * @return whether there is one
     */
    public boolean next() {
        if (position >= end || (elements() != 0 && read == elements())) {
            return false;
        }
        long size = end - position;
        if (elements() == 0 || read + 1 < elements()) {
            int sizeBytes = Leb128.lengthBytes(position, end);
            size = Leb128.value(position, sizeBytes);
            if (sizeBytes == 0 || size > end - position - sizeBytes) {
                return false;
            }
            position += sizeBytes;
        }
        elementAddress = position;
        elementLengthBytes = (int) size;
        position += size;
        read++;
        return true;
    }

    /** Whether the first element continues an OBU of the packet before (Z). */
    public boolean beginsWithContinuation() {
        return (aggregation & Z) != 0;
    }

    /** Whether the last element goes on in the next packet (Y). */
    public boolean endsWithFragment() {
        return (aggregation & Y) != 0;
    }

    /** How many elements the packet announces (W), 1 to 3; 0 if it does not say. */
    public int elements() {
        return aggregation >>> 4 & 3;
    }

    /** Whether a coded video sequence begins with this packet (N): decoding can begin here. */
    public boolean isStartOfSequence() {
        return (aggregation & (Z | N)) == N;
    }

    /** Where the element begins: with an OBU header unless {@link #isContinuation}. */
    public long elementAddress() {
        return elementAddress;
    }

    /** The length of the element; 0 is possible. */
    public int elementLengthBytes() {
        return elementLengthBytes;
    }

    /** Whether the element continues an OBU of the packet before, so that it has no OBU header. */
    public boolean isContinuation() {
        return read == 1 && beginsWithContinuation();
    }

    /** Whether the element goes on in the next packet. */
    public boolean isFragment() {
        return position == end && endsWithFragment();
    }

    /** The kind of the OBU that begins with the element; {@link ObuType#RESERVED} of a continuation. */
    public ObuType obuType() {
        return isContinuation() || elementLengthBytes == 0
                ? ObuType.RESERVED
                : ObuType.ofCode(Memory.u8(elementAddress) >>> 3);
    }

    /** The temporal layer of the OBU that begins with the element, 0 to 7; 0 if it is not told. */
    public int temporalLayer() {
        return hasExtension() ? Memory.u8(elementAddress + 1) >>> 5 : 0;
    }

    /** The spatial layer of the OBU that begins with the element, 0 to 3; 0 if it is not told. */
    public int spatialLayer() {
        return hasExtension() ? Memory.u8(elementAddress + 1) >>> 3 & 3 : 0;
    }

    /** Whether the OBU that begins with the element tells its layers. */
    public boolean hasExtension() {
        return !isContinuation() && elementLengthBytes > 1 && (Memory.u8(elementAddress) & X) != 0;
    }
}
