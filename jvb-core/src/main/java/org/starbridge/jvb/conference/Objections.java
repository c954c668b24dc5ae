package org.starbridge.jvb.conference;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;

/**
 * What becomes of something in a request that cannot be used. Whoever creates is told, and nothing is created; in an update it
 * is left out and counted, and the rest takes effect, because a refused update makes the focus give up the whole session.
 */
final class Objections {
    private final @Nullable ConferenceCounters counters;

    private Objections(@Nullable ConferenceCounters counters) {
        this.counters = counters;
    }

    /** The first one refuses the request. */
    static Objections refusing() {
        return new Objections(null);
    }

    /** They are only counted. */
    static Objections counting(ConferenceCounters counters) {
        return new Objections(counters);
    }

    /**
     * Says that something cannot be used; the caller leaves it out when this returns.
     *
     * @param sentence what and why, with the value and what would do
     * @throws Colibri2Exception bad request, if it refuses
     */
    void raise(SoftProblem problem, String sentence) {
        if (counters == null) {
            throw Colibri2Exception.badRequest(sentence);
        }
        counters.count(problem);
    }

    /** Whether {@code count} of {@code what} are too many for {@code limit}; if so, that was said. */
    boolean isBeyond(String what, int count, int limit) {
        if (count <= limit) {
            return false;
        }
        raise(SoftProblem.BEYOND_LIMIT, what + ": " + count + " are more than the limit of " + limit);
        return true;
    }
}
