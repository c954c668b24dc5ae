package org.starbridge.jvb.worker;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.transport.dtls.DtlsDropReason;

/**
 * What the DTLS sessions of one worker refused, by reason, those that are gone included. They count by themselves, on the
 * threads of the handshakes; here the counts are only summed, once a second. Owned by the worker.
 */
final class DtlsDrops {
    private final Map<DtlsDropReason, Long> ofGone = new EnumMap<>(DtlsDropReason.class);

    /** A session ends; its counts are kept. */
    void onGone(EndpointSession session) {
        add(session, ofGone);
    }

    /** The sums. */
    Map<DtlsDropReason, Long> sum(Collection<EndpointSession> sessions) {
        Map<DtlsDropReason, Long> sums = new EnumMap<>(DtlsDropReason.class);
        sums.putAll(ofGone);
        for (EndpointSession session : sessions) {
            add(session, sums);
        }
        return sums;
    }

    private static void add(EndpointSession session, Map<DtlsDropReason, Long> sums) {
        for (DtlsDropReason reason : DtlsDropReason.values()) {
            sums.merge(reason, (long) session.transport().dtlsDropped(reason), Long::sum);
        }
    }
}
