package org.starbridge.media.endpoint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.drop.DropReason;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceDrop;

/** Writes the {@link ConnectionReport} of one endpoint. Used by the worker that owns it. */
final class TransportReport {
    private TransportReport() {}

    static ConnectionReport of(PeerTransport transport, TrafficCounters traffic, long packetsSent, long ageNs) {
        long firstPacketMs = traffic.packetsReceived() == 0 ? -1 : Math.max(0, traffic.firstReceivedMs());
        return new ConnectionReport(
                ageNs / 1_000_000,
                ice(transport.iceAgent()),
                dtls(transport),
                new ConnectionReport.Media(traffic.packetsReceived(), firstPacketMs, packetsSent, refused(traffic)));
    }

    private static ConnectionReport.Ice ice(IceAgent agent) {
        Map<IceDrop, Long> dropped = agent.counters().droppedByReason();
        dropped.values().removeIf(count -> count == 0);
        return new ConnectionReport.Ice(
                agent.state(),
                agent.role(),
                agent.selectedTuple() != null,
                agent.knowsRemoteCredentials(),
                agent.counters().requestsAnswered(),
                agent.counters().checksSent(),
                agent.counters().checksAnswered(),
                dropped,
                agent.pairs().stream()
                        .limit(ConnectionReport.MAX_PAIRS)
                        .map(pair -> new ConnectionReport.Pair(
                                pair.tuple().local(),
                                pair.tuple().remote(),
                                pair.remoteType(),
                                pair.checks(),
                                pair.isAnswered(),
                                pair.isHeard(),
                                pair.isSelected()))
                        .toList());
    }

    private static ConnectionReport.Dtls dtls(PeerTransport transport) {
        Map<DtlsDropReason, Integer> dropped = new EnumMap<>(DtlsDropReason.class);
        for (DtlsDropReason reason : DtlsDropReason.values()) {
            int count = transport.dtlsDropped(reason);
            if (count > 0) {
                dropped.put(reason, count);
            }
        }
        return new ConnectionReport.Dtls(
                transport.dtlsRole(),
                transport.knowsFingerprint(),
                transport.isDtlsStarted(),
                transport.sender() != null,
                transport.dtlsDatagrams(),
                transport.dtlsFailure(),
                dropped);
    }

    private static List<ConnectionReport.Refusal> refused(TrafficCounters traffic) {
        List<ConnectionReport.Refusal> refused = new ArrayList<>();
        for (DropReason reason : DropReason.values()) {
            long count = traffic.refused(reason);
            if (count > 0) {
                refused.add(
                        new ConnectionReport.Refusal(reason.name().toLowerCase(Locale.ROOT), reason.sentence(), count));
            }
        }
        refused.sort(Comparator.comparingLong(ConnectionReport.Refusal::count).reversed());
        return refused;
    }
}
