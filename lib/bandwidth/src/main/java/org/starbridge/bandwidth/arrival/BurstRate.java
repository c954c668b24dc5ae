package org.starbridge.bandwidth.arrival;

/**
 * The rate at which packets of paced bursts arrive: probes of the sender, and frames that it paces above its mean
 * bitrate. Bursts that arrive as fast as they were sent show what the link carries at least (libwebrtc
 * remote_bitrate_estimator_abs_send_time.cc does the same with probes alone). Owned by one worker.
 */
final class BurstRate {
    static final long NONE = -1;

    /** Of one burst or of several: a frame of 1 Mbit/s has three packets. */
    private static final int MIN_GAPS = 6;
    /** Smaller packets, such as audio, are between those of a burst. */
    private static final int MIN_BYTES = 200;
    /** libwebrtc probes at 900 kbit/s first: a packet of 1200 bytes each 11 ms. */
    private static final long MAX_GAP_NS = 15_000_000L;

    private static final long MIN_SPAN_NS = 5_000_000L;
    /** Bursts that arrive below this share of their send rate have filled the link. */
    private static final double SATURATED = 0.9;

    private static final double BIT_NS = 8e9;
    private static final long NEVER = Long.MIN_VALUE;

    private long lastSendNs = NEVER;
    private long lastArrivalNs;
    private int gaps;
    private long bytes;
    private long sendSpanNs;
    private long arrivalSpanNs;

    /** Takes a packet; returns the bitrate that it and those before it show, or {@link #NONE}. */
    long onPacket(long sendNs, long arrivalNs, int sizeBytes) {
        if (sizeBytes < MIN_BYTES) {
            return NONE;
        }
        boolean goesOn = lastSendNs != NEVER && sendNs >= lastSendNs && sendNs - lastSendNs <= MAX_GAP_NS;
        if (goesOn) {
            gaps++;
            bytes += sizeBytes;
            sendSpanNs += sendNs - lastSendNs;
            arrivalSpanNs += arrivalNs - lastArrivalNs;
        }
        lastSendNs = sendNs;
        lastArrivalNs = arrivalNs;
        return gaps < MIN_GAPS || sendSpanNs < MIN_SPAN_NS || arrivalSpanNs < MIN_SPAN_NS ? NONE : take();
    }

    private long take() {
        double sentBps = bytes * BIT_NS / sendSpanNs;
        double arrivedBps = bytes * BIT_NS / arrivalSpanNs;
        gaps = 0;
        bytes = 0;
        sendSpanNs = 0;
        arrivalSpanNs = 0;
        return arrivedBps < SATURATED * sentBps ? NONE : (long) Math.min(sentBps, arrivedBps);
    }
}
