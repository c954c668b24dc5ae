package org.starbridge.bandwidth.delay;

/** State of the queue in front of the receiver, by the delays. */
public enum LinkUsage {
    /** The queue stays as it is. */
    NORMAL,
    /** The queue grows: more is sent than the link carries. */
    OVERUSE,
    /** The queue becomes shorter. */
    UNDERUSE
}
