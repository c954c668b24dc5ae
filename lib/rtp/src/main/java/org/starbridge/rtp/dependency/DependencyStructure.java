package org.starbridge.rtp.dependency;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.bits.BitReader;
import org.starbridge.rtp.bits.BitWriter;
import org.starbridge.rtp.codec.LayerTargets;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A template dependency structure, AV1 RTP appendix A: the layers of a stream, the decode targets that a receiver may
 * choose from, and a template for each kind of frame. A key frame brings it; it holds until the next one. Immutable;
 * any thread may read it.
 *
 * <pre>
 *   template_id_offset (6)  dt_cnt_minus_one (5)
 *   next_layer_idc (2) for each template: 0 same layer, 1 next temporal, 2 next spatial layer, 3 no more templates
 *   decode target indications (2) for each template and decode target
 *   for each template: 1 and a frame difference - 1 (4), any number of times, then 0
 *   chains ns(decode targets + 1); if any: the chain of each decode target ns(chains), then for each template and
 *       chain a frame difference (4)
 *   1 and width - 1 (16), height - 1 (16) for each spatial layer, or 0
 * </pre>
 *
 * <p>Indications are packed: those of a frame are one {@code long}, two bits for each decode target, target 0 lowest.
 */
public final class DependencyStructure {
    /** Templates of a structure. */
    public static final int MAX_TEMPLATES = 64;
    /** Decode targets of a structure. */
    public static final int MAX_DECODE_TARGETS = 32;
    /** Spatial layers of a stream. */
    public static final int MAX_SPATIAL_LAYERS = 4;
    /** Temporal layers of a stream. */
    public static final int MAX_TEMPORAL_LAYERS = 8;
    /** Frames that one frame may refer to; no codec has more reference pictures. */
    public static final int MAX_FRAME_DIFFS = 16;

    private static final long LOW_BITS = 0x5555_5555_5555_5555L;

    static final int TEMPLATE_ID_MASK = MAX_TEMPLATES - 1;
    static final int TEMPLATE_ID_BITS = 6;

    /** More than a header extension has. */
    private static final int MAX_ENCODED_BYTES = 2048;

    private final StructureFields fields;
    private final byte[] encoded;
    private final int encodedBits;
    private final byte[] spatialOfTargets;
    private final byte[] temporalOfTargets;

    /**
     * Takes over fields and their encoding.
     *
     * @param fields are not changed after this
     * @param encoded the structure as on the wire, from template_id_offset on, the last byte filled with zeros
     */
    DependencyStructure(StructureFields fields, byte[] encoded, int encodedBits) {
        this.fields = fields;
        this.encoded = encoded;
        this.encodedBits = encodedBits;
        this.spatialOfTargets = new byte[fields.decodeTargets];
        this.temporalOfTargets = new byte[fields.decodeTargets];
        for (int template = 0; template < fields.templates; template++) {
            for (int target = 0; target < fields.decodeTargets; target++) {
                if ((fields.indications[template] >>> (2 * target) & 3) != 0) {
                    spatialOfTargets[target] =
                            (byte) Math.max(spatialOfTargets[target], fields.spatialLayers[template]);
                    temporalOfTargets[target] =
                            (byte) Math.max(temporalOfTargets[target], fields.temporalLayers[template]);
                }
            }
        }
    }

    /** The id of the first template, 0 to 63; the others follow it, modulo 64. */
    public int templateIdOffset() {
        return fields.templateIdOffset;
    }

    /** Templates, 1 to {@value #MAX_TEMPLATES}. */
    public int templates() {
        return fields.templates;
    }

    /** Decode targets, 1 to {@value #MAX_DECODE_TARGETS}. */
    public int decodeTargets() {
        return fields.decodeTargets;
    }

    /** Chains, 0 to the number of decode targets. */
    public int chains() {
        return fields.chains;
    }

    /** One bit for each decode target. */
    public int allDecodeTargets() {
        return (int) ((1L << fields.decodeTargets) - 1);
    }

    /** The index of the template with an id (0 to 63), 0 to {@link #templates} - 1; -1 if there is none. */
    public int templateIndex(int templateId) {
        int index = (templateId - fields.templateIdOffset) & TEMPLATE_ID_MASK;
        return index < fields.templates ? index : -1;
    }

    /** The spatial layer of a template's frames, 0 to 3. */
    public int spatialLayer(int template) {
        return fields.spatialLayers[template];
    }

    /** The temporal layer of a template's frames, 0 to 7. */
    public int temporalLayer(int template) {
        return fields.temporalLayers[template];
    }

    /** Returns the relation of a template's frames to a decode target. */
    public DecodeTargetIndication indication(int template, int decodeTarget) {
        return DecodeTargetIndication.ofCode((int) (fields.indications[template] >>> (2 * decodeTarget)));
    }

    /** All indications of a template, packed. */
    long indications(int template) {
        return fields.indications[template];
    }

    /** Returns the number of frames that a template's frames refer to, 0 to {@value #MAX_FRAME_DIFFS}. */
    public int frameDiffs(int template) {
        return fields.frameDiffCounts[template];
    }

    /** Returns how many frames before its own a template's frames refer to, 1 to 16. */
    public int frameDiff(int template, int index) {
        return fields.frameDiffs[template * MAX_FRAME_DIFFS + index];
    }

    /**
     * Returns how many frames before a template's frame the previous frame of a chain is, 1 to 15; 0 if the chain
     * begins here.
     */
    public int chainDiff(int template, int chain) {
        return fields.chainDiffs[template * fields.chains + chain];
    }

    /** The chain that protects a decode target, 0 to {@link #chains} - 1; -1 if there are no chains. */
    public int protectingChain(int decodeTarget) {
        return fields.chains == 0 ? -1 : fields.protectingChains[decodeTarget];
    }

    /** The highest spatial layer that has frames of a decode target, 0 to 3. */
    public int spatialLayerOf(int decodeTarget) {
        return spatialOfTargets[decodeTarget];
    }

    /** The highest temporal layer that has frames of a decode target, 0 to 7. */
    public int temporalLayerOf(int decodeTarget) {
        return temporalOfTargets[decodeTarget];
    }

    /**
     * The decode target of a receiver that gets a spatial layer up to a temporal one: that of the highest spatial layer
     * up to this one, and of those the one of the highest temporal layer. -1 if there is none.
     *
     * @param spatial 0 to 3
     * @param temporal 0 to 3; 3 stands for all that are sent
     */
    public int decodeTarget(int spatial, int temporal) {
        boolean isTop = temporal >= LayerTargets.MAX_LAYERS - 1;
        int best = -1;
        for (int target = 0; target < fields.decodeTargets; target++) {
            if (spatialOfTargets[target] <= spatial
                    && (isTop || temporalOfTargets[target] <= temporal)
                    && (best < 0 || isBetter(target, best))) {
                best = target;
            }
        }
        return best;
    }

    private boolean isBetter(int target, int than) {
        int spatial = spatialOfTargets[target] - spatialOfTargets[than];
        return spatial > 0 || (spatial == 0 && temporalOfTargets[target] > temporalOfTargets[than]);
    }

    /**
     * The decode targets of which a receiver gets all frames if it gets those of one, one bit each.
     *
     * @param decodeTarget its own, or -1
     */
    public int coveredDecodeTargets(int decodeTarget) {
        long missing = 0;
        for (int template = 0; template < fields.templates; template++) {
            long of = fields.indications[template];
            if (decodeTarget < 0 || (of >>> (2 * decodeTarget) & 3) == 0) {
                missing |= of | of >>> 1; // the low bit of each pair counts
            }
        }
        return (int) Long.compress(~missing, LOW_BITS) & allDecodeTargets();
    }

    /** The highest spatial layer of all templates, 0 to 3. */
    public int highestSpatialLayer() {
        return fields.spatialLayers[fields.templates - 1];
    }

    /** Returns whether the sizes of the layers are given. */
    public boolean hasResolutions() {
        return fields.hasResolutions;
    }

    /** The width of a spatial layer (0 to {@link #highestSpatialLayer}) in pixels, 1 to 65536; -1 if it is not told. */
    public int width(int spatialLayer) {
        return fields.hasResolutions ? fields.widths[spatialLayer] : -1;
    }

    /**
     * The height of a spatial layer (0 to {@link #highestSpatialLayer}) in pixels, 1 to 65536; -1 if it is not told.
     */
    public int height(int spatialLayer) {
        return fields.hasResolutions ? fields.heights[spatialLayer] : -1;
    }

    /** The length on the wire. */
    int encodedBits() {
        return encodedBits;
    }

    /** Writes the structure with another offset. */
    void encode(BitWriter to, int templateIdOffset) {
        to.bits(templateIdOffset, TEMPLATE_ID_BITS);
        for (int bit = TEMPLATE_ID_BITS; bit < encodedBits; bit++) {
            to.bit(encoded[bit >>> 3] >>> (7 - (bit & 7)));
        }
    }

    /** Returns whether a reader stands at the encoding of this very structure; it is behind it then. */
    boolean isAt(BitReader from) {
        for (int bit = 0; bit < encodedBits; bit++) {
            if (from.bit() != (encoded[bit >>> 3] >>> (7 - (bit & 7)) & 1)) {
                return false;
            }
        }
        return !from.isOverrun();
    }

    /** Two structures are equal if they are the same on the wire. */
    @Override
    public boolean equals(Object other) {
        return other instanceof DependencyStructure that
                && encodedBits == that.encodedBits
                && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encoded);
    }

    @Override
    public String toString() {
        return fields.templates + " templates from " + fields.templateIdOffset + ", " + fields.decodeTargets
                + " decode targets, " + fields.chains + " chains";
    }

    /**
     * A structure in a snapshot, as it is on the wire.
     *
     * @param known to be written; null when the record is read
     */
    public static DependencyStructure state(State state, @Nullable DependencyStructure known) throws StateException {
        int bits = state.i32(known == null ? 0 : known.encodedBits, 1, Byte.SIZE * MAX_ENCODED_BYTES);
        byte[] encoded = state.bytes(known == null ? new byte[0] : known.encoded, MAX_ENCODED_BYTES);
        if (known != null) {
            return known;
        }
        if (encoded.length != (bits + Byte.SIZE - 1) / Byte.SIZE) {
            throw new StateException("a dependency structure of another length than it says");
        }
        StructureFields fields = new StructureFields();
        BitReader reader = new BitReader();
        try (Slab memory = Slab.allocate(encoded.length)) {
            Memory.copyIn(encoded, 0, memory.address(), encoded.length);
            reader.set(memory.address(), memory.address() + encoded.length);
            if (fields.read(reader) != null || reader.position() != bits) {
                throw new StateException("a malformed dependency structure");
            }
        }
        return new DependencyStructure(fields.trimmed(), encoded, bits);
    }
}
