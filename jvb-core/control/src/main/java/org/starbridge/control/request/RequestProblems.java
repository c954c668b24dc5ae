package org.starbridge.control.request;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;

/**
 * Treatment of a value in a request that cannot be used. A creation is refused and creates nothing. An update leaves
 * the value out, counts it, and applies the rest, because a refused update makes the focus give up the whole session.
 */
public final class RequestProblems {
    private final boolean refuses;
    /** Null if problems were counted already. */
    private final @Nullable ConferenceCounters counters;

    private RequestProblems(boolean refuses, @Nullable ConferenceCounters counters) {
        this.refuses = refuses;
        this.counters = counters;
    }

    /** The first problem refuses the request. */
    public static RequestProblems refusing(ConferenceCounters counters) {
        return new RequestProblems(true, counters);
    }

    /** Problems are only counted. */
    public static RequestProblems counting(ConferenceCounters counters) {
        return new RequestProblems(false, counters);
    }

    /** Problems of what was read before are neither refused nor counted again. */
    static RequestProblems knownAlready() {
        return new RequestProblems(false, null);
    }

    /**
     * Reports a value that cannot be used; the caller leaves it out when this returns.
     *
     * @param sentence what and why, with the value and what would do
     * @throws Colibri2Exception bad request, if it refuses
     */
    void raise(RequestWarning problem, String sentence) {
        if (refuses) {
            throw Colibri2Exception.badRequest(sentence);
        }
        count(problem);
    }

    /** Counts a value that is left out of creations and updates alike. */
    void count(RequestWarning problem) {
        if (counters != null) {
            counters.count(problem);
        }
    }

    /** Returns whether {@code count} of {@code what} are too many for {@code limit}; if so, that was raised. */
    boolean isBeyond(String what, int count, int limit) {
        if (count <= limit) {
            return false;
        }
        raise(RequestWarning.BEYOND_LIMIT, what + ": " + count + " exceeds the limit of " + limit);
        return true;
    }
}
