package org.starbridge.rtp.dependency;

/**
 * The template ids of a structure and a frame's place in the chains, in 32 bits: the codec's own numbers in the facts
 * of a frame that a dependency descriptor describes. Stateless; any value is safe.
 *
 * <pre>
 *    0-5  template id offset      6-12  templates
 *  13-28  for each spatial layer how many frames back the previous frame of its chain is; 0 if it begins here, lies
 *         further back than 15 frames, or if there is no chain
 * </pre>
 */
public final class DescriptorNumbers {
    private static final int COUNT_SHIFT = 6;
    private static final int CHAIN_SHIFT = 13;
    private static final int CHAIN_BITS = 4;
    private static final int MAX_CHAIN_DIFF = 15;

    private DescriptorNumbers() {}

    static int of(DependencyStructure structure) {
        return structure.templateIdOffset() | structure.templates() << COUNT_SHIFT;
    }

    /** Adds how many frames back the previous frame of the chain of a spatial layer is. */
    static int withChain(int numbers, int spatial, int diff) {
        return diff > MAX_CHAIN_DIFF ? numbers : numbers | diff << (CHAIN_SHIFT + CHAIN_BITS * spatial);
    }

    /**
     * Returns how many frames back the previous frame of the chain is that protects a spatial layer, 1 to 15; 0 if it
     * is not known or if there is none.
     *
     * @param spatial 0 to 3
     */
    public static int chainDiff(int numbers, int spatial) {
        return numbers >>> (CHAIN_SHIFT + CHAIN_BITS * spatial) & MAX_CHAIN_DIFF;
    }

    /** The id of the first template, 0 to 63. */
    public static int templateIdOffset(int numbers) {
        return numbers & DependencyStructure.TEMPLATE_ID_MASK;
    }

    /** The first id behind the templates, 0 to 63. */
    public static int nextTemplateId(int numbers) {
        return numbers + (numbers >>> COUNT_SHIFT) & DependencyStructure.TEMPLATE_ID_MASK;
    }
}
