package org.starbridge.control.relay;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.RemoteParticipants;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.MediaEndpoint;

/**
 * The creation and the end of one conference's relays and of the participants behind them. Guarded by the conference's
 * lock.
 */
public final class RelayLifecycle {
    private final Relays relays;
    private final RemoteParticipants participants;
    private final Runnable onTableOutdated;
    private final Consumer<MediaEndpoint> leave;
    private final ConferenceCounters counters;

    /**
     * @param onTableOutdated runs when the next forwarding table shows a change
     * @param leave takes what is to be released after the next table
     */
    public RelayLifecycle(
            Relays relays,
            RemoteParticipants participants,
            Runnable onTableOutdated,
            Consumer<MediaEndpoint> leave,
            ConferenceCounters counters) {
        this.relays = relays;
        this.participants = participants;
        this.onTableOutdated = onTableOutdated;
        this.leave = leave;
        this.counters = counters;
    }

    public boolean isEmpty() {
        return relays.isEmpty();
    }

    /**
     * Returns the time at which a relay was last heard, on the monotonic clock; {@code otherwiseNs} if none was since
     * then.
     */
    public long heardNs(long otherwiseNs) {
        long latestNs = otherwiseNs;
        for (Relay relay : relays.all()) {
            EndpointStats stats = relay.transport().media().stats();
            if (stats.lastActivityNs() != 0 && stats.lastActivityNs() - latestNs > 0) {
                latestNs = stats.lastActivityNs();
            }
        }
        return latestNs;
    }

    void add(Relay relay) {
        relays.add(relay);
        counters.increment(ConferenceCounter.RELAYS_CREATED);
        onTableOutdated.run();
    }

    /** Releases a relay that was opened, but whose creation is refused after all. */
    void abandon(Relay relay) {
        leave.accept(relay.transport().media());
    }

    /** Removes a relay and the participants behind it; without effect if there is none. */
    void remove(String relayId) {
        Relay relay = relays.remove(relayId);
        if (relay == null) {
            return;
        }
        relay.participants().forEach(participants::remove);
        relay.disconnect();
        for (BridgeChannel channel : relay.channels().takeAll()) {
            channel.close(BridgeChannel.CloseReason.RELAY_CLOSED);
        }
        EndpointStats last = relay.transport().media().stats();
        counters.add(
                ConferenceCounter.RELAY_PACKETS_RECEIVED_OF_GONE, last.traffic().packetsReceived());
        counters.add(
                ConferenceCounter.RELAY_PACKETS_SENT_OF_GONE, last.traffic().packetsSent());
        counters.add(
                ConferenceCounter.RELAY_BYTES_RECEIVED_OF_GONE, last.traffic().bytesReceived());
        counters.add(ConferenceCounter.RELAY_BYTES_SENT_OF_GONE, last.traffic().bytesSent());
        leave.accept(relay.transport().media());
        onTableOutdated.run();
    }

    /** Removes all relays, as the conference ends. */
    public void removeAll() {
        List.copyOf(relays.all()).forEach(relay -> remove(relay.id()));
    }

    /** A participant was announced. One with this id behind another relay has moved. */
    void announce(Relay relay, Participant participant) {
        Relay former = relays.of(participant.id());
        if (former != null) {
            former.remove(participant.id());
        }
        relay.add(participant);
        participants.add(participant);
        onTableOutdated.run();
    }

    /** A participant has left; one that moved to another relay meanwhile stays. */
    void leave(Relay relay, String endpointId) {
        @Nullable Participant gone = relay.remove(endpointId);
        if (gone != null) {
            participants.remove(gone);
            onTableOutdated.run();
        }
    }
}
