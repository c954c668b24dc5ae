package org.starbridge.hammer.app;

import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.hls.ViewerDemand;
import org.starbridge.hammer.scenario.Demand;

/** A word before the start when the machine is too small for what is asked for. Stateless. */
final class MachineWarning {
    private static final double USUAL_VIDEO_KBPS = 480;

    private MachineWarning() {}

    /**
     * Resources that runs need.
     *
     * @param load in words
     * @param cores that bridge and Hammer compute together
     * @param exceeds whether so many processors are too few
     */
    private record Need(String load, double cores, IntPredicate exceeds) {}

    /** A sentence about the largest of some runs; null if the machine seems large enough. */
    static @Nullable String about(List<Step> steps, int processors) {
        Step largest = steps.getFirst();
        for (Step step : steps) {
            largest = need(step.arguments(), 1).cores()
                            > need(largest.arguments(), 1).cores()
                    ? step
                    : largest;
        }
        Need need = need(largest.arguments(), 1);
        if (!need.exceeds().test(processors)) {
            return null;
        }
        int twentieths = 20;
        while (twentieths > 1
                && need(largest.arguments(), twentieths / 20.0).exceeds().test(processors)) {
            twentieths--; // a whole number, so that the scale is the one that is printed
        }
        return String.format(
                Locale.ROOT,
                "This machine is probably too small: %s means about %s, for which bridge and Hammer together"
                        + " use about %.1f processors; it has %d. With a preset or a scenario, use --scale %.2f.",
                largest.label(),
                need.load(),
                need.cores(),
                processors,
                twentieths / 20.0);
    }

    private static Need need(Arguments arguments, double scale) {
        if (arguments.hls.isMeant()) {
            ViewerDemand demand = arguments.hls.demand(publishedKbps(arguments), scale);
            String load = String.format(
                    Locale.ROOT,
                    "%.2f Gbit/s and %,.0f requests/s, all viewers at the same moments",
                    demand.gigabitsPerSecond(),
                    demand.requestsPerSecond());
            return new Need(load, demand.cores(), demand::exceeds);
        }
        Demand demand = demand(arguments, scale);
        return new Need(
                String.format(Locale.ROOT, "%,.0f packets/s", demand.packetsPerSecond()),
                demand.cores(),
                demand::exceeds);
    }

    /** Of the highest encoding that is published, with sound, in kbit/s. */
    private static double publishedKbps(Arguments arguments) {
        Integer bitrate = arguments.media.bitrateKbps;
        if (bitrate != null) {
            return bitrate;
        }
        double audioBps = arguments.sentKinds().hasAudio()
                ? arguments.media.audioRecording().averageBitrateBps()
                : 0;
        double videoBps = arguments.sentKinds().hasVideo()
                ? arguments
                        .media
                        .videoRecordings(arguments.selection.simulcast)
                        .getLast()
                        .averageBitrateBps()
                : 0;
        return (audioBps + videoBps) / 1000;
    }

    private static Demand demand(Arguments arguments, double scale) {
        int conferences = arguments.join.conferences();
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
