package org.starbridge.bandwidth.probe;

/** Answer to whether probes may look for more. */
public enum Growth {
    /** Yes. */
    FREE,
    /** Losses limit the estimate, which grows again: a little more. */
    LOSS_LIMITED,
    /** No: the link is overused, losses lower the estimate, or the receiver is silent. */
    FORBIDDEN
}
