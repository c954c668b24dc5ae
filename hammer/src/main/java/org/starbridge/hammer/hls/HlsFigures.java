package org.starbridge.hammer.hls;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.starbridge.hammer.hls.RenditionLoader.Trouble;
import org.starbridge.hammer.hls.Request.Kind;

/**
 * Results of a window of time.
 *
 * @param begun viewers that have begun
 * @param playing viewers that have begun to play
 * @param failed viewers that have given up
 * @param seconds the window's length
 * @param bytes of all answers' bodies
 * @param peakBytesPerSecond in the busiest second
 * @param requests answered ones, and those that came to nothing
 * @param failures requests without a good answer, by HTTP status; 0 without any
 * @param times from when a request was due until its answer was complete, by kind
 * @param transfers from an answer's first byte to its last, by kind
 * @param latency how far viewers play behind what was captured, by {@code EXT-X-PROGRAM-DATE-TIME}
 * @param edge how long after its end each piece was in a viewer's buffer, by the same
 * @param spread how much later than the first viewer each viewer had a piece
 * @param lateness how long complete answers waited until the Hammer looked at them
 * @param stalls how often a viewer stood still
 * @param stallMs how long all viewers together stood still
 * @param troubles what viewers could live with, by how many times, in words
 * @param findings breaches of the rules, as far as they were looked for
 */
public record HlsFigures(
        int begun,
        int playing,
        int failed,
        double seconds,
        long bytes,
        long peakBytesPerSecond,
        long requests,
        SortedMap<Integer, Long> failures,
        Map<String, Times> times,
        Map<String, Times> transfers,
        Times latency,
        Times edge,
        Times spread,
        Times lateness,
        int stalls,
        long stallMs,
        SortedMap<String, Integer> troubles,
        List<String> findings) {
    /** Rebuffering ratio that video services take for a good one. */
    static final double MAX_STALLED_SHARE = 0.01;

    public HlsFigures {
        failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
        times = Collections.unmodifiableMap(times);
        transfers = Collections.unmodifiableMap(transfers);
        troubles = Collections.unmodifiableSortedMap(new TreeMap<>(troubles));
        findings = List.copyOf(findings);
    }

    static HlsFigures of(
            Tally tally,
            List<Viewer> viewers,
            double seconds,
            long peakBytesPerSecond,
            Stalls stalls,
            List<String> findings) {
        Map<Kind, Times> times = new EnumMap<>(Kind.class);
        Map<Kind, Times> transfers = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            times.put(kind, Times.of(tally.micros(kind), 1000));
            transfers.put(kind, Times.of(tally.transferMicros(kind), 1000));
        }
        return new HlsFigures(
                viewers.size(),
                (int) viewers.stream()
                        .filter(viewer -> viewer.clock().hasStarted())
                        .count(),
                (int) viewers.stream().filter(Viewer::hasFailed).count(),
                seconds,
                tally.bytes(),
                peakBytesPerSecond,
                tally.requests(),
                tally.failures(),
                named(times),
                named(transfers),
                Times.of(tally.latencyMs(), 1),
                Times.of(tally.edgeMs(), 1),
                Times.of(tally.spreadMicros(), 1000),
                Times.of(tally.lateMicros(), 1000),
                stalls.number(),
                stalls.ns() / 1_000_000,
                troubles(viewers),
                findings);
    }

    /**
     * Those of several Hammers whose viewers watched at the same time: counts are added, and histograms. The busiest
     * seconds are added, too, though they need not be the same.
     *
     * @throws IllegalArgumentException if one lacks its histograms
     */
    static HlsFigures sum(List<HlsFigures> parts) {
        return new HlsFigures(
                parts.stream().mapToInt(HlsFigures::begun).sum(),
                parts.stream().mapToInt(HlsFigures::playing).sum(),
                parts.stream().mapToInt(HlsFigures::failed).sum(),
                parts.stream().mapToDouble(HlsFigures::seconds).max().orElse(0),
                parts.stream().mapToLong(HlsFigures::bytes).sum(),
                parts.stream().mapToLong(HlsFigures::peakBytesPerSecond).sum(),
                parts.stream().mapToLong(HlsFigures::requests).sum(),
                added(parts, HlsFigures::failures, Long::sum),
                sumOfKinds(parts, HlsFigures::times),
                sumOfKinds(parts, HlsFigures::transfers),
                sum(parts, HlsFigures::latency),
                sum(parts, HlsFigures::edge),
                sum(parts, HlsFigures::spread),
                sum(parts, HlsFigures::lateness),
                parts.stream().mapToInt(HlsFigures::stalls).sum(),
                parts.stream().mapToLong(HlsFigures::stallMs).sum(),
                added(parts, HlsFigures::troubles, Integer::sum),
                parts.stream().flatMap(part -> part.findings().stream()).toList());
    }

    private static <K, V> SortedMap<K, V> added(
            List<HlsFigures> parts, Function<HlsFigures, SortedMap<K, V>> numbers, BinaryOperator<V> add) {
        SortedMap<K, V> sums = new TreeMap<>();
        parts.forEach(part -> numbers.apply(part).forEach((key, number) -> sums.merge(key, number, add)));
        return sums;
    }

    private static Times sum(List<HlsFigures> parts, Function<HlsFigures, Times> times) {
        return Times.sum(parts.stream().map(times).toList());
    }

    private static Map<String, Times> sumOfKinds(
            List<HlsFigures> parts, Function<HlsFigures, Map<String, Times>> byKind) {
        Map<String, Times> sums = new LinkedHashMap<>();
        for (HlsFigures part : parts) {
            for (String kind : byKind.apply(part).keySet()) {
                sums.computeIfAbsent(
                        kind, _ -> sum(parts, each -> byKind.apply(each).getOrDefault(kind, Times.NONE)));
            }
        }
        return sums;
    }

    /**
     * Number and duration of viewers' stalls.
     *
     * @param ns all together
     */
    record Stalls(int number, long ns) {
        static Stalls of(List<Viewer> viewers) {
            return new Stalls(
                    viewers.stream().mapToInt(viewer -> viewer.clock().stalls()).sum(),
                    viewers.stream()
                            .mapToLong(viewer -> viewer.clock().stallNs())
                            .sum());
        }

        Stalls since(Stalls before) {
            return new Stalls(number - before.number, ns - before.ns);
        }
    }

    private static Map<String, Times> named(Map<Kind, Times> times) {
        Map<String, Times> named = new LinkedHashMap<>();
        times.forEach((kind, value) -> {
            if (value.count() > 0) {
                named.put(kind.text(), value);
            }
        });
        return named;
    }

    private static SortedMap<String, Integer> troubles(List<Viewer> viewers) {
        SortedMap<String, Integer> troubles = new TreeMap<>();
        for (Trouble trouble : Trouble.values()) {
            int number = viewers.stream()
                    .mapToInt(viewer -> viewer.troubles(trouble))
                    .sum();
            if (number > 0) {
                troubles.put(trouble.text(), number);
            }
        }
        return troubles;
    }

    /** Mean rate of what came, in bit/s. */
    public double meanBitsPerSecond() {
        return seconds > 0 ? bytes * 8 / seconds : 0;
    }

    /** Returns whether all viewers play, nearly all the time, every request was answered, and no rule was broken. */
    public boolean isRight() {
        return failed == 0 && playing == begun && !isStalling() && failures.isEmpty() && findings.isEmpty();
    }

    /** Of the time that all viewers together could have played, the share in which they stood still, 0 to 1. */
    public double stalledShare() {
        return playing == 0 || seconds <= 0 ? 0 : stallMs / (playing * seconds * 1000);
    }

    boolean isStalling() {
        return stalledShare() > MAX_STALLED_SHARE;
    }

    /** As lines for people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "viewers: %d started, %d play, %d gave up; %.1f Mbit/s on average, %.1f in the busiest second; %d requests",
                begun,
                playing,
                failed,
                meanBitsPerSecond() / 1e6,
                peakBytesPerSecond * 8 / 1e6,
                requests));
        lines.add(String.format(
                Locale.ROOT, "stalls: %d, %d ms in total, %.2f %% of the time", stalls, stallMs, 100 * stalledShare()));
        lines.add(line("delay since capture (ms)", latency));
        lines.add(line("buffered after the end of a segment or part (ms)", edge));
        lines.add(line("buffered later than by the first viewer (ms)", spread));
        times.forEach((kind, value) -> lines.add(line(kind + ", until complete (ms)", value)));
        transfers.forEach((kind, value) -> lines.add(line(kind + ", first to last byte (ms)", value)));
        failures.forEach((status, number) ->
                lines.add((status == 0 ? "no answer" : "status " + status) + ": " + number + " requests"));
        troubles.forEach((trouble, number) -> lines.add("a viewer " + trouble + ": " + number + " times"));
        findings.forEach(finding -> lines.add("rule broken: " + finding));
        return lines;
    }

    private static String line(String name, Times times) {
        return times.count() == 0
                ? name + ": unknown"
                : String.format(
                        Locale.ROOT,
                        "%s: mean %.1f, p50 %.1f, p99 %.1f, max %.1f",
                        name,
                        times.mean(),
                        times.p50(),
                        times.p99(),
                        times.max());
    }
}
