package org.starbridge.control.request;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;

/**
 * What becomes of something in a request that cannot be used. Whoever creates is told, and nothing is created; in an update it
 * is left out and counted, and the rest takes effect, because a refused update makes the focus give up the whole session.
 */
public final class RequestProblems {
    private final @Nullable ConferenceCounters counters;

    private RequestProblems(@Nullable ConferenceCounters counters) {
        this.counters = counters;
    }

    /** The first one refuses the request. */
    public static RequestProblems refusing() {
        return new RequestProblems(null);
    }

    /** They are only counted. */
    public static RequestProblems counting(ConferenceCounters counters) {
        return new RequestProblems(counters);
    }

    /**
     * Says that something cannot be used; the caller leaves it out when this returns.
     *
     * @param sentence what and why, with the value and what would do
     * @throws Colibri2Exception bad request, if it refuses
     */
    public void raise(RequestWarning problem, String sentence) {
        if (counters == null) {
            throw Colibri2Exception.badRequest(sentence);
        }
        counters.count(problem);
    }

    /** Whether {@code count} of {@code what} are too many for {@code limit}; if so, that was said. */
    public boolean isBeyond(String what, int count, int limit) {
        if (count <= limit) {
            return false;
        }
        raise(RequestWarning.BEYOND_LIMIT, what + ": " + count + " are more than the limit of " + limit);
        return true;
    }
}
