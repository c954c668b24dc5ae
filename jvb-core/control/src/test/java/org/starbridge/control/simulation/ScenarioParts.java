package org.starbridge.control.simulation;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.starbridge.media.worker.SimulatedCall;
import org.starbridge.media.worker.SimulatedViewer;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.link.RateSchedule;

/**
 * What the scenarios are made of. A camera is simulcast with 180, 360 and 720 lines. One sender offers 150, 500 and
 * 2500 kbit/s; a grid is of several senders with 115, 320 and 800 kbit/s each, so that a viewer can get nearly any
 * bitrate.
 */
final class ScenarioParts {
    static final double SCREEN_BPS = 1.5e6;

    private ScenarioParts() {}

    static SimulatedCall one(long seed) {
        return new SimulatedCall(seed, 1, 150_000, 500_000, 2_500_000);
    }

    /** One sender of the third encoding alone. */
    static SimulatedCall screen(long seed) {
        return new SimulatedCall(seed, 1, 0, 0, (long) SCREEN_BPS);
    }

    static SimulatedCall grid(long seed, int senders) {
        return new SimulatedCall(seed, senders, 115_000, 320_000, 800_000);
    }

    static LinkConditions rate(LinkConditions path, double mbps) {
        return path.withRate(mbps * 1e6);
    }

    /** Rates in Mbit/s, each from a second on. */
    static LinkConditions steps(LinkConditions path, double... secondsAndMbps) {
        long[] startsNs = new long[secondsAndMbps.length / 2];
        double[] ratesBps = new double[startsNs.length];
        for (int i = 0; i < startsNs.length; i++) {
            startsNs[i] = Math.round(secondsAndMbps[2 * i] * 1e9);
            ratesBps[i] = secondsAndMbps[2 * i + 1] * 1e6;
        }
        return path.withRate(RateSchedule.steps(startsNs, ratesBps, 0));
    }

    static double least(double... values) {
        double least = Double.POSITIVE_INFINITY;
        for (double value : values) {
            least = Math.min(least, value);
        }
        return least;
    }

    /** Jain's index: 1 is equal shares. */
    static double fairness(List<SimulatedViewer> viewers, ToDoubleFunction<SimulatedViewer> value) {
        double sum = viewers.stream().mapToDouble(value).sum();
        double squares = viewers.stream()
                .mapToDouble(viewer -> value.applyAsDouble(viewer) * value.applyAsDouble(viewer))
                .sum();
        return squares == 0 ? 0 : sum * sum / (viewers.size() * squares);
    }
}
