package org.starbridge.bandwidth.simulation;

import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;

/** The bridge's estimator. Mutants override what they get wrong. */
class BridgeController implements Controller {
    private final BandwidthEstimator estimator;

    BridgeController(BandwidthConfig config) {
        estimator = new BandwidthEstimator(config, new PacketResults());
    }

    BandwidthEstimator estimator() {
        return estimator;
    }

    @Override
    public void onTransportReady(long nowNs) {
        estimator.onTransportReady(nowNs);
    }

    @Override
    public void onAllocation(long nowNs, long wishBps, long sentBps) {
        estimator.onAllocation(nowNs, wishBps, sentBps);
    }

    @Override
    public long onSent(long nowNs, int sizeBytes, int probeId) {
        return estimator.onSent(nowNs, sizeBytes, probeId);
    }

    @Override
    public void onFeedback(long nowNs, FeedbackReport report) {
        estimator.onFeedback(nowNs, report);
    }

    @Override
    public void onTick(long nowNs) {
        estimator.onTick(nowNs);
    }

    @Override
    public long nextDeadlineNs() {
        return estimator.nextDeadlineNs();
    }

    @Override
    public int activeProbe() {
        return estimator.probes().activeId();
    }

    @Override
    public int probeBytesDue(long nowNs) {
        return estimator.probes().bytesDue(nowNs);
    }

    @Override
    public boolean isProbing() {
        return estimator.probes().current() != null;
    }

    @Override
    public long targetBps() {
        return estimator.targetBps();
    }

    @Override
    public long paddingBps() {
        return estimator.paddingBps();
    }

    @Override
    public long overusedAtNs() {
        return estimator.delay().decreasedAtNs();
    }
}
