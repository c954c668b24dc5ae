package org.starbridge.rtp.dependency;

/**
 * The template ids of a structure in 32 bits: the codec's own numbers in the facts of a frame that a dependency
 * descriptor describes. Stateless; any value is safe.
 *
 * <pre>
 *    0-5  template id offset      6-12  templates
 * </pre>
 */
public final class DescriptorNumbers {
    private static final int COUNT_SHIFT = 6;

    private DescriptorNumbers() {}

    static int of(DependencyStructure structure) {
        return structure.templateIdOffset() | structure.templates() << COUNT_SHIFT;
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
