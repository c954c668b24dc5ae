package org.starbridge.hammer.measure;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.Codec;
import org.starbridge.rtp.codec.Vp9Descriptor;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.dependency.DependencyFault;
import org.starbridge.rtp.dependency.DependencyStructure;

/**
 * Reads the numbers that a bridge writes into packets with layers: VP9's picture id (RFC 9628), or, with other codecs,
 * the dependency descriptor's frame number, template id and structure (AV1 RTP, appendix A). Owned by the receiver's
 * thread; allocates only when a structure changes.
 *
 * <pre>
 *   0-15  picture id or frame number    16-21  template id
 *     22  a structure                   23-28  its offset    29-35  its templates
 * </pre>
 */
final class ReceivedNumbers {
    /** Of a packet whose numbers cannot be read. */
    static final long UNREADABLE = -1;

    private static final int VP9_BITS = 15;
    private static final int DESCRIPTOR_BITS = 16;
    private static final int TEMPLATE_SHIFT = 16;
    private static final int TEMPLATE_MASK = 63;
    private static final long STRUCTURE = 1L << 22;
    private static final int OFFSET_SHIFT = 23;
    private static final int COUNT_SHIFT = 29;
    private static final long FRAME_MASK = (1L << 22) - 1;

    private final boolean isVp9;
    private final Vp9Descriptor vp9 = new Vp9Descriptor();
    private final DependencyDescriptor descriptor = new DependencyDescriptor();
    private @Nullable DependencyStructure structure;
    private long descriptorAddress;
    private int descriptorBytes;

    ReceivedNumbers(Codec codec) {
        isVp9 = codec == Codec.VP9;
    }

    /** The dependency descriptor of the packet that is read next; 0 bytes if it has none. */
    void onDescriptor(long address, int lengthBytes) {
        descriptorAddress = address;
        descriptorBytes = lengthBytes;
    }

    /** The numbers of a packet with this payload; {@link #UNREADABLE} if it lacks them. */
    long read(long payloadAddress, int payloadBytes) {
        if (isVp9) {
            boolean isRead = vp9.wrap(payloadAddress, payloadBytes) == null && vp9.pictureIdBits() == VP9_BITS;
            return isRead ? vp9.pictureId() : UNREADABLE;
        }
        DependencyFault fault = descriptor.wrap(descriptorAddress, descriptorBytes, structure);
        if (fault != null && fault != DependencyFault.NO_STRUCTURE && fault != DependencyFault.UNKNOWN_TEMPLATE) {
            return UNREADABLE; // packets may come before the structure that they need
        }
        long numbers = descriptor.frameNumber() | (long) descriptor.templateId() << TEMPLATE_SHIFT;
        if (fault != null || !descriptor.hasStructure()) {
            return numbers;
        }
        DependencyStructure told = descriptor.structure();
        structure = told;
        return numbers
                | STRUCTURE
                | (long) told.templateIdOffset() << OFFSET_SHIFT
                | (long) told.templates() << COUNT_SHIFT;
    }

    /** Returns whether frames are numbered, and not pictures. */
    boolean areOfFrames() {
        return !isVp9;
    }

    /** Returns the number of bits of a number. */
    int bits() {
        return isVp9 ? VP9_BITS : DESCRIPTOR_BITS;
    }

    /** Returns whether two packets can be of the same frame. */
    static boolean areSame(long some, long other) {
        return (some & FRAME_MASK) == (other & FRAME_MASK) && some != UNREADABLE;
    }

    /** The picture id or frame number. */
    static int number(long numbers) {
        return (int) numbers & 0xFFFF;
    }

    static boolean hasStructure(long numbers) {
        return (numbers & STRUCTURE) != 0;
    }

    /** The id of the first template of the structure. */
    static int offset(long numbers) {
        return (int) (numbers >>> OFFSET_SHIFT) & TEMPLATE_MASK;
    }

    /** Returns the number of templates of the structure. */
    static int templates(long numbers) {
        return (int) (numbers >>> COUNT_SHIFT) & 0x7F;
    }

    /** The template id. */
    static int template(long numbers) {
        return (int) (numbers >>> TEMPLATE_SHIFT) & TEMPLATE_MASK;
    }
}
