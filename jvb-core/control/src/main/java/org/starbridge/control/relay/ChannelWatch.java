package org.starbridge.control.relay;

import java.time.Duration;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.DelayedExecution;

/**
 * Counts relays that stay without a channel for messages although their transport is connected: once for each time, 30
 * to 60 s after the transport connected or the channel was lost. They are left alone, because media flows. Guarded by
 * the conference's lock.
 */
final class ChannelWatch {
    private static final Duration DELAY = Duration.ofSeconds(30);

    private final Relays relays;
    private final ConferenceAccess conference;
    private final DelayedExecution delayed;
    private final ConferenceCounters counters;

    ChannelWatch(Relays relays, ConferenceAccess conference, DelayedExecution delayed, ConferenceCounters counters) {
        this.relays = relays;
        this.conference = conference;
        this.delayed = delayed;
        this.counters = counters;
    }

    /** A relay has no channel from now on; it may not be among the others yet. */
    void watch(Relay relay) {
        later(relay, false);
    }

    private void later(Relay relay, boolean wasConnected) {
        delayed.after(DELAY, () -> conference.update(() -> look(relay, wasConnected)));
    }

    private void look(Relay relay, boolean wasConnected) {
        if (!relays.contains(relay) || relay.channels().current() != null) {
            return;
        }
        boolean isConnected = relay.transport().state().isDtlsConnected();
        if (isConnected && wasConnected) {
            counters.increment(ConferenceCounter.RELAYS_WITHOUT_CHANNEL);
        } else {
            later(relay, isConnected);
        }
    }
}
