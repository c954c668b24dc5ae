package org.starbridge.bridge.upgrade;

/**
 * Sessions of this process with the focuses' servers. A session has one of two names, which take turns: that of the
 * next process is another one, so that both are in a room together, as one occupant.
 */
public interface FocusSessions {
    /** The first of the names, which a process has that takes over from none. */
    int FIRST = 0;

    /** The number of the name of this process' sessions, 0 or 1. */
    int number();

    /**
     * Leaves all rooms without a farewell, answers what came until then, and ends the sessions. Waits for some seconds
     * at most.
     */
    void leave();
}
