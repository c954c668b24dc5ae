package org.starbridge.bridge.impairment;

import java.util.Locale;

/** Part of a call that spoils it for a participant. */
public enum Culprit {
    /** Nothing is known to be wrong. */
    NONE(""),
    /** The way from the bridge to the participant. */
    DOWNLINK("Its own downlink"),
    /** The way from the participant to the bridge. */
    UPLINK("Its own uplink"),
    /** The participant's machine or program. */
    DEVICE("Its device"),
    /** A participant whose media it receives. */
    SENDER("The sender's side"),
    /** This bridge or its machine. */
    BRIDGE("This bridge"),
    /** The link to another bridge. */
    RELAY("The relay");

    private final String subject;

    Culprit(String subject) {
        this.subject = subject;
    }

    /** The subject of the verdict's sentence. */
    String subject() {
        return subject;
    }

    /** The name for programs, in lower case. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
