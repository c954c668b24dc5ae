package org.starbridge.hammer.client.media;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.starbridge.hammer.measure.DelaySample;
import org.starbridge.hammer.measure.SentStream;

/**
 * Meters that a driver's endpoints share. Owned by the driver.
 *
 * @param delays of packets that arrive
 * @param lateness of packets that are sent: by how many nanoseconds they left after they were due, in the window
 */
public record Meters(DelaySample delays, Histogram lateness) {
    /** Of endpoints that are all on one bridge. */
    public static Meters of(List<SentStream> streams) {
        return of(streams, 0);
    }

    /**
     * Of endpoints on several bridges.
     *
     * @param mostRelays how many relays between bridges a packet takes at most
     */
    public static Meters of(List<SentStream> streams, int mostRelays) {
        return new Meters(new DelaySample(streams, mostRelays), DelaySample.newHistogram());
    }
}
