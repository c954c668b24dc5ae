package org.starbridge.hammer.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Findings of an endurance run: whether media came back after each pause, and whether what the bridge holds stays.
 *
 * @param recoveryLimitSeconds how long it may take after a pause until every stream reaches everybody again
 */
public record SoakReport(double recoveryLimitSeconds, List<Pause> pauses, List<Sample> samples) {
    /** A third with fewer samples says nothing. */
    private static final int LEAST_SAMPLES = 9;

    /**
     * One pause of a process.
     *
     * @param who the bridge, or the clients all together
     * @param recoverySeconds from its end until every stream had reached everybody again; negative if that did not
     *     happen
     */
    public record Pause(
            @JsonProperty double atSeconds,
            @JsonProperty String who,
            @JsonProperty double seconds,
            @JsonProperty double recoverySeconds) {}

    /**
     * Resources that the bridge held at one moment.
     *
     * @param sharedBytes what of {@code rssBytes} is shared memory, as is ZGC's heap; 0 with other collectors
     * @param fileDescriptors -1 if unknown
     * @param nativeBytes memory outside the heap as the bridge counts it; null if it does not tell
     * @param heapUsedBytes what is in use of the heap, garbage included; null if the bridge does not tell
     */
    public record Sample(
            @JsonProperty double atSeconds,
            @JsonProperty long rssBytes,
            @JsonProperty long sharedBytes,
            @JsonProperty int threads,
            @JsonProperty("openFiles") int fileDescriptors,
            @JsonProperty @Nullable Long nativeBytes,
            @JsonProperty @Nullable Long heapUsedBytes) {
        /** Resident memory without pages that a heap takes as it fills with garbage, up to its limit. */
        long residentOutsideHeapBytes() {
            return rssBytes - sharedBytes;
        }
    }

    public SoakReport {
        pauses = List.copyOf(pauses);
        samples = List.copyOf(samples);
    }

    /** Returns what went wrong, a sentence each; empty if nothing did. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Pause pause : pauses) {
            if (pause.recoverySeconds < 0) {
                problems.add(format(
                        "stuck: %.0f s after the pause at %.0f s (%s, %.1f s) not all streams flow",
                        recoveryLimitSeconds, pause.atSeconds, pause.who, pause.seconds));
            }
        }
        if (pauses.isEmpty()) {
            problems.add("too short: nothing was paused");
        }
        if (samples.size() < LEAST_SAMPLES) {
            problems.add("too short: " + samples.size() + " samples are not enough to detect leaks");
            return problems;
        }
        // The Java machine still compiles in the first minutes; a leak goes on.
        growth("resident memory outside the heap", Sample::residentOutsideHeapBytes, 0.15, 32 << 20, problems);
        HeapUse heap = heapUse();
        if (heap.hasGrown()) {
            problems.add(format(
                    "leak: at least %,d bytes of the heap were in use in the first third, %,d in the last",
                    heap.firstBytes(), heap.lastBytes()));
        }
        growth("threads", Sample::threads, 0, 4, problems);
        growth("open files", Sample::fileDescriptors, 0, 8, problems);
        if (samples.stream().allMatch(sample -> sample.nativeBytes != null)) {
            growth("native memory", sample -> Objects.requireNonNull(sample.nativeBytes), 0.05, 1 << 20, problems);
        }
        return problems;
    }

    private HeapUse heapUse() {
        List<Long> used = samples.stream()
                .map(Sample::heapUsedBytes)
                .filter(Objects::nonNull)
                .toList();
        return HeapUse.of(used, samples.isEmpty() ? 0 : (long) samples.getLast().atSeconds);
    }

    private void growth(
            String what, ToLongFunction<Sample> value, double toleratedShare, long tolerated, List<String> problems) {
        long first = median(samples.subList(0, samples.size() / 3), value);
        long last = median(samples.subList(samples.size() - samples.size() / 3, samples.size()), value);
        long limit = first + Math.max(tolerated, (long) (first * toleratedShare));
        if (last > limit) {
            problems.add(format(
                    "leak: median %s of the last third is %,d, of the first third %,d, tolerated up to %,d",
                    what, last, first, limit));
        }
    }

    private static long median(List<Sample> part, ToLongFunction<Sample> value) {
        return part.stream().mapToLong(value).sorted().toArray()[part.size() / 2];
    }

    /** Returns the result if nothing went wrong, as a part of a sentence. */
    String sentence() {
        return format(
                "media resumed within %.1f s after each of %d pauses, and the bridge's resource use did not grow",
                slowestRecovery(), pauses.size());
    }

    private double slowestRecovery() {
        return pauses.stream().mapToDouble(Pause::recoverySeconds).max().orElse(0);
    }

    /** For people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(format("  %-26s %d, the slowest recovery took %.1f s", "pauses", pauses.size(), slowestRecovery()));
        thirds(lines, "resident memory, MB", sample -> sample.rssBytes / 1_000_000);
        thirds(lines, "outside the heap, MB", sample -> sample.residentOutsideHeapBytes() / 1_000_000);
        HeapUse heap = heapUse();
        if (heap.mostBytes() > 0) {
            lines.add(format(
                    "  %-26s least %,d in the first third, %,d in the last; most %,d",
                    "heap in use, MB",
                    heap.firstBytes() / 1_000_000,
                    heap.lastBytes() / 1_000_000,
                    heap.mostBytes() / 1_000_000));
        }
        thirds(lines, "threads", Sample::threads);
        thirds(lines, "open files", Sample::fileDescriptors);
        if (samples.stream().allMatch(sample -> sample.nativeBytes != null)) {
            thirds(lines, "native memory, kB", sample -> Objects.requireNonNull(sample.nativeBytes) / 1000);
        }
        return lines;
    }

    private void thirds(List<String> lines, String what, ToLongFunction<Sample> value) {
        int third = samples.size() / 3;
        if (third > 0) {
            lines.add(format(
                    "  %-26s %,d, %,d, %,d (medians of the thirds)",
                    what,
                    median(samples.subList(0, third), value),
                    median(samples.subList(third, 2 * third), value),
                    median(samples.subList(samples.size() - third, samples.size()), value)));
        }
    }

    /** The samples as comma-separated values with a heading, for any program that draws charts. */
    public String csv() {
        StringBuilder csv =
                new StringBuilder("seconds,rss_bytes,shared_bytes,threads,open_files,native_bytes,heap_used_bytes\n");
        for (Sample sample : samples) {
            csv.append(format(
                    "%.1f,%d,%d,%d,%d,%s,%s\n",
                    sample.atSeconds,
                    sample.rssBytes,
                    sample.sharedBytes,
                    sample.threads,
                    sample.fileDescriptors,
                    sample.nativeBytes == null ? "" : sample.nativeBytes.toString(),
                    sample.heapUsedBytes == null ? "" : sample.heapUsedBytes.toString()));
        }
        return csv.toString();
    }

    /** For programs. */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("passed", problems().isEmpty());
        json.put("recoveryLimitSeconds", recoveryLimitSeconds);
        json.set("pauses", AnnotatedJson.of(pauses));
        json.set("samples", AnnotatedJson.of(samples));
        ArrayNode problems = json.putArray("problems");
        problems().forEach(problems::add);
        return json;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
