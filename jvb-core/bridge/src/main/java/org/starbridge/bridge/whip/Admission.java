package org.starbridge.bridge.whip;

/** Admission: whether the bridge takes publishers and viewers. */
public enum Admission {
    /** It does. */
    OPEN,
    /** Only into rooms that have a publisher: it is drained, or shuts down when it is empty. */
    NO_NEW_ROOMS,
    /** No, and those that are there shall go: it is about to end. */
    ENDING
}
