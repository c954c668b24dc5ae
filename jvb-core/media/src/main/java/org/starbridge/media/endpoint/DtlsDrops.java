package org.starbridge.media.endpoint;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import org.starbridge.transport.dtls.DtlsDropReason;

/**
 * Counts of what the DTLS sessions of one worker refused, by reason, those that are gone included. They count by
 * themselves, on the threads of the handshakes; here the counts are only summed, once a second. Owned by the worker.
 */
public final class DtlsDrops {
    private static final DtlsDropReason[] REASONS = DtlsDropReason.values();

    private final long[] ofGone = new long[REASONS.length];

    /** A session ends; its counts are kept. */
    public void onGone(EndpointSession session) {
        add(session, ofGone);
    }

    /** The sums. */
    public Map<DtlsDropReason, Long> sum(Collection<EndpointSession> sessions) {
        long[] sums = ofGone.clone();
        for (EndpointSession session : sessions) {
            add(session, sums);
        }
        Map<DtlsDropReason, Long> byReason = new EnumMap<>(DtlsDropReason.class);
        for (int i = 0; i < sums.length; i++) {
            byReason.put(REASONS[i], sums[i]);
        }
        return byReason;
    }

    private static void add(EndpointSession session, long[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += session.transport().dtlsDropped(REASONS[i]);
        }
    }
}
