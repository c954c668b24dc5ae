package org.starbridge.control.relay;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.DelayedExecution;

/** This bridge's ends of the channels of one conference's relays. Guarded by the conference's lock. */
public final class RelayChannels {
    /**
     * Within that time the focus has told the other bridge, too, of a source: it collects changes for up to a second.
     */
    private static final Duration TIME_TO_BE_KNOWN = Duration.ofSeconds(2);

    private final Relays relays;
    private final ConferenceAccess conference;
    private final RelayMessages messages;
    private final DelayedExecution delayed;
    private final ConferenceCounters counters;
    private final RelayWatch watch;

    RelayChannels(
            Relays relays,
            ConferenceAccess conference,
            RelayMessages messages,
            DelayedExecution delayed,
            ConferenceCounters counters) {
        this.relays = relays;
        this.conference = conference;
        this.messages = messages;
        this.delayed = delayed;
        this.counters = counters;
        watch = new RelayWatch(relays, conference, delayed, counters);
    }

    /** Empty if there is no relay to the bridge with this id. */
    public Optional<RelayChannel> find(String relayId) {
        @Nullable Relay relay = relays.find(relayId);
        return relay == null ? Optional.empty() : Optional.of(of(relay));
    }

    /** Also of a relay that is not added yet. */
    RelayChannel of(Relay relay) {
        return new RelayChannel(relay, conference, messages, watch, delayed, counters);
    }

    /**
     * A request announced sources of the other bridge. That bridge may learn of them later than this one, and Jitsi
     * Videobridge ignores wishes for sources that it does not know: so they are repeated once.
     */
    void onDeclared(Relay relay, List<String> sourceNames) {
        delayed.after(TIME_TO_BE_KNOWN, () -> conference.update(() -> messages.repeatWishes(relay, sourceNames)));
    }

    /** Watches a new relay. */
    void watch(Relay relay) {
        watch.onBegin(relay);
    }
}
