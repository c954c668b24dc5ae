package org.starbridge.benchmarks.estimators;

import java.util.Objects;
import java.util.Random;
import org.starbridge.media.downlink.CongestionControl;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.downlink.TransportFeedbackReader;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedbackWriter;

/**
 * One receiver and the bridge's side of its transport: video in frames of 33 ms and audio each 20 ms, a link with 20 ms
 * of delay and a little jitter that loses one packet in a thousand, and one feedback for each step. One thread.
 */
final class SimulatedReceiver {
    private static final long MS = 1_000_000;
    private static final long TICK_NS = 250_000;
    private static final int TICKS_PER_REFERENCE = 256;
    private static final long FRAME_NS = 33 * MS;
    private static final long AUDIO_NS = 20 * MS;
    private static final int AUDIO_BYTES = 120;
    private static final int VIDEO_BYTES = 1100;
    private static final long DELAY_NS = 20 * MS;
    private static final int JITTER_NS = 3_000_000;
    private static final double LOSS = 0.001;
    private static final int NUMBERS = 1 << 16;
    private static final int MAX_STEP_PACKETS = 512;

    /** The packets of one step; not part of what is measured. */
    static final class Step {
        private final long[] arrivalTicks = new long[MAX_STEP_PACKETS];
        private final int[] sizes = new int[MAX_STEP_PACKETS];
        private final long[] sentAtNs = new long[MAX_STEP_PACKETS];
        private int packets;
        private int firstNumber;
    }

    private final CongestionControl congestion;
    private final Random random;
    private final int packetsPerFrame;
    private final int wantedBps;
    private final Step step;
    private long frameAtNs;
    private long audioAtNs;
    private int feedbackCount;

    SimulatedReceiver(TransportFeedbackReader reader, int videoBps, Step step, long seed) {
        this.step = step;
        congestion = new CongestionControl(DownlinkSettings.DEFAULT, reader);
        congestion.negotiated(CongestionControl.Feedback.PROMISED);
        random = new Random(seed);
        packetsPerFrame = (int) Math.max(1, Math.round(videoBps / 8.0 * FRAME_NS / 1e9 / VIDEO_BYTES));
        wantedBps = 2 * videoBps;
        frameAtNs = random.nextInt((int) FRAME_NS);
        audioAtNs = random.nextInt((int) AUDIO_NS);
    }

    /** Says what the allocator would say when the receiver joins: it wants twice of what it gets. */
    void begin(long nowNs) {
        congestion.onAllocation(wantedBps, wantedBps / 2, nowNs);
        congestion.onTimeout(true, nowNs);
    }

    /** Decides what leaves in one step, and when it arrives. */
    void plan(long toNs) {
        step.packets = 0;
        while (Math.min(audioAtNs, frameAtNs) < toNs) {
            if (audioAtNs < frameAtNs) {
                plan(AUDIO_BYTES, audioAtNs);
                audioAtNs += AUDIO_NS;
            } else {
                for (int i = 0; i < packetsPerFrame; i++) {
                    plan(VIDEO_BYTES, frameAtNs);
                }
                frameAtNs += FRAME_NS;
            }
        }
    }

    private void plan(int bytes, long atNs) {
        long arrivalNs = atNs + DELAY_NS + random.nextInt(JITTER_NS);
        step.sizes[step.packets] = bytes;
        step.sentAtNs[step.packets] = atNs;
        step.arrivalTicks[step.packets++] = random.nextDouble() < LOSS ? -1 : arrivalNs / TICK_NS;
    }

    /**
     * Does what the bridge does for these packets: numbers them and enters them in the history.
     *
     * @return how many
     */
    int send() {
        step.firstNumber = congestion.nextNumber();
        for (int i = 0; i < step.packets; i++) {
            congestion.onSent(step.sizes[i], step.sentAtNs[i]);
        }
        return step.packets;
    }

    /**
     * Writes the receiver's report of the last step.
     *
     * @return the length in bytes; 0 if there is nothing to report
     */
    int writeFeedback(TransportFeedbackWriter writer, long address, int capacityBytes) {
        long reference = -1;
        for (int i = 0; i < step.packets && reference < 0; i++) {
            reference = step.arrivalTicks[i] < 0 ? -1 : step.arrivalTicks[i] / TICKS_PER_REFERENCE;
        }
        if (reference < 0) {
            return 0;
        }
        writer.begin(address, capacityBytes, 1, 2, step.firstNumber & NUMBERS - 1, (int) reference, feedbackCount++);
        long before = reference * TICKS_PER_REFERENCE;
        for (int i = 0; i < step.packets; i++) {
            if (step.arrivalTicks[i] < 0) {
                writer.addMissing();
            } else {
                writer.addReceived(step.arrivalTicks[i] - before);
                before = step.arrivalTicks[i];
            }
        }
        return writer.end();
    }

    /** Does what the bridge does with it: reads the message, estimates, looks at the clock. */
    void onFeedback(RtcpView rtcp, long nowNs) {
        if (!congestion.onFeedback(rtcp, nowNs)) {
            throw new IllegalStateException("feedback refused");
        }
        congestion.onTimeout(true, nowNs);
        congestion.takeNews(nowNs);
    }

    /** In bit/s. */
    long targetBps() {
        return Objects.requireNonNull(congestion.estimate()).targetBps();
    }
}
