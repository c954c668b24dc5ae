package org.starbridge.lastn.allocation;

/** Verdict on whether a layer is worth considering for a receiver, and if not, why. */
public enum LayerVerdict {
    /** It is. */
    CANDIDATE,
    /** Larger than the receiver asked for. */
    TOO_HIGH,
    /** Larger than the receiver asked for, as every layer is, and another one of this size costs less. */
    TOO_DEAR,
    /** At this height only the full frame rate is worth its bits: a smaller picture is better than a jerky one. */
    TOO_SLOW,
    /** A higher temporal layer than the receiver asked for. */
    TOO_FAST,
    /** Nothing of it comes. */
    INACTIVE,
    /** Of layers with unknown frame rates which are all too high, the first is enough. */
    ONE_IS_ENOUGH,
    /** The source is not considered at all. */
    SOURCE_NOT_CONSIDERED
}
