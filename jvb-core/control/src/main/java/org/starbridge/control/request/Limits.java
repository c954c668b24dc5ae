package org.starbridge.control.request;

import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.control.environment.ConferenceLimits;

/** The checks behind {@link ConferenceLimits}: a refusal says the number, the limit and what it is about. */
public final class Limits {
    private Limits() {}

    public static void requireRoom(String what, int count, int limit) {
        if (count >= limit) {
            throw new Colibri2Exception(
                    Condition.RESOURCE_CONSTRAINT, what + ": the limit of " + limit + " is reached");
        }
    }

    public static void requireLength(String what, String value, int limit) {
        if (value.length() > limit) {
            throw Colibri2Exception.badRequest(what + " of " + value.length() + " characters, beginning \""
                    + value.substring(0, Math.min(16, limit)) + "\": the limit is " + limit);
        }
    }
}
