package org.starbridge.bridge.rest;

import java.util.List;
import java.util.Map;

/** Operations of an operator on the connections to XMPP servers. Called on request threads, several at a time. */
public interface MucClientControl {
    /**
     * Adds one, or replaces the one with this id if it has another account.
     *
     * @throws IllegalArgumentException with a sentence, when something is missing or wrong
     */
    void add(String id, Map<String, String> properties);

    /** Ends one. @return false if there is none with this id */
    boolean remove(String id);

    /** The ids of all. */
    List<String> ids();
}
