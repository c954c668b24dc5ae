package org.starbridge.bridge.config.keys;

/**
 * Finding about one key that an operator wrote.
 *
 * @param kind what becomes of it
 * @param key as written
 * @param place the file and line, or what else it came from
 * @param message for the operator: the value of a key that is honoured (none of a secret), otherwise a sentence
 */
public record ConfigFinding(Kind kind, String key, String place, String message) {
    /** Effect of a key. */
    public enum Kind {
        /** It holds. */
        HONOURED,
        /** It holds, under a name that is no longer the one to use. */
        OLD_NAME,
        /** It is known, and has no effect here. */
        NOT_HONOURED,
        /** It is not known; probably misspelt. */
        UNKNOWN
    }

    /** One line. */
    @Override
    public String toString() {
        return key + " (" + place + "): " + message;
    }
}
