package org.starbridge.media.projection;

/**
 * Content that is written into a packet's dependency descriptor for one receiver, in one {@code long}. Stateless; any
 * value is safe.
 *
 * <pre>
 *    0-15  frame number     16-21  added to template ids     22-27  first template id behind the structure's
 *   28-29  spatial, 30-31  temporal layer that the receiver gets     32  whether this packet says so
 *   33  whether all layers below that spatial layer go to the receiver, too
 * </pre>
 */
final class DescriptorWord {
    private static final int SHIFT_SHIFT = 16;
    private static final int NEXT_SHIFT = 22;
    private static final int SPATIAL_SHIFT = 28;
    private static final int TEMPORAL_SHIFT = 30;
    private static final int NEWS_BIT = 32;
    private static final int WITH_LOWER_BIT = 33;

    private DescriptorWord() {}

    /** A word; of each number as many low bits count as there are for it. */
    static long of(
            int frameNumber, int templateIdShift, int nextTemplateId, int spatial, int temporal, boolean isNews) {
        return (frameNumber & 0xFFFFL)
                | (templateIdShift & 0x3FL) << SHIFT_SHIFT
                | (nextTemplateId & 0x3FL) << NEXT_SHIFT
                | (spatial & 3L) << SPATIAL_SHIFT
                | (temporal & 3L) << TEMPORAL_SHIFT
                | (isNews ? 1L << NEWS_BIT : 0);
    }

    /** The same for a receiver that gets all layers below its own, too. */
    static long withLower(long word) {
        return word | 1L << WITH_LOWER_BIT;
    }

    static int frameNumber(long word) {
        return (int) word & 0xFFFF;
    }

    /** Added to template ids, modulo 64. */
    static int templateIdShift(long word) {
        return (int) (word >>> SHIFT_SHIFT) & 0x3F;
    }

    /** The first template id behind those of the structure as it goes out, 0 to 63. */
    static int nextTemplateId(long word) {
        return (int) (word >>> NEXT_SHIFT) & 0x3F;
    }

    /** The spatial layer that the receiver gets. */
    static int spatial(long word) {
        return (int) (word >>> SPATIAL_SHIFT) & 3;
    }

    /** The highest temporal layer that it gets. */
    static int temporal(long word) {
        return (int) (word >>> TEMPORAL_SHIFT) & 3;
    }

    /** Returns whether the receiver gets all layers below that one, too. */
    static boolean isWithLower(long word) {
        return (word >>> WITH_LOWER_BIT & 1) != 0;
    }

    /** Returns whether this packet is to tell the receiver which layers it gets. */
    static boolean isNews(long word) {
        return (word >>> NEWS_BIT & 1) != 0;
    }
}
