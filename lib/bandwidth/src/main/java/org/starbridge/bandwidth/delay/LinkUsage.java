package org.starbridge.bandwidth.delay;

/** What the delays say of the queue in front of the receiver. */
public enum LinkUsage {
    /** The queue stays as it is. */
    NORMAL,
    /** The queue grows: more is sent than the link carries. */
    OVERUSE,
    /** The queue becomes shorter. */
    UNDERUSE
}
