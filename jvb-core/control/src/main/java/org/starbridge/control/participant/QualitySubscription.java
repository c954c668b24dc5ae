package org.starbridge.control.participant;

/** Whether a client wants to know how good connections are. */
public enum QualitySubscription {
    /** It did not ask. */
    NONE,
    /** It asked, or its channel is another one, and was told nothing yet. */
    NEW,
    /** It knows what was so far. */
    TOLD
}
