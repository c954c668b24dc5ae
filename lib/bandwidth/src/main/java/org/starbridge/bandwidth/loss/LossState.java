package org.starbridge.bandwidth.loss;

/** State of the loss-based estimate. */
public enum LossState {
    /** Losses limit nothing: the delay-based estimate applies. */
    DELAY_BASED,
    /** Losses lowered the estimate, or hold it down. */
    DECREASING,
    /** Losses limit the estimate, which grows again; padding up to it shows whether the link carries it. */
    INCREASING
}
