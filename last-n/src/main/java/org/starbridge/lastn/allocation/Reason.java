package org.starbridge.lastn.allocation;

/** Reason why a source is sent as it is, or not at all. */
public enum Reason {
    /** The best layer that the receiver asked for is sent. */
    IDEAL,
    /** The next layer does not fit into what is left of the budget. */
    BANDWIDTH,
    /** The next layer would fit, but was lost soon after it was gained and has no room to spare. */
    HEADROOM,
    /** The next layer would fit, but was lost lately: it is tried again later. */
    HELD_BACK,
    /** The budget is exceeded for it, as far as allowed: it is a screen on stage. */
    OVERSENT,
    /**
     * The next layer would be better than what a source on stage gets, which is denied more. In the strict order: a
     * source on stage has not reached its preferred quality, so that others get nothing.
     */
    BEHIND_ON_STAGE,
    /** Nothing is known of its layers. */
    NO_LAYERS,
    /** The receiver does not want it: its height limit is 0. */
    NOT_WANTED,
    /** There are enough sources before it. */
    BEYOND_LAST_N,
    /** Its owner muted it. */
    DISABLED,
    /** A moderator muted its owner. */
    FORCE_MUTED;

    /** Returns whether bandwidth, by itself or by how it was divided, kept a better layer away. */
    public boolean isDenial() {
        return switch (this) {
            case BANDWIDTH, HEADROOM, HELD_BACK, OVERSENT, BEHIND_ON_STAGE -> true;
            case IDEAL, NO_LAYERS, NOT_WANTED, BEYOND_LAST_N, DISABLED, FORCE_MUTED -> false;
        };
    }
}
