package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * The bitrate at which packets arrive while the queue in front of the receiver is not empty: that is what the link
 * carries, even if the sender's average is far below, as it is around a key frame. Not in libwebrtc. Owned by one
 * worker.
 */
final class BusyPeriod {
    /** A shorter time is an ordinary frame. */
    private static final long MIN_NS = 60_000_000L;
    /** A longer period is measured over its last one to two of these. */
    private static final long SLICE_NS = 250_000_000L;

    private static final double BIT_NS = 8e9;
    private static final long NONE = Long.MIN_VALUE;

    private long startNs = NONE;
    private long sliceNs;
    private long bytes;
    private long sliceBytes;
    private long lastNs;

    void onPacket(long arrivalNs, int sizeBytes) {
        lastNs = arrivalNs;
        if (startNs != NONE) {
            bytes += sizeBytes;
            sliceBytes += sizeBytes;
        }
    }

    /** A group is complete, and was queued or not. */
    void onGroup(boolean isQueued) {
        if (!isQueued) {
            startNs = NONE;
        } else if (startNs == NONE) {
            start(lastNs, 0);
            sliceNs = lastNs;
        } else if (lastNs - sliceNs > SLICE_NS) {
            start(sliceNs, sliceBytes);
            sliceNs = lastNs;
            sliceBytes = 0;
        }
    }

    private void start(long fromNs, long withBytes) {
        startNs = fromNs;
        bytes = withBytes;
        sliceBytes = withBytes;
    }

    /** The bitrate; -1 if the queue is empty, or was until a moment ago. */
    long bps() {
        return startNs == NONE || lastNs - startNs < MIN_NS ? -1 : (long) (bytes * BIT_NS / (lastNs - startNs));
    }

    void reset() {
        startNs = NONE;
    }

    /** Its fields. Times are on the clock of the receiver. */
    void state(Fields fields) {
        startNs = fields.i64(startNs);
        sliceNs = fields.i64(sliceNs);
        bytes = fields.i64(bytes);
        sliceBytes = fields.i64(sliceBytes);
        lastNs = fields.i64(lastNs);
    }
}
