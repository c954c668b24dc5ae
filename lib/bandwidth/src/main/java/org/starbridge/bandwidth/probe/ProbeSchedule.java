package org.starbridge.bandwidth.probe;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.state.Fields;

/**
 * Schedule of the packets of the requested probes, one probe after the other (libwebrtc bitrate_prober.cc). A probe
 * begins when it is polled, each step sends at least 2 ms of its rate, and the packets sent so far set the time of the
 * next step. Owned by one worker.
 */
public final class ProbeSchedule {
    private static final int MAX_PENDING = 5;
    private static final double BIT_NS = 8e9;
    private static final long NOT_STARTED = Long.MIN_VALUE;

    private final ProbeConfig config;
    private final ArrayDeque<ProbeCluster> pending = new ArrayDeque<>(MAX_PENDING);
    private long startedAtNs = NOT_STARTED;
    private int activeId;
    private long sentBytes;
    private int sentPackets;
    private long completed;
    private long dropped;

    ProbeSchedule(ProbeConfig config) {
        this.config = config;
    }

    void request(ProbeCluster cluster) {
        if (pending.size() == MAX_PENDING) {
            pending.removeLast();
            dropped++;
        }
        pending.addLast(cluster);
    }

    void cancel() {
        dropped += pending.size();
        pending.clear();
        startedAtNs = NOT_STARTED;
        activeId = 0;
        sentBytes = 0;
        sentPackets = 0;
    }

    /** The probe to send now; null if there is none. */
    public @Nullable ProbeCluster current() {
        return pending.peekFirst();
    }

    /** The id for every packet that is sent now, media too, 1 to 255; 0 if no probe has begun. */
    public int activeId() {
        return activeId;
    }

    /**
     * Returns the time at which {@link #bytesDue} will be more than 0; {@link Long#MAX_VALUE} if no probe is requested.
     */
    public long nextDeadlineNs() {
        ProbeCluster cluster = current();
        if (cluster == null) {
            return Long.MAX_VALUE;
        }
        return startedAtNs == NOT_STARTED ? cluster.requestedAtNs() : stepAtNs(cluster);
    }

    private long stepAtNs(ProbeCluster cluster) {
        return startedAtNs + (long) (sentBytes * BIT_NS / cluster.bps());
    }

    /**
     * Returns the number of bytes to send now with {@link #activeId}: media that waits first, then padding. 0 if
     * nothing is due. Begins the probe; drops those that are too old, or could not be sent evenly.
     */
    public int bytesDue(long nowNs) {
        ProbeCluster cluster = current();
        while (cluster != null && isTooLate(cluster, nowNs)) {
            dropped++;
            finish();
            cluster = current();
        }
        if (cluster == null) {
            return 0;
        }
        if (startedAtNs == NOT_STARTED) {
            startedAtNs = nowNs;
            activeId = cluster.id();
        }
        if (nowNs < stepAtNs(cluster)) {
            return 0;
        }
        double elapsedNs = Math.max(nowNs - stepAtNs(cluster), config.stepNs());
        return (int) Math.max(1, elapsedNs * cluster.bps() / BIT_NS);
    }

    private boolean isTooLate(ProbeCluster cluster, long nowNs) {
        return startedAtNs == NOT_STARTED
                ? nowNs - cluster.requestedAtNs() > config.expiryNs()
                : nowNs - stepAtNs(cluster) > config.maxDelayNs();
    }

    /** A packet of {@link #current} was sent. */
    void onSent(int probeId, int sizeBytes) {
        ProbeCluster cluster = current();
        if (cluster == null || cluster.id() != probeId || startedAtNs == NOT_STARTED) {
            return;
        }
        sentBytes += sizeBytes;
        sentPackets++;
        if (sentBytes >= cluster.minBytes() && sentPackets >= cluster.minPackets()) {
            completed++;
            finish();
        }
    }

    private void finish() {
        pending.removeFirst();
        startedAtNs = NOT_STARTED;
        activeId = 0;
        sentBytes = 0;
        sentPackets = 0;
    }

    /** Probes that were sent as a whole. */
    public long completed() {
        return completed;
    }

    /** Probes that were given up. */
    public long dropped() {
        return dropped;
    }

    /** Its fields. */
    void state(Fields fields) {
        int count = fields.i32(pending.size(), 0, MAX_PENDING);
        for (int i = 0; i < count; i++) { // once around, where they are written
            ProbeCluster cluster = fields.isReading() ? null : pending.removeFirst();
            pending.addLast(ProbeCluster.state(fields, cluster));
        }
        startedAtNs = fields.time(startedAtNs);
        activeId = fields.i32(activeId);
        sentBytes = fields.i64(sentBytes);
        sentPackets = fields.i32(sentPackets);
        completed = fields.i64(completed);
        dropped = fields.i64(dropped);
    }
}
