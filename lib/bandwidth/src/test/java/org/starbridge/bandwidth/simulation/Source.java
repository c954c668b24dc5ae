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

    double AUDIO_BPS = 48_000;
}
