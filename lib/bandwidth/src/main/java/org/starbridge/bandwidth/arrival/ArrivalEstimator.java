package org.starbridge.bandwidth.arrival;

import org.starbridge.bandwidth.delay.DelayBasedEstimator;
import org.starbridge.bandwidth.delay.DelayConfig;
import org.starbridge.bandwidth.delay.LinkUsage;
import org.starbridge.bandwidth.delay.Throughput;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.throughput.AcknowledgedBitrate;
import org.starbridge.bandwidth.throughput.ThroughputConfig;

/**
 * Estimator of what the link from one sender carries, by the delays between its packets: the delay-based estimator at
 * the receiver. Losses are not part of it, since the sender knows them from receiver reports. Bursts that arrive as
 * fast as they were sent raise the estimate at once, unless it was lowered a short time ago. Owned by the sender's
 * worker. Times are nanoseconds; send times are of the sender's clock, all others of the worker's.
 */
public final class ArrivalEstimator {
    /** Looks at the packets of so long a time together. */
    private static final long BATCH_NS = 50_000_000L;

    private static final int MAX_BATCH = 512;
    /** After an overuse bursts prove nothing for so long: they may fit into the queue. */
    private static final long AFTER_OVERUSE_NS = 5_000_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    private final long startBps;
    private final DelayBasedEstimator delay;
    private final AcknowledgedBitrate arriving;
    private final Throughput throughput = new Throughput();
    private final BurstRate burst = new BurstRate();
    private final PacketResults batch = new PacketResults();
    private long burstBps = BurstRate.NONE;
    private long dueAtNs = Long.MAX_VALUE;

    /**
     * An estimator that knows nothing yet.
     *
     * @param startBps assumed until an overuse or a burst shows another bitrate
     */
    public ArrivalEstimator(long startBps, long minBps, long maxBps) {
        this.startBps = startBps;
        delay = new DelayBasedEstimator(DelayConfig.defaults(), minBps, maxBps);
        delay.assume(startBps);
        arriving = new AcknowledgedBitrate(ThroughputConfig.defaults());
        batch.clear();
    }

    /** Takes a packet. {@code sizeBytes} is that of the UDP payload. */
    public void onPacket(long sendNs, long arrivalNs, int sizeBytes) {
        if (batch.count() == 0) {
            dueAtNs = arrivalNs + BATCH_NS;
        }
        if (batch.count() < MAX_BATCH) {
            batch.addReceived(sendNs, arrivalNs / FeedbackReport.TICK_NS, sizeBytes, 0, false);
        }
        burstBps = Math.max(burstBps, burst.onPacket(sendNs, arrivalNs, sizeBytes));
    }

    /** Returns the time at which {@link #onTimeout} is due; {@link Long#MAX_VALUE} while no packets arrive. */
    public long nextDeadlineNs() {
        return dueAtNs;
    }

    /** Looks at the packets since the last call. */
    public void onTimeout(long nowNs, long roundTripNs) {
        dueAtNs = Long.MAX_VALUE;
        batch.sortByArrival();
        for (int i = 0; i < batch.count(); i++) {
            arriving.onPacket(batch.sendTimeNs(i), batch.arrivalNs(i), batch.sizeBytes(i));
        }
        arriving.update();
        // The send rate is left open: a sender that is limited by its own caution is no reason to lower it gently.
        throughput.set(arriving.bps(), -1);
        delay.onFeedback(nowNs, batch, throughput, proven(nowNs), roundTripNs);
        batch.clear();
        burstBps = BurstRate.NONE;
    }

    private long proven(long nowNs) {
        boolean isRecent = delay.decreasedAtNs() != NEVER && nowNs - delay.decreasedAtNs() < AFTER_OVERUSE_NS;
        return burstBps > bps() && !isRecent && delay.usage() == LinkUsage.NORMAL ? burstBps : -1;
    }

    /** The estimate in bit/s. */
    public long bps() {
        return delay.bps() >= 0 ? delay.bps() : startBps;
    }
}
