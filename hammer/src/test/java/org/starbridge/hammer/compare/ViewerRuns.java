package org.starbridge.hammer.compare;

import java.io.IOException;

/** Results of viewers over HLS, as {@code --json} and {@code --report} write them. */
final class ViewerRuns {
    private ViewerRuns() {}

    /** Of 500 viewers for 20 s; {@code cores} that the server kept busy. */
    static String run(double cores) {
        return """
                {"begun": 500, "playing": 498, "failed": 2, "seconds": 20.0, "bytes": 2250000000,
                 "peakBytesPerSecond": 162500000, "requests": 20000, "failures": {"0": 1, "503": 3},
                 "times": {"blocking playlist": {"count": 9, "p99": 1200}, "part": {"count": 9, "p99": 130}},
                 "latency": {"count": 9, "p50": 3000, "p99": 3400}, "stalls": 7, "stallMs": 2500,
                 "server": {"cores": %s, "peakRssBytes": 400000000}, "hammer": {"cores": 0.44}}
                """.formatted(cores);
    }

    /** A file of {@code --json} with one run. */
    static Results json(String name, double cores) throws IOException {
        return Results.of(name, "[" + run(cores) + "]");
    }

    /** A report with one run. */
    static Results report(String label, String run) throws IOException {
        return Results.of("report", "{\"runs\":[{\"label\":\"" + label + "\",\"result\":" + run + "}]}");
    }
}
