package org.starbridge.hammer.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.hammer.client.result.SsrcCount;

/** A run's result as a table for people: a figure a line, with its unit. Stateless. */
public final class SummaryTable {
    private static final String NOT_MEASURED = "–";
    private static final int SHOWN_WARNINGS = 5;

    private SummaryTable() {}

    /** The lines of the table, and last the verdict. */
    public static List<String> lines(RunReport report) {
        List<String> lines = new ArrayList<>();
        add(lines, "bridge", report.bridgeVersion() == null ? NOT_MEASURED : report.bridgeVersion());
        Long startNs = report.bridge().startNs();
        if (startNs != null) {
            add(lines, "bridge, start to healthy", format("%.2f s", startNs / 1e9));
        }
        add(lines, "endpoints", report.scenario().line());
        add(lines, "measured for", format("%.1f s after warm-up", report.seconds()));
        Selection selection = report.selection();
        if (report.scenario().hasMedia() && (selection == null || report.couplesExpected() > 0)) {
            add(
                    lines,
                    "pairs, " + (selection == null ? report.scenario().media() : "audio"),
                    format("%d of %d", report.couplesReceived(), report.couplesExpected()));
        }
        if (selection != null) {
            selection.lines().forEach(line -> add(lines, line.getKey(), line.getValue()));
            add(lines, "encodings sent", SentEncodings.of(report.receivers()).line());
        }
        SsrcCount ssrcs = SsrcCount.ofAll(report.receivers());
        if (ssrcs != null) {
            add(
                    lines,
                    "SSRCs of the bridge's own",
                    format("%,d, of which %,d moved to another source", ssrcs.mapped(), ssrcs.moved()));
        }
        add(
                lines,
                "sent by each sender",
                format(
                        "%.0f kbit/s on average, %s, RTP header and payload",
                        report.senderBitrateBps() / 1e3, report.scenario().media()));
        add(
                lines,
                "packets sent",
                format("%,d  (%s/s into the bridge)", report.packetsSent(), rate(report.packetsSent(), report)));
        add(
                lines,
                "packets received",
                format(
                        "%,d of %,d  (%s/s out of the bridge%s)",
                        report.packetsReceived(),
                        report.packetsExpected(),
                        rate(report.packetsReceived(), report),
                        report.joins().guests() == null ? "" : ", not counting guests"));
        add(
                lines,
                "packets lost",
                format(
                        "%,d  (not counting %,d dropped by the receivers' kernel)",
                        report.packetsLost(), report.kernelDrops()));
        if (report.packetsRecovered() > 0) {
            add(lines, "packets recovered", format("%,d  (of those lost)", report.packetsRecovered()));
        }
        add(lines, "duplicates, reordered", format("%,d, %,d", report.duplicates(), report.reordered()));
        add(
                lines,
                "content",
                format(
                        "%,d errors in %,d compared payloads (%s)",
                        report.contentErrors(), report.payloadsCompared(), sample(report.sampleEvery())));
        KeyFrames keyFrames = report.keyFrames();
        if (keyFrames != null) {
            add(lines, "key frames", keyFrames.line());
        }
        Links links = report.links();
        if (links != null) {
            links.lines().forEach(line -> add(lines, line.getKey(), line.getValue()));
        }
        addReportedTimes(lines, report.reportedTimes());
        add(lines, "delay", delays(report.delays()));
        addFanOut(lines, report.fanOut());
        addJoinBurst(lines, report.joins().burst());
        report.joins().lines().forEach(line -> add(lines, line.getKey(), line.getValue()));
        RelayReport relays = report.relays();
        if (relays != null) {
            relays.lines().forEach(line -> add(lines, line.getKey(), line.getValue()));
        }
        Messages messages = report.messages();
        if (messages != null) {
            add(lines, "messages", messages.line(report.seconds()));
        }
        add(lines, "bridge CPU", bridgeCpu(report));
        add(lines, "bridge memory", bridgeMemory(report));
        addBridgeMachine(lines, report);
        add(
                lines,
                "Hammer CPU",
                format(
                        "%s µs per received packet; busiest thread %.0f %%",
                        orDash(report.hammerCpuMicrosPerReceivedPacket()),
                        report.hammer().busiestDriver() * 100));
        Delays lateness = report.hammer().lateness();
        if (lateness != null) {
            add(
                    lines,
                    "Hammer, sending late",
                    format(
                            "p50 %s, p99 %s, max %s",
                            micros(lateness.p50Ns()), micros(lateness.p99Ns()), micros(lateness.maxNs())));
        }
        if (report.hammerSaturated()) {
            add(
                    lines,
                    "Hammer SATURATED",
                    String.join("; ", report.saturation())
                            + ": the figures show the Hammer's limits, not the bridge's");
        }
        report.warnings().stream().limit(SHOWN_WARNINGS).forEach(warning -> add(lines, "warning", warning));
        return lines;
    }

    /**
     * One sentence: passed, what is wrong, or why that cannot be known; it says the same as the verdict.
     *
     * @param verdict what the run comes to
     */
    public static String verdict(RunReport report, Verdict verdict) {
        return switch (verdict.kind()) {
            case HELD -> report.passed() ? verdict(report) : "PASSED: " + verdict.sentence();
            case BROKE -> report.passed() ? "FAILED: " + verdict.sentence() : verdict(report);
            case UNTRUSTED -> verdict.sentence();
        };
    }

    /** One sentence of a run whose generator was in time: passed, or what is wrong. */
    static String verdict(RunReport report) {
        if (report.passed()) {
            return report.links() == null
                    ? "PASSED: all expected packets arrived."
                    : "PASSED: no endpoint behind a link had bad audio or long freezes, and no other packets were lost.";
        }
        return "FAILED: " + String.join(", ", Verdict.problems(report)) + "; --json FILE lists the affected endpoints.";
    }

    private static void addReportedTimes(List<String> lines, ReportedTimes times) {
        if (times.streams() > 0) {
            add(
                    lines,
                    "sender reports",
                    format(
                            "of %,d of %,d streams; the first at most %s after a stream's first packet; at most %s"
                                    + " off the packets",
                            times.streams() - times.unreported(),
                            times.streams(),
                            micros(times.latestFirstNs()),
                            micros(times.worstOffsetNs())));
        }
        if (times.feedbackReceived() + times.feedbackMissing() > 0) {
            add(
                    lines,
                    "transport-wide feedback",
                    format("%,d packets reported, %,d missing", times.feedbackReceived(), times.feedbackMissing()));
        }
    }

    private static String delays(@Nullable Delays delays) {
        return delays == null
                ? NOT_MEASURED
                : format("%s  (sender's socket to receiver's, %,d samples)", percentiles(delays), delays.samples());
    }

    private static String percentiles(Delays delays) {
        return format(
                "p50 %s, p99 %s, p99.9 %s, max %s",
                micros(delays.p50Ns()), micros(delays.p99Ns()), micros(delays.p999Ns()), micros(delays.maxNs()));
    }

    private static void addFanOut(List<String> lines, @Nullable FanOut fanOut) {
        if (fanOut != null) {
            add(lines, "  to the first receiver", percentiles(fanOut.first()) + "  of each packet");
            add(lines, "  to the last receiver", percentiles(fanOut.last()));
        }
    }

    private static void addJoinBurst(List<String> lines, @Nullable JoinBurst burst) {
        if (burst != null) {
            add(
                    lines,
                    "join burst",
                    format(
                            "%d in %.2f s; each in %.0f ms, p99 %.0f ms",
                            burst.joinNs().size(), burst.seconds(), burst.joinNs(0.5) / 1e6, burst.joinNs(0.99) / 1e6));
            add(lines, "  delay before", delays(burst.before()));
            add(lines, "  delay during it", delays(burst.during()));
            add(lines, "  delay after", delays(burst.after()));
        }
    }

    private static void addBridgeMachine(List<String> lines, RunReport report) {
        Double allocated = report.bridgeAllocatedBytesPerForwardedPacket();
        Long collections = report.bridge().grown("gc_count");
        if (allocated != null) {
            add(lines, "bridge allocation", format("%.2f bytes per forwarded packet, media threads", allocated));
        }
        if (collections != null) {
            add(
                    lines,
                    "bridge GC",
                    format(
                            "%d; longest pause since its start %s ms",
                            collections, orDash(report.bridge().last("gc_pause_max_ms"))));
        }
    }

    private static String bridgeCpu(RunReport report) {
        Long cpuNs = report.bridge().cpuNs();
        return cpuNs == null
                ? NOT_MEASURED
                : format(
                        "%.0f %% of a core, %s µs per forwarded packet (user %s, system %s)",
                        cpuNs / 1e7 / report.seconds(),
                        orDash(report.bridgeCpuMicrosPerForwardedPacket()),
                        orDash(report.bridgeUserMicrosPerForwardedPacket()),
                        orDash(report.bridgeSystemMicrosPerForwardedPacket()));
    }

    private static String bridgeMemory(RunReport report) {
        Long rss = report.bridge().rssBytes();
        Long peak = report.bridge().peakRssBytes();
        return rss == null || peak == null
                ? NOT_MEASURED
                : format("%.0f MB resident, at most %.0f MB", rss / 1e6, peak / 1e6);
    }

    private static String sample(int every) {
        return every == 1 ? "every packet" : "one packet in " + every;
    }

    private static String micros(long ns) {
        return ns < 10_000_000 ? format("%.0f µs", ns / 1e3) : format("%.1f ms", ns / 1e6);
    }

    private static String rate(long packets, RunReport report) {
        return format("%,.0f", report.seconds() > 0 ? packets / report.seconds() : 0);
    }

    private static String orDash(@Nullable Double value) {
        return value == null ? NOT_MEASURED : format("%.2f", value);
    }

    private static void add(List<String> lines, String name, String value) {
        lines.add(format("  %-26s %s", name, value));
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
