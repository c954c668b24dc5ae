package org.starbridge.bandwidth.simulation;

import java.util.Random;

/** What a bridge has for one receiver: a bitrate for an estimate. */
interface Source {
    /** The bitrate of the video that is sent now. */
    double videoBps(double seconds, double targetBps);

    /** The bitrate of everything that the receiver would get without a limit; 0 for audio only. */
    double wishBps(double seconds);

    /** The size of the next frame as a multiple of the average. */
    double frameFactor(double seconds, Random random);

    /** Many layers of many sources: any bitrate up to the wish. */
    static Source elastic(double wishMbps) {
        return new Source() {
            @Override
            public double videoBps(double seconds, double targetBps) {
                return Math.min(targetBps - AUDIO_BPS, wishMbps * 1e6);
            }

            @Override
            public double wishBps(double seconds) {
                return wishMbps * 1e6;
            }

            @Override
            public double frameFactor(double seconds, Random random) {
                return 0.8 + 0.4 * random.nextDouble();
            }
        };
    }

    /** One simulcast source of 150, 500 and 2500 kbit/s, wanted from a time on, key frames each 3 s. */
    static Source simulcast(double fromSecond) {
        return new SimulcastSource(fromSecond);
    }

    /** Video of a bitrate with key frames of six times the size each 3 s; of another one from a time on. */
    static Source keyFrames(double mbps, double laterMbps, double fromSecond) {
        return new Source() {
            private double keyFrameAt = Double.NEGATIVE_INFINITY;

            @Override
            public double videoBps(double seconds, double targetBps) {
                return Math.min(targetBps - AUDIO_BPS, wishBps(seconds));
            }

            @Override
            public double wishBps(double seconds) {
                return 1e6 * (seconds < fromSecond ? mbps : laterMbps);
            }

            @Override
            public double frameFactor(double seconds, Random random) {
                boolean isKey = seconds - keyFrameAt >= 3;
                keyFrameAt = isKey ? seconds : keyFrameAt;
                return isKey ? 6 : 0.8 + 0.4 * random.nextDouble();
            }
        };
    }

    /** A screen that is shared, whose picture does not change for a time. */
    static Source screen(double mbps, double idleFrom, double idleTo) {
        Source moving = elastic(mbps);
        return new Source() {
            @Override
            public double videoBps(double seconds, double targetBps) {
                double bps = moving.videoBps(seconds, targetBps);
                return isIdle(seconds) ? Math.min(bps, 20e3) : bps;
            }

            private boolean isIdle(double seconds) {
                return seconds >= idleFrom && seconds < idleTo;
            }

            @Override
            public double wishBps(double seconds) {
                return isIdle(seconds) ? 20e3 + AUDIO_BPS : mbps * 1e6;
            }

            @Override
            public double frameFactor(double seconds, Random random) {
                return moving.frameFactor(seconds, random);
            }
        };
    }

    double AUDIO_BPS = 48_000;
}
