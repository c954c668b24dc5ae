package org.starbridge.bandwidth.simulation;

import java.util.Random;

/** Chooses the layer that fits: down at once, up some seconds after the last step down, later each time it fails. */
final class SimulcastSource implements Source {
    private static final double[] LAYERS = {150e3, 500e3, 2500e3};
    private static final double UP_AFTER_SECONDS = 3;
    private static final double BACK_OFF = 1.5;
    /** An estimate that is 15 % short is no reason to go down: the reference's bwe-change-threshold. */
    private static final double KEEP = 0.85;

    private static final double KEY_FRAME_SECONDS = 3;
    private static final double KEY_FRAME_FACTOR = 6;
    private static final double FRAMES_PER_KEY_FRAME = 90;

    private final double fromSecond;
    private int layer = -1;
    private double lowered = Double.NEGATIVE_INFINITY;
    private double lastKeyFrame = Double.NEGATIVE_INFINITY;
    private double raised = Double.NEGATIVE_INFINITY;
    private double upAfterSeconds = UP_AFTER_SECONDS;
    private int upSwitches;

    SimulcastSource(double fromSecond) {
        this.fromSecond = fromSecond;
    }

    @Override
    public double videoBps(double seconds, double targetBps) {
        if (seconds < fromSecond) {
            return 0;
        }
        int fits = -1;
        for (int i = 0; i < LAYERS.length; i++) {
            double slack = i <= layer ? KEEP : 1;
            fits = (LAYERS[i] + AUDIO_BPS) * slack <= targetBps ? i : fits;
        }
        if (fits < layer) {
            upAfterSeconds = seconds - raised < upAfterSeconds ? upAfterSeconds * BACK_OFF : UP_AFTER_SECONDS;
            layer = fits;
            lowered = seconds;
        } else if (fits > layer && seconds - lowered >= upAfterSeconds) {
            layer = fits;
            raised = seconds;
            upSwitches++;
        }
        return layer < 0 ? 0 : LAYERS[layer];
    }

    @Override
    public double wishBps(double seconds) {
        return seconds < fromSecond ? 0 : LAYERS[LAYERS.length - 1] + AUDIO_BPS;
    }

    @Override
    public double frameFactor(double seconds, Random random) {
        double pFrame = FRAMES_PER_KEY_FRAME / (FRAMES_PER_KEY_FRAME - 1 + KEY_FRAME_FACTOR);
        if (seconds - lastKeyFrame >= KEY_FRAME_SECONDS) {
            lastKeyFrame = seconds;
            return KEY_FRAME_FACTOR * pFrame;
        }
        return pFrame * (0.8 + 0.4 * random.nextDouble());
    }

    int upSwitches() {
        return upSwitches;
    }
}
