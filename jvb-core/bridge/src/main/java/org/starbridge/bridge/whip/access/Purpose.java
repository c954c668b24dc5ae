package org.starbridge.bridge.whip.access;

/** Purpose of a session. */
public enum Purpose {
    /** WHIP: the client sends. */
    PUBLISH("whip"),
    /** WHEP: the client receives. */
    WATCH("whep");

    private final String path;

    Purpose(String path) {
        this.path = path;
    }

    /** First segment of its resources, and what statistics and logs call its endpoints. */
    public String path() {
        return path;
    }
}
