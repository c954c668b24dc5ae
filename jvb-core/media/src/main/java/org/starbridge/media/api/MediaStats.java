package org.starbridge.media.api;

import java.util.Map;
import org.starbridge.transport.counters.Counts;
import org.starbridge.transport.udp.IoTotals;

/**
 * The workers' figures, summed. Counters run from the process's start and never fall.
 *
 * @param counters what the workers counted
 * @param droppedByReason refused packets, by the reason's name in lower case
 * @param endpoints endpoints on all workers now
 * @param io system calls, messages and datagrams of our sockets
 * @param ringOccupancy how full the fullest ring was within the last second, from 0 to 1: there packets are overwritten
 */
public record MediaStats(
        Counts<MediaCounter> counters,
        Map<String, Long> droppedByReason,
        int endpoints,
        IoTotals io,
        double ringOccupancy) {
    /** Of no worker at all. */
    public static final MediaStats NONE =
            new MediaStats(Counts.none(MediaCounter.class), Map.of(), 0, IoTotals.none(), 0);

    public MediaStats {
        droppedByReason = Map.copyOf(droppedByReason);
    }

    /** Returns how often it happened so far. */
    public long count(MediaCounter counter) {
        return counters.get(counter);
    }
}
