package org.starbridge.control.participant;

/** Wish of a client to know how good connections are. */
public enum QualitySubscription {
    /** It did not ask. */
    NONE,
    /** It asked, or has a new channel, and nothing was sent yet. */
    NEW,
    /** It has all scores so far. */
    SENT
}
