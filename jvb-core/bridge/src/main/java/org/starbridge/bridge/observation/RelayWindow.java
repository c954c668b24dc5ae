package org.starbridge.bridge.observation;

import java.util.ArrayDeque;
import java.util.Deque;
import org.starbridge.bridge.impairment.Impairment;
import org.starbridge.bridge.impairment.ImpairmentJudge;
import org.starbridge.control.relay.RelaySnapshot;
import org.starbridge.media.api.EndpointStats;

/** One relay's counters over the last looks. Owned by the observer. */
final class RelayWindow {
    private final Deque<EndpointStats> looks = new ArrayDeque<>();
    private double lowestRttMs = Double.MAX_VALUE;
    private boolean wasConnected;
    private Impairment impairment = Impairment.NONE;

    void look(RelaySnapshot relay, long nowNs) {
        EndpointStats stats = relay.stats();
        looks.addLast(stats);
        if (looks.size() > ParticipantWindow.LOOKS) {
            looks.removeFirst();
        }
        wasConnected |= relay.dtlsConnected();
        if (stats.rttMs() > 0) {
            lowestRttMs = Math.min(lowestRttMs, stats.rttMs());
        }
        double addedRttMs = stats.rttMs() > 0 ? stats.rttMs() - lowestRttMs : 0;
        boolean isUp = relay.dtlsConnected() && relay.iceState() == org.starbridge.transport.ice.IceState.CONNECTED;
        impairment = wasConnected && looks.size() > 1
                ? ImpairmentJudge.relay(relay.id(), isUp, loss(), addedRttMs)
                : Impairment.NONE;
    }

    /** Impairment of the link to the other bridge. */
    Impairment impairment() {
        return impairment;
    }

    private double loss() {
        EndpointStats before = looks.getFirst();
        EndpointStats now = looks.getLast();
        double lost = Math.max(
                0, now.traffic().packetsLostInbound() - before.traffic().packetsLostInbound());
        double expected = Math.max(
                0, now.traffic().packetsExpectedInbound() - before.traffic().packetsExpectedInbound());
        return expected == 0 ? 0 : Math.min(1, lost / expected);
    }
}
