package org.starbridge.jvb.worker;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.ice.IceCounters;
import org.starbridge.transport.ice.IceDrop;

/**
 * What the ICE agents and DTLS sessions of one worker refused, by reason, those that are gone included. They count by
 * themselves; here the counts are only summed, once a second. Owned by the worker.
 */
final class TransportDrops {
    private final long[] iceOfGone = new long[IceDrop.values().length];
    private final long[] dtlsOfGone = new long[DtlsDropReason.values().length];

    /** A session ends; its counts are kept. */
    void onGone(EndpointSession session) {
        add(session, iceOfGone, dtlsOfGone);
    }

    /** The sums, by names that begin with {@code stun_} or {@code dtls_}. */
    @SuppressWarnings("EnumOrdinal") // an index into arrays that never leave the process
    Map<String, Long> sum(Collection<EndpointSession> sessions) {
        long[] ice = iceOfGone.clone();
        long[] dtls = dtlsOfGone.clone();
        for (EndpointSession session : sessions) {
            add(session, ice, dtls);
        }
        Map<String, Long> sums = new HashMap<>();
        for (IceDrop reason : IceDrop.values()) {
            sums.put("stun_" + reason.name().toLowerCase(Locale.ROOT), ice[reason.ordinal()]);
        }
        for (DtlsDropReason reason : DtlsDropReason.values()) {
            sums.put("dtls_" + reason.name().toLowerCase(Locale.ROOT), dtls[reason.ordinal()]);
        }
        return sums;
    }

    @SuppressWarnings("EnumOrdinal")
    private static void add(EndpointSession session, long[] ice, long[] dtls) {
        IceCounters counters = session.transport().iceCounters();
        for (IceDrop reason : IceDrop.values()) {
            ice[reason.ordinal()] += counters.dropped(reason);
        }
        for (DtlsDropReason reason : DtlsDropReason.values()) {
            dtls[reason.ordinal()] += session.transport().dtlsDropped(reason);
        }
    }
}
