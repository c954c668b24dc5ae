package org.starbridge.control.environment;

import org.starbridge.transport.counters.SharedCounters;

/** Counters of events on the control side since the start; they never decrease. Any thread. */
public final class ConferenceCounters {
    private final SharedCounters<ConferenceCounter> events = new SharedCounters<>(ConferenceCounter.class);
    private final SharedCounters<RequestWarning> warnings = new SharedCounters<>(RequestWarning.class);

    /** Counts one. */
    public void increment(ConferenceCounter counter) {
        events.increment(counter);
    }

    /** Counts several. */
    public void add(ConferenceCounter counter, long count) {
        events.add(counter, count);
    }

    /** Returns how often it happened so far. */
    public long get(ConferenceCounter counter) {
        return events.get(counter);
    }

    /** Counts one. */
    public void count(RequestWarning warning) {
        warnings.increment(warning);
    }

    /** Returns the counters of what happened, for the statistics. */
    public SharedCounters<ConferenceCounter> events() {
        return events;
    }

    /** Returns the counters of what was wrong in requests, for the statistics. */
    public SharedCounters<RequestWarning> warnings() {
        return warnings;
    }
}
