package org.starbridge.bandwidth.probe;

import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.state.Fields;

/**
 * The bitrate that a probe measured (libwebrtc probe_bitrate_estimator.cc): the smaller of the rates at which it was
 * sent and arrived, once most of it has arrived. A probe that arrives clearly slower than it was sent has filled the
 * link; its result is a little less than the receive rate, so that the queue it made can drain. Owned by one worker.
 */
final class ProbeResults {
    private static final int KEPT = 8;
    private static final double BIT_NS = 8e9;

    private final ProbeConfig config;
    private final Arrivals[] recent = new Arrivals[KEPT];
    private int next;

    /** Arrivals of one probe. */
    private static final class Arrivals {
        private @Nullable ProbeCluster cluster;
        private int packets;
        private long bytes;
        private long firstSendNs;
        private long lastSendNs;
        private int lastSentBytes;
        private long firstArrivalNs;
        private int firstArrivedBytes;
        private long lastArrivalNs;

        void start(ProbeCluster started) {
            cluster = started;
            packets = 0;
            bytes = 0;
            firstSendNs = Long.MAX_VALUE;
            lastSendNs = Long.MIN_VALUE;
            firstArrivalNs = Long.MAX_VALUE;
            lastArrivalNs = Long.MIN_VALUE;
        }

        void add(long sendNs, long arrivalNs, int sizeBytes) {
            packets++;
            bytes += sizeBytes;
            firstSendNs = Math.min(firstSendNs, sendNs);
            if (sendNs >= lastSendNs) {
                lastSendNs = sendNs;
                lastSentBytes = sizeBytes;
            }
            if (arrivalNs < firstArrivalNs) {
                firstArrivalNs = arrivalNs;
                firstArrivedBytes = sizeBytes;
            }
            lastArrivalNs = Math.max(lastArrivalNs, arrivalNs);
        }

        void state(Fields fields) {
            cluster = fields.bool(cluster != null) ? ProbeCluster.state(fields, cluster) : null;
            packets = fields.i32(packets);
            bytes = fields.i64(bytes);
            firstSendNs = fields.time(firstSendNs);
            lastSendNs = fields.time(lastSendNs);
            lastSentBytes = fields.i32(lastSentBytes);
            firstArrivalNs = fields.i64(firstArrivalNs);
            firstArrivedBytes = fields.i32(firstArrivedBytes);
            lastArrivalNs = fields.i64(lastArrivalNs);
        }
    }

    ProbeResults(ProbeConfig config) {
        this.config = config;
        for (int i = 0; i < KEPT; i++) {
            recent[i] = new Arrivals();
        }
    }

    void expect(ProbeCluster cluster) {
        recent[next].start(cluster);
        next = (next + 1) % KEPT;
    }

    /** Adds what arrived; returns the newest probe's result in bit/s, or -1 if the feedback completes none. */
    long onFeedback(PacketResults results) {
        long bps = -1;
        for (int i = 0; i < results.count(); i++) {
            int id = results.probeId(i);
            if (id != 0) {
                long result = onPacket(id, results.sendTimeNs(i), results.arrivalNs(i), results.sizeBytes(i));
                bps = result >= 0 ? result : bps;
            }
        }
        return bps;
    }

    private long onPacket(int id, long sendNs, long arrivalNs, int sizeBytes) {
        for (Arrivals arrivals : recent) {
            ProbeCluster cluster = arrivals.cluster;
            if (cluster != null && cluster.id() == id) {
                arrivals.add(sendNs, arrivalNs, sizeBytes);
                return result(arrivals, cluster);
            }
        }
        return -1;
    }

    private long result(Arrivals arrivals, ProbeCluster cluster) {
        if (arrivals.packets < config.minReceived() * cluster.minPackets()
                || arrivals.bytes < config.minReceived() * cluster.minBytes()) {
            return -1;
        }
        long sendSpanNs = arrivals.lastSendNs - arrivals.firstSendNs;
        long arrivalSpanNs = arrivals.lastArrivalNs - arrivals.firstArrivalNs;
        if (!isValid(sendSpanNs) || !isValid(arrivalSpanNs)) {
            return -1;
        }
        double sendBps = (arrivals.bytes - arrivals.lastSentBytes) * BIT_NS / sendSpanNs;
        double arrivalBps = (arrivals.bytes - arrivals.firstArrivedBytes) * BIT_NS / arrivalSpanNs;
        if (arrivalBps > config.maxRateRatio() * sendBps) {
            return -1;
        }
        return (long)
                (arrivalBps < config.saturatedRatio() * sendBps
                        ? config.saturatedFactor() * arrivalBps
                        : Math.min(sendBps, arrivalBps));
    }

    private boolean isValid(long spanNs) {
        return spanNs > 0 && spanNs <= config.maxSpanNs();
    }

    /** Its fields. */
    void state(Fields fields) {
        for (Arrivals arrivals : recent) {
            arrivals.state(fields);
        }
        next = fields.i32(next, 0, KEPT - 1);
    }
}
