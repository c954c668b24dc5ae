package org.starbridge.hammer.hls;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Several runs with more and more viewers beside each other, as Jellyfish published them. One thread. */
public final class HlsTable {
    private static final String NOTHING = "–";

    private final List<String> lines = new ArrayList<>();

    /** With its heading. */
    public HlsTable() {
        lines.add(row(
                "viewers",
                "play",
                "Gbit/s mean",
                "peak",
                "MB peak",
                "core %",
                "playlist ms",
                "media ms",
                "behind ms",
                "stalls"));
    }

    /** Adds a run. */
    public void add(HlsRun.Result result) {
        HlsFigures figures = result.figures();
        HlsRun.Use server = result.server();
        lines.add(row(
                Integer.toString(figures.begun()),
                Integer.toString(figures.playing() - figures.failed()),
                decimal(figures.meanBitsPerSecond() / 1e9, 2),
                decimal(figures.peakBytesPerSecond() * 8 / 1e9, 2),
                server == null ? NOTHING : Long.toString(server.peakRssBytes() >> 20),
                server == null ? NOTHING : decimal(server.cores() * 100, 0),
                mean(figures, "playlist"),
                mean(figures, "part", "hinted part", "segment"),
                figures.latency().count() == 0
                        ? NOTHING
                        : decimal(figures.latency().mean(), 0),
                Integer.toString(figures.stalls())));
    }

    /** The first kind of request that there was. */
    private static String mean(HlsFigures figures, String... kinds) {
        for (String kind : kinds) {
            Times times = figures.times().get(kind);
            if (times != null) {
                return decimal(times.mean(), 1);
            }
        }
        return NOTHING;
    }

    private static String decimal(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String row(String... cells) {
        StringBuilder row = new StringBuilder();
        for (String cell : cells) {
            row.append(String.format(Locale.ROOT, "%12s", cell));
        }
        return row.toString();
    }

    /** The rows. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
