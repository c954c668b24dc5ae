package org.starbridge.bridge.diagnosis;

/**
 * One thing that is known of an endpoint's transport.
 *
 * @param stage what it is about
 * @param level whether it is as it should be
 * @param text what was found, a sentence
 * @param advice what to do about it, a sentence; empty if nothing
 */
public record Finding(Stage stage, Level level, String text, String advice) {
    /** The steps of a connection, in their order. */
    public enum Stage {
        /** Information from the focus. */
        SIGNALLING,
        /** The way. */
        ICE,
        /** The keys. */
        DTLS,
        /** The packets. */
        MEDIA
    }

    /** Level of a finding. */
    public enum Level {
        /** As it should be. */
        GOOD,
        /** Not reached, because an earlier step is not complete. */
        PENDING,
        /** Unusual, no obstacle. */
        NOTE,
        /** An obstacle. */
        PROBLEM
    }

    static Finding good(Stage stage, String text) {
        return new Finding(stage, Level.GOOD, text, "");
    }

    static Finding pending(Stage stage, String text) {
        return new Finding(stage, Level.PENDING, text, "");
    }

    static Finding note(Stage stage, String text, String advice) {
        return new Finding(stage, Level.NOTE, text, advice);
    }

    static Finding problem(Stage stage, String text, String advice) {
        return new Finding(stage, Level.PROBLEM, text, advice);
    }
}
