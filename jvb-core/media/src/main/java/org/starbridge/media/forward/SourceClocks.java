package org.starbridge.media.forward;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.ring.RingRecord;

/**
 * The last sender report of each stream that one worker knows, by the stream's handle. A receiver that gets the stream
 * later, or another layer of it, does not wait for the next one. Owned by its worker.
 */
public final class SourceClocks {
    private @Nullable SourceClock[] byIndex = new @Nullable SourceClock[256];

    /** A {@link RingRecord#SENDER_REPORT} record came. */
    public void onReport(long record) {
        int handle = RingRecord.streamHandle(record);
        SourceClock clock = find(handle);
        if (clock == null) {
            clock = new SourceClock(handle);
            int index = index(handle);
            if (index >= byIndex.length) {
                byIndex = Arrays.copyOf(byIndex, Integer.highestOneBit(index) * 2);
            }
            byIndex[index] = clock;
        }
        clock.onReport(
                RingRecord.ntpTime(record),
                RingRecord.rtpTimestamp(record),
                RingRecord.clockRateHz(record),
                RingRecord.arrivalNs(record));
    }

    /** The last report of a stream, or null if there was none. */
    public @Nullable SourceClock find(int handle) {
        int index = index(handle);
        SourceClock found = index < byIndex.length ? byIndex[index] : null;
        return found != null && found.handle == handle ? found : null;
    }

    /** The stream is gone. */
    public void forget(int handle) {
        if (find(handle) != null) {
            byIndex[index(handle)] = null;
        }
    }

    private static int index(int handle) {
        return handle & (FanOuts.MAX_STREAMS - 1);
    }
}
