package org.starbridge.hammer.client.plan;

/**
 * Way in which the conferences of a run are created.
 *
 * @param conferences how many there are to be, 1 or more
 * @param batch endpoints that join together; the next ones begin when all of these are connected
 * @param attempts of each endpoint to join, 1 or more
 */
public record Growth(int conferences, int batch, int attempts) {
    /** One conference that all may join at once; a join that fails ends the run. */
    public static final Growth NONE = new Growth(1, Integer.MAX_VALUE, 1);

    public Growth {
        if (conferences < 1 || batch < 1 || attempts < 1) {
            throw new IllegalArgumentException("conferences " + conferences + ", batch " + batch + ", attempts "
                    + attempts + ": expected 1 or more of each");
        }
    }

    /** Returns whether it may end early, which is a result then. */
    public boolean isStepwise() {
        return conferences > 1 || attempts > 1;
    }
}
