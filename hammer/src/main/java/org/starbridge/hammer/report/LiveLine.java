package org.starbridge.hammer.report;

import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.LiveTotals;

/** Shows how the run goes: one line that is overwritten on a terminal, a line each second elsewhere. One thread. */
public final class LiveLine {
    private final PrintStream out;
    private final boolean isTerminal;
    private final int endpoints;
    private final int streams;
    private int shownChars;

    /**
     * @param endpoints how many there will be
     * @param streams how many (receiver, stream) pairs there will be
     */
    public LiveLine(PrintStream out, boolean isTerminal, int endpoints, int streams) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.endpoints = endpoints;
        this.streams = streams;
    }

    /**
     * Shows this moment.
     *
     * @param phase a word: joining, warm-up, measuring
     * @param second of the phase
     * @param intervalSeconds between the two gauges
     * @param bridgeCpu cores that the bridge used in the interval; null if it isn't measured
     */
    public void show(
            String phase,
            long second,
            LiveTotals before,
            LiveTotals now,
            double intervalSeconds,
            @Nullable Double bridgeCpu) {
        String line = text(phase, second, before, now, intervalSeconds, bridgeCpu);
        if (isTerminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, shownChars - line.length())));
            out.flush();
            shownChars = line.length();
        } else {
            out.println(line);
        }
    }

    String text(
            String phase,
            long second,
            LiveTotals before,
            LiveTotals now,
            double intervalSeconds,
            @Nullable Double bridgeCpu) {
        double packets = (now.packetsReceived() - before.packetsReceived()) / intervalSeconds;
        double bits = (now.bytesReceived() - before.bytesReceived()) * 8 / intervalSeconds;
        return String.format(
                Locale.ROOT,
                "%-9s %3d s  %d/%d joined  %d/%d streams  %,7.0f packets/s  %6.1f Mbit/s  %d lost  bridge CPU %s",
                phase,
                second,
                now.joined(),
                endpoints,
                now.streams(),
                streams,
                packets,
                bits / 1e6,
                now.missing(),
                bridgeCpu == null ? "–" : String.format(Locale.ROOT, "%.0f %%", bridgeCpu * 100));
    }

    /** Leaves the line as it is; what follows stands below. */
    public void end() {
        if (isTerminal && shownChars > 0) {
            out.println();
            shownChars = 0;
        }
    }
}
