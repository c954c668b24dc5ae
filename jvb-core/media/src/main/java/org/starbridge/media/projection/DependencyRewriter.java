package org.starbridge.media.projection;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.memory.Memory;

/**
 * Writes the dependency descriptor of one packet for each receiver with other numbers (AV1 RTP appendix A). Owned by
 * one worker; looks at each packet once, and only if a receiver needs more of it than its first three bytes.
 *
 * <p>A receiver learns which decode targets it gets with each structure and whenever that changes: those of which all
 * frames go to it. Without that a decoder may wait for layers that never come. A structure is parsed once for a packet,
 * and again only if it differs from the one that the receiver was sent before.
 */
public final class DependencyRewriter {
    private static final int STRUCTURE = 0x80;
    private static final int ACTIVE_TARGETS = 0x40;

    /** Made for the first structure. */
    private @Nullable DependencyDescriptor descriptor;

    private @Nullable DependencyStructure known;
    private long address;
    private int lengthBytes;
    private int rewrittenBytes;
    private boolean isRead;
    private boolean isWellFormed;
    private boolean isParsed;
    private long activeDecodeTargets;

    /** A rewriter of nothing; {@link #prepare} comes first. */
    public DependencyRewriter() {}

    /** Another packet comes. */
    public void clear() {
        isRead = false;
    }

    /**
     * Looks at the packet's element for one receiver.
     *
     * @param numbers under which the packet goes to it
     * @return how long the element is as it goes out; 0 if it is too short to be one. {@link #write} follows
     */
    public int prepare(long elementAddress, int lengthBytes, OutgoingNumbers numbers) {
        if (lengthBytes < DependencyDescriptor.MANDATORY_BYTES) {
            return 0;
        }
        address = elementAddress;
        this.lengthBytes = lengthBytes;
        int flags = lengthBytes > DependencyDescriptor.MANDATORY_BYTES
                ? Memory.u8(elementAddress + DependencyDescriptor.MANDATORY_BYTES)
                : 0;
        boolean hasStructure = (flags & STRUCTURE) != 0;
        boolean tellsTargets =
                hasStructure || (flags & ACTIVE_TARGETS) != 0 || DescriptorWord.isNews(numbers.codecWord());
        boolean isKnown = hasStructure || numbers.structure() != null;
        isParsed = tellsTargets && isKnown && parse(hasStructure, numbers.structure());
        rewrittenBytes = isParsed ? prepareTargets(hasStructure, numbers) : lengthBytes;
        return rewrittenBytes;
    }

    @SuppressWarnings("ReferenceEquality") // one object for each structure that was received
    private boolean parse(boolean hasStructure, @Nullable DependencyStructure receivers) {
        DependencyDescriptor view = descriptor;
        if (view == null) {
            view = new DependencyDescriptor();
            descriptor = view;
        }
        if (!isRead || (!hasStructure && receivers != known)) {
            isRead = true;
            known = receivers;
            isWellFormed = view.wrap(address, lengthBytes, receivers) == null;
        }
        return isWellFormed;
    }

    private int prepareTargets(boolean hasStructure, OutgoingNumbers numbers) {
        DependencyDescriptor view = view();
        DependencyStructure structure = view.structure();
        if (hasStructure) {
            numbers.structure(structure);
        }
        long word = numbers.codecWord();
        int covered = covered(structure, DescriptorWord.spatial(word), word);
        if (DescriptorWord.isWithLower(word)) {
            for (int spatial = 0; spatial < DescriptorWord.spatial(word); spatial++) {
                covered |= covered(structure, spatial, word);
            }
        }
        int sent = view.hasActiveDecodeTargets() ? view.activeDecodeTargets() : structure.allDecodeTargets();
        activeDecodeTargets = covered & sent & 0xFFFF_FFFFL;
        return view.rewrittenLengthBytes(activeDecodeTargets);
    }

    private static int covered(DependencyStructure structure, int spatial, long word) {
        return structure.coveredDecodeTargets(structure.decodeTarget(spatial, DescriptorWord.temporal(word)));
    }

    /** Writes the element that was prepared; there is room for its length. */
    public void write(long toAddress, OutgoingNumbers numbers) {
        long word = numbers.codecWord();
        int frameNumber = DescriptorWord.frameNumber(word);
        int shift = DescriptorWord.templateIdShift(word);
        if (isParsed) {
            view().rewrite(toAddress, rewrittenBytes, frameNumber, shift, activeDecodeTargets);
            return;
        }
        Memory.copy(address, toAddress, lengthBytes);
        int first = Memory.u8(address);
        Memory.put8(toAddress, (first & 0xC0) | ((first + shift) & 0x3F));
        Memory.put16(toAddress + 1, frameNumber);
    }

    private DependencyDescriptor view() {
        DependencyDescriptor view = descriptor;
        if (view == null) {
            throw new IllegalStateException("no packet was prepared");
        }
        return view;
    }
}
