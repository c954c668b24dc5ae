package org.starbridge.hammer.link;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.transport.link.RateSchedule;

/**
 * Reads a link's rate over time from a file. Two formats:
 *
 * <ul>
 *   <li>a line for each change, {@code SECONDS RATE}, for example {@code 12.5 800k};
 *   <li>Mahimahi's: a line for each opportunity to send 1500 bytes, its time in ms. The rate is that of intervals of
 *       100 ms, and the trace starts again at its end.
 * </ul>
 *
 * Empty lines and lines that begin with # are skipped.
 */
final class RateTrace {
    private static final long BIN_NS = 100_000_000;
    private static final double OPPORTUNITY_BITS = 1500 * 8;
    private static final int MAX_LINES = 5_000_000;

    private RateTrace() {}

    /**
     * Reads a file.
     *
     * @param periodNs after which the first format starts again; 0 if it does not
     * @throws IllegalArgumentException if it cannot be read; says the line
     */
    static RateSchedule read(Path file, long periodNs) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("trace=" + file + ": there is no such file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("trace=" + file + ": " + e.getMessage() + "; expected a text file", e);
        }
        List<String> values = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        if (values.isEmpty() || values.size() > MAX_LINES) {
            throw new IllegalArgumentException(
                    "trace=" + file + ": " + values.size() + " lines, expected 1 to " + MAX_LINES);
        }
        try {
            return values.getFirst().contains(" ") ? changes(values, periodNs) : opportunities(values);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("trace=" + file + ": " + e.getMessage(), e);
        }
    }

    private static RateSchedule changes(List<String> lines, long periodNs) {
        long[] starts = new long[lines.size()];
        double[] rates = new double[lines.size()];
        for (int i = 0; i < starts.length; i++) {
            String[] parts = lines.get(i).split("\\s+", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException(
                        "\"" + lines.get(i) + "\": expected SECONDS RATE, for example 12.5 800k");
            }
            starts[i] = Quantities.seconds(parts[0]);
            rates[i] = Quantities.bitrate(parts[1]);
        }
        return RateSchedule.steps(starts, rates, periodNs);
    }

    private static RateSchedule opportunities(List<String> lines) {
        List<Double> bins = new ArrayList<>();
        for (String line : lines) {
            long ns = Quantities.milliseconds(line);
            int bin = (int) (Math.max(0, ns - 1) / BIN_NS);
            while (bins.size() <= bin) {
                bins.add(0.0);
            }
            bins.set(bin, bins.get(bin) + OPPORTUNITY_BITS * 1e9 / BIN_NS);
        }
        long[] starts = new long[bins.size()];
        double[] rates = new double[bins.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = i * BIN_NS;
            rates[i] = bins.get(i);
        }
        return RateSchedule.steps(starts, rates, starts.length * BIN_NS);
    }
}
