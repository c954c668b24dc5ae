package org.starbridge.bandwidth.simulation;

import java.util.Random;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.feedback.FeedbackReport;

/** One receiver: a source, the controller of its rate, and feedback over a link of its own. */
final class MediaFlow {
    private static final int PACKET_BYTES = 1200;
    private static final int AUDIO_BYTES = 120;
    private static final long AUDIO_NS = 20 * VirtualTime.MS;
    private static final long FRAME_NS = 33_333_333L;
    private static final long SAMPLE_NS = 100 * VirtualTime.MS;
    private static final long PADDING_NS = 10 * VirtualTime.MS;
    /** Browsers pace what they send: a key frame takes the time of several frames. */
    private static final double SENDER_PACING = 2.5;

    private final VirtualTime time;
    private final Link forward;
    private final Link backward;
    private final Source source;
    private final Random random;
    private final Controller controller;
    private final FeedbackSender receiver;
    private final FeedbackReport report = new FeedbackReport();
    private final FlowStats stats;
    private double backwardLoss;
    private boolean isPaused;
    private double lastWish = -1;
    private double paddingBytes;
    private long scheduledAtNs = Long.MAX_VALUE;

    MediaFlow(VirtualTime time, Link forward, Link backward, Source source, Controller controller, long seed) {
        this.time = time;
        this.forward = forward;
        this.backward = backward;
        this.source = source;
        this.controller = controller;
        random = new Random(seed);
        receiver = new FeedbackSender(time, random.nextLong(1L << 50));
        stats = new FlowStats(time);
    }

    /** Starts at a time, with audio at once and video when the estimate allows. */
    MediaFlow startAt(double seconds) {
        time.at((long) (seconds * 1e9), () -> {
            controller.onTransportReady(time.nowNs());
            // Different phases, so that flows of one link do not move in step.
            time.after(random.nextLong(FRAME_NS), this::sendFrame);
            time.after(random.nextLong(AUDIO_NS), () -> time.every(AUDIO_NS, this::sendAudio));
            long feedbackNs = controller.feedbackNs();
            time.after(random.nextLong(feedbackNs), () -> time.every(feedbackNs, this::sendFeedback));
            time.every(PADDING_NS, this::sendPadding);
            time.every(SAMPLE_NS, () -> stats.onSample(controller));
            schedule();
        });
        return this;
    }

    void loseFeedback(double share) {
        backwardLoss = share;
    }

    void setPaused(boolean paused) {
        isPaused = paused;
    }

    private void sendFrame() {
        double seconds = time.seconds();
        double wish = isPaused ? 0 : source.wishBps(seconds);
        double bps = isPaused ? 0 : Math.max(0, source.videoBps(seconds, (double) controller.targetBps()));
        if (wish != lastWish) {
            lastWish = wish;
            controller.onAllocation(time.nowNs(), (long) wish, (long) bps);
            schedule();
        }
        stats.onVideo(bps);
        int bytes = (int) (bps / 8 * FRAME_NS / 1e9 * source.frameFactor(seconds, random));
        int packets = (bytes + PACKET_BYTES - 1) / PACKET_BYTES;
        for (int i = 0; i < packets; i++) {
            int size = Math.max(60, bytes / packets);
            time.after(
                    (long) (i * size * 8e9 / (SENDER_PACING * bps)), () -> send(size, false, controller.activeProbe()));
        }
        time.after(FRAME_NS, this::sendFrame);
    }

    private void sendAudio() {
        send(AUDIO_BYTES, true, controller.activeProbe());
    }

    private void sendPadding() {
        double bps = controller.paddingBps() - stats.videoBps();
        paddingBytes = bps <= 0 ? 0 : paddingBytes + bps / 8 * PADDING_NS / 1e9;
        while (paddingBytes >= PACKET_BYTES) {
            paddingBytes -= PACKET_BYTES;
            stats.onPadding(PACKET_BYTES);
            send(PACKET_BYTES, false, 0);
        }
    }

    private void send(int sizeBytes, boolean isAudio, int probeId) {
        long number = controller.onSent(time.nowNs(), sizeBytes, probeId);
        stats.onSent(sizeBytes, isAudio);
        forward.send(sizeBytes, stats::onQueued, () -> {
            stats.onReceived(sizeBytes, isAudio);
            receiver.onPacket(number);
        });
    }

    private void sendFeedback() {
        if (!receiver.hasNews()) {
            return;
        }
        FeedbackSender.Feedback feedback = receiver.build();
        if (random.nextDouble() < backwardLoss) {
            return;
        }
        backward.send(FeedbackSender.sizeBytes(), _ -> {}, () -> {
            feedback.fill(report);
            controller.onFeedback(time.nowNs(), report);
            schedule();
        });
    }

    private void schedule() {
        long atNs = Math.max(controller.nextDeadlineNs(), time.nowNs());
        if (atNs < scheduledAtNs) {
            scheduledAtNs = atNs;
            time.at(atNs, () -> onDeadline(atNs));
        }
    }

    private void onDeadline(long atNs) {
        if (scheduledAtNs != atNs) {
            return;
        }
        scheduledAtNs = Long.MAX_VALUE;
        int due = controller.probeBytesDue(time.nowNs());
        while (due > 0) {
            int size = Math.min(PACKET_BYTES, Math.max(due, 250));
            stats.onPadding(size);
            send(size, false, controller.activeProbe());
            due -= size;
        }
        if (controller.nextDeadlineNs() <= time.nowNs() && !controller.isProbing()) {
            controller.onTick(time.nowNs());
        }
        long nextNs = Math.max(controller.nextDeadlineNs(), time.nowNs() + 1);
        scheduledAtNs = nextNs;
        time.at(nextNs, () -> onDeadline(nextNs));
    }

    /** The bridge's estimator; only of a flow that it controls. */
    BandwidthEstimator estimator() {
        return ((BridgeController) controller).estimator();
    }

    FlowStats stats() {
        return stats;
    }
}
