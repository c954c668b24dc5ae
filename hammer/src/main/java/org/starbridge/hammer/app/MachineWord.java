package org.starbridge.hammer.app;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.scenario.Demand;

/** A word before the start when the machine is too small for what is asked for. Stateless. */
final class MachineWord {
    private static final double USUAL_VIDEO_KBPS = 480;
    private static final double STEP = 0.05;

    private MachineWord() {}

    /** A sentence about the largest of some runs; null if the machine seems large enough. */
    static @Nullable String about(List<Step> steps, int processors) {
        Step largest = steps.getFirst();
        for (Step step : steps) {
            largest = demand(step.arguments(), 1).cores()
                            > demand(largest.arguments(), 1).cores()
                    ? step
                    : largest;
        }
        Demand demand = demand(largest.arguments(), 1);
        if (!demand.exceeds(processors)) {
            return null;
        }
        double scale = 1;
        while (scale > STEP && demand(largest.arguments(), scale).exceeds(processors)) {
            scale -= STEP;
        }
        return String.format(
                Locale.ROOT,
                "This machine is probably too small: %s means about %,.0f packets/s, for which bridge and Hammer together"
                        + " need about %.1f processors; here are %d. With a preset or a scenario, --scale %.2f fits.",
                largest.label(),
                demand.packetsPerSecond(),
                demand.cores(),
                processors,
                scale);
    }

    private static Demand demand(Arguments arguments, double scale) {
        int conferences = arguments.crowd.conferences();
        double each = conferences > 1 ? 1 : scale;
        int senders = scaled(arguments.senders(), each);
        int receivers = scaled(arguments.receivers, each);
        int lastN = arguments.selection.lastN;
        return Demand.of(
                        senders,
                        receivers,
                        arguments.sentKinds().hasAudio(),
                        arguments.sentKinds().hasVideo() ? videoKbps(arguments) : 0,
                        lastN < 0 ? senders : lastN)
                .times(conferences > 1 ? scaled(conferences, scale) : 1);
    }

    private static int scaled(int number, double scale) {
        return (int) Math.max(Math.min(number, 1), Math.round(number * scale));
    }

    private static double videoKbps(Arguments arguments) {
        int height = arguments.selection.maxHeight;
        if (arguments.selection.simulcast) {
            return height < 0 || height >= 720 ? 830 : height >= 360 ? 340 : 125;
        }
        Integer bitrate = arguments.media.bitrateKbps;
        return bitrate == null ? USUAL_VIDEO_KBPS : bitrate;
    }
}
