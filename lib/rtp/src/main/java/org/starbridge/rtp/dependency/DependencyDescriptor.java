package org.starbridge.rtp.dependency;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.bits.BitReader;
import org.starbridge.rtp.bits.BitWriter;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpHeaderWriter;

/**
 * A flyweight over the dependency descriptor of one packet, AV1 RTP appendix A, and its rewriting for a receiver. Owned
 * by one thread; wrapped for every packet.
 *
 * <pre>
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |S|E| template  |          frame number         |   S, E: first, last packet of its frame
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |T|A|D|F|C|  only if the descriptor is longer than 3 bytes; then, bit by bit, no alignment:
 *   +-+-+-+-+-+
 *   T: a template structure, see {@link DependencyStructure}
 *   A: active decode targets, one bit each, target 0 lowest
 *   D: the frame's own decode target indications (2 bits each) instead of the template's
 *   F: its own frame differences: size n (2) and difference - 1 (4 n), any number of times, then size 0
 *   C: its own chain differences (8 bits each)
 *   zeros up to the byte
 * </pre>
 *
 * <p>A structure comes with a key frame and is given to {@link #wrap} for the packets after it. A structure without A
 * says that all decode targets are active; without either, what was said last still holds.
 */
public final class DependencyDescriptor {
    /** {@code a=extmap} URI. */
    public static final String URI =
            "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension";
    /** The length of a descriptor that has only what every one has. */
    public static final int MANDATORY_BYTES = 3;
    /** For {@link #rewrite}: the active decode targets stay as they are, said or unsaid. */
    public static final long KEEP_ACTIVE_DECODE_TARGETS = -1;

    private static final int FLAGS_BITS = 5;
    private static final int START = 0x80;
    private static final int END = 0x40;
    private static final int CHAIN_DIFF_BITS = 8;

    static final int STRUCTURE = 16;
    static final int ACTIVE_TARGETS = 8;
    static final int CUSTOM_INDICATIONS = 4;
    static final int CUSTOM_FRAME_DIFFS = 2;
    static final int CUSTOM_CHAIN_DIFFS = 1;

    private static final long LOW_BITS = 0x5555_5555_5555_5555L;

    private final StructureFields scratch = new StructureFields();
    private final BitReader bits = new BitReader();
    private final BitWriter writer = new BitWriter();
    private final int[] frameDiffs = new int[DependencyStructure.MAX_FRAME_DIFFS];
    private final int[] chainDiffs = new int[DependencyStructure.MAX_DECODE_TARGETS];

    private long address;
    private long endAddress;
    private int first;
    private int frameNumber;
    private int flags;
    private @Nullable DependencyStructure structure;
    private int template;
    private int activeDecodeTargets;
    private long indications;
    private int frameDiffCount;
    // Positions in bits behind the mandatory bytes.
    private int structureEndBit;
    private int customBit;
    private int endBit;

    /** A view of nothing; {@link #wrap} comes first. */
    public DependencyDescriptor() {}

    /**
     * Looks at an element's data. Allocates only if it brings a structure other than {@code known}.
     *
     * <p>After any fault but that of an element below 3 bytes {@link #templateId}, {@link #frameNumber},
     * {@link #isStartOfFrame} and {@link #isEndOfFrame} can be read, nothing else.
     *
     * @param known the structure that the stream's last key frame brought; null if none came yet
     * @return null if it is well formed, else why not
     */
    public @Nullable DependencyFault wrap(long elementAddress, int lengthBytes, @Nullable DependencyStructure known) {
        structure = null;
        flags = 0;
        if (lengthBytes < MANDATORY_BYTES) {
            return DependencyFault.TRUNCATED;
        }
        address = elementAddress;
        endAddress = elementAddress + lengthBytes;
        first = Memory.u8(elementAddress);
        frameNumber = Memory.u16(elementAddress + 1);
        customBit = 0;
        endBit = 0;
        if (lengthBytes == MANDATORY_BYTES) {
            return known == null ? DependencyFault.NO_STRUCTURE : readFrame(known);
        }
        seek(0);
        flags = (int) bits.bits(FLAGS_BITS);
        if (!has(STRUCTURE)) {
            return known == null ? DependencyFault.NO_STRUCTURE : readFrame(known);
        }
        if (known != null && known.isAt(bits)) {
            structureEndBit = bits.position();
            return readFrame(known);
        }
        seek(FLAGS_BITS);
        DependencyFault fault = scratch.read(bits);
        structureEndBit = bits.position();
        return fault != null ? fault : readFrame(newStructure());
    }

    /** Has the reader stand at a bit behind the mandatory bytes. */
    private void seek(int bit) {
        bits.set(address + MANDATORY_BYTES, endAddress);
        bits.skip(bit);
    }

    private DependencyStructure newStructure() {
        int lengthBits = structureEndBit - FLAGS_BITS;
        byte[] encoded = new byte[(lengthBits + Byte.SIZE - 1) / Byte.SIZE];
        seek(FLAGS_BITS);
        for (int i = 0; i < encoded.length; i++) {
            int count = Math.min(Byte.SIZE, lengthBits - i * Byte.SIZE);
            encoded[i] = (byte) (bits.bits(count) << (Byte.SIZE - count));
        }
        return new DependencyStructure(scratch.trimmed(), encoded, lengthBits);
    }

    private @Nullable DependencyFault readFrame(DependencyStructure current) {
        activeDecodeTargets = has(STRUCTURE) ? current.allDecodeTargets() : 0;
        if (has(ACTIVE_TARGETS)) {
            activeDecodeTargets = (int) bits.bits(current.decodeTargets());
        }
        template = current.templateIndex(templateId());
        if (template < 0) {
            return DependencyFault.UNKNOWN_TEMPLATE;
        }
        indications = current.indications(template);
        frameDiffCount = current.frameDiffs(template);
        if (flags != 0) {
            DependencyFault fault = readCustomFields(current);
            if (fault != null) {
                return fault;
            }
        }
        structure = current;
        return null;
    }

    private @Nullable DependencyFault readCustomFields(DependencyStructure current) {
        customBit = bits.position();
        if (has(CUSTOM_INDICATIONS)) {
            indications = StructureFields.readIndications(bits, current.decodeTargets());
        }
        if (has(CUSTOM_FRAME_DIFFS)) {
            frameDiffCount = 0;
            for (int size = (int) bits.bits(2); size != 0; size = (int) bits.bits(2)) {
                if (frameDiffCount == frameDiffs.length) {
                    return DependencyFault.TOO_MANY_FRAME_DIFFS;
                }
                frameDiffs[frameDiffCount++] = (int) bits.bits(4 * size) + 1;
            }
        }
        if (has(CUSTOM_CHAIN_DIFFS)) {
            for (int chain = 0; chain < current.chains(); chain++) {
                chainDiffs[chain] = (int) bits.bits(CHAIN_DIFF_BITS);
            }
        }
        endBit = bits.position();
        return bits.isOverrun() ? DependencyFault.TRUNCATED : null;
    }

    /** Returns whether the packet is the first one of its frame. */
    public boolean isStartOfFrame() {
        return (first & START) != 0;
    }

    /** Returns whether the packet is the last one of its frame. */
    public boolean isEndOfFrame() {
        return (first & END) != 0;
    }

    /** The id of the frame's template, 0 to 63. */
    public int templateId() {
        return first & DependencyStructure.TEMPLATE_ID_MASK;
    }

    /** The number of the frame, 0 to 65535: one more for each frame of the stream, of all layers. */
    public int frameNumber() {
        return frameNumber;
    }

    /** Returns whether this packet brings a structure: decoding can begin with its frame. */
    public boolean hasStructure() {
        return has(STRUCTURE);
    }

    /** The structure that the frame is described by: the one that this packet brings, or the known one. */
    public DependencyStructure structure() {
        return Objects.requireNonNull(structure);
    }

    /** Returns whether this packet says which decode targets are active, by a mask or by a structure. */
    public boolean hasActiveDecodeTargets() {
        return has(ACTIVE_TARGETS) || has(STRUCTURE);
    }

    /** The decode targets that are sent at present, one bit each, target 0 lowest; 0 if this packet does not say. */
    public int activeDecodeTargets() {
        return activeDecodeTargets;
    }

    /** The frame's template, 0 to the structure's {@link DependencyStructure#templates} - 1. */
    public int template() {
        return template;
    }

    /** The frame's spatial layer, 0 to 3. */
    public int spatialLayer() {
        return structure().spatialLayer(template);
    }

    /** The frame's temporal layer, 0 to 7. */
    public int temporalLayer() {
        return structure().temporalLayer(template);
    }

    /** Returns the relation of the frame to a decode target. */
    public DecodeTargetIndication indication(int decodeTarget) {
        return DecodeTargetIndication.ofCode((int) (indications >>> (2 * decodeTarget)));
    }

    /** The decode targets that the frame is of, one bit each. */
    public int presentDecodeTargets() {
        return (int) Long.compress(indications | (indications >>> 1), LOW_BITS);
    }

    /** The decode targets to which the frame is {@link DecodeTargetIndication#DISCARDABLE}, one bit each. */
    public int discardableDecodeTargets() {
        return (int) Long.compress(indications & ~(indications >>> 1), LOW_BITS);
    }

    /**
     * The decode targets to which one may switch with the frame ({@link DecodeTargetIndication#SWITCH}), one bit each.
     */
    public int switchDecodeTargets() {
        return (int) Long.compress(~indications & (indications >>> 1), LOW_BITS);
    }

    /** Returns the number of frames that this one refers to, 0 to {@value DependencyStructure#MAX_FRAME_DIFFS}. */
    public int frameDiffs() {
        return frameDiffCount;
    }

    /** Returns how many frames before its own the frame refers to, 1 to 4096. */
    public int frameDiff(int index) {
        return has(CUSTOM_FRAME_DIFFS) ? frameDiffs[index] : structure().frameDiff(template, index);
    }

    /**
     * Returns how many frames before this one the previous frame of a chain is, 1 to 255; 0 if the chain begins here.
     */
    public int chainDiff(int chain) {
        return has(CUSTOM_CHAIN_DIFFS) ? chainDiffs[chain] : structure().chainDiff(template, chain);
    }

    /** The width of the frame's spatial layer in pixels, 1 to 65536; -1 if the structure does not tell. */
    public int width() {
        return structure().width(spatialLayer());
    }

    /** The height of the frame's spatial layer in pixels, 1 to 65536; -1 if the structure does not tell. */
    public int height() {
        return structure().height(spatialLayer());
    }

    /**
     * Returns the length of the descriptor after {@link #rewrite}.
     *
     * @param activeDecodeTargets as for {@link #rewrite}
     */
    public int rewrittenLengthBytes(long activeDecodeTargets) {
        int newFlags = rewrittenFlags(activeDecodeTargets);
        if (newFlags == 0) {
            return MANDATORY_BYTES;
        }
        int structureBits = has(STRUCTURE) ? structureEndBit - FLAGS_BITS : 0;
        int maskBits = (newFlags & ACTIVE_TARGETS) != 0 ? structure().decodeTargets() : 0;
        int bitCount = FLAGS_BITS + structureBits + maskBits + endBit - customBit;
        return MANDATORY_BYTES + (bitCount + Byte.SIZE - 1) / Byte.SIZE;
    }

    private int rewrittenFlags(long activeDecodeTargets) {
        return activeDecodeTargets < 0 ? flags : flags | ACTIVE_TARGETS;
    }

    /**
     * Writes the wrapped descriptor with other numbers, of use to one receiver. Differences are relative, so they stay
     * right as long as a stream's frame numbers are shifted by one amount. The destination must not overlap the wrapped
     * element.
     *
     * @param frameNumber its low 16 bits are written
     * @param templateIdShift added to the template id, and to the offset of a structure, modulo 64
     * @param activeDecodeTargets the mask to write, its low bits; or {@link #KEEP_ACTIVE_DECODE_TARGETS}
     * @return the length written, see {@link #rewrittenLengthBytes}; or 0, and nothing written, if it is more than
     *     {@code capacityBytes}
     */
    public int rewrite(
            long toAddress, int capacityBytes, long frameNumber, int templateIdShift, long activeDecodeTargets) {
        int length = rewrittenLengthBytes(activeDecodeTargets);
        if (length > capacityBytes) {
            return 0;
        }
        int templateId = (templateId() + templateIdShift) & DependencyStructure.TEMPLATE_ID_MASK;
        Memory.put8(toAddress, (first & (START | END)) | templateId);
        Memory.put16(toAddress + 1, (int) frameNumber & 0xFFFF);
        if (length > MANDATORY_BYTES) {
            writer.set(toAddress + MANDATORY_BYTES, length - MANDATORY_BYTES);
            rewriteExtendedFields(templateIdShift, activeDecodeTargets);
            writer.finish();
        }
        return length;
    }

    private void rewriteExtendedFields(int templateIdShift, long activeDecodeTargets) {
        DependencyStructure current = structure();
        int newFlags = rewrittenFlags(activeDecodeTargets);
        writer.bits(newFlags, FLAGS_BITS);
        if (has(STRUCTURE)) {
            current.encode(
                    writer, (current.templateIdOffset() + templateIdShift) & DependencyStructure.TEMPLATE_ID_MASK);
        }
        if ((newFlags & ACTIVE_TARGETS) != 0) {
            long mask = activeDecodeTargets < 0 ? this.activeDecodeTargets : activeDecodeTargets;
            writer.bits(mask, current.decodeTargets());
        }
        seek(customBit);
        writer.copy(bits, endBit - customBit);
    }

    /**
     * Appends the wrapped descriptor with other numbers to a packet's header extension; see {@link #rewrite}.
     *
     * @param id the extension's identifier as negotiated with the receiver
     * @return false, and nothing appended, if the header's form can not hold it (one-byte elements have 16 bytes at
     *     most, and a structure needs more) or the capacity is used up
     */
    public boolean appendRewritten(
            RtpHeaderWriter header, int id, long frameNumber, int templateIdShift, long activeDecodeTargets) {
        int length = rewrittenLengthBytes(activeDecodeTargets);
        long toAddress = header.reserve(id, length);
        return toAddress != 0 && rewrite(toAddress, length, frameNumber, templateIdShift, activeDecodeTargets) != 0;
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
