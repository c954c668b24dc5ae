package org.starbridge.hammer.series;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.JoinTime;

/** Everything of a run over time: the table, delays in classes, and the phases. One thread. */
public final class RunSeries {
    /** The names of scraped columns begin so. */
    public static final String SCRAPED = "scraped ";

    private static final int MAX_PHASES = 1000;
    private static final int MAX_JOINS = 10_000;
    private static final double NS_PER_MS = 1e6;

    private final SeriesTable table = new SeriesTable();
    private final List<int @Nullable []> heat = new ArrayList<>();
    private final List<Phase> phases = new ArrayList<>();
    private final List<String> histograms = new ArrayList<>();
    private final List<Join> joins = new ArrayList<>();
    private final long startNs;
    private final long startEpochMs;
    private Runnable listener = () -> {};

    /** {@code startNs}: the run's start by {@link System#nanoTime()}. */
    public RunSeries(long startNs) {
        this(startNs, System.currentTimeMillis() - (System.nanoTime() - startNs) / 1_000_000);
    }

    /** The same; {@code startEpochMs}: the start by this machine's clock, in ms since 1970. */
    public RunSeries(long startNs, long startEpochMs) {
        this.startNs = startNs;
        this.startEpochMs = startEpochMs;
    }

    /** The start by this machine's clock, in ms since 1970. */
    public long startEpochMs() {
        return startEpochMs;
    }

    /**
     * A part of the run.
     *
     * @param run which of several runs, from 0
     * @param name a word: joining, warm-up, measuring
     * @param fromSeconds since the start
     */
    public record Phase(int run, String name, double fromSeconds) {}

    /**
     * Times at which an endpoint joined and left, in seconds since the start.
     *
     * @param run which of several runs, from 0
     * @param conference from 0; {@link JoinTime#GUEST} of a guest
     * @param connectedSeconds NaN if it failed
     * @param leftSeconds NaN if it stayed to the end
     */
    public record Join(
            int run, int endpoint, int conference, double beganSeconds, double connectedSeconds, double leftSeconds) {}

    /** An endpoint has joined, or failed. */
    public void join(int run, JoinTime time) {
        if (joins.size() < MAX_JOINS) {
            joins.add(new Join(
                    run,
                    time.number(),
                    time.conference(),
                    at(time.beganNs()),
                    atOrNever(time.connectedNs()),
                    atOrNever(time.leftNs())));
        }
    }

    private double atOrNever(long ns) {
        return ns == JoinTime.NEVER ? Double.NaN : at(ns);
    }

    public List<Join> joins() {
        return List.copyOf(joins);
    }

    /** All delays of the next run are known, in nanoseconds. */
    public void histogram(Histogram delays) {
        ByteBuffer bytes = ByteBuffer.allocate(delays.getNeededByteBufferCapacity());
        byte[] encoded = new byte[delays.encodeIntoCompressedByteBuffer(bytes)];
        bytes.flip().get(encoded);
        histograms.add(Base64.getEncoder().encodeToString(encoded));
    }

    /** All delays of each run, as compressed HdrHistograms (V2) in base64. */
    public List<String> histograms() {
        return List.copyOf(histograms);
    }

    /** Seconds from the start to a moment. */
    public double at(long ns) {
        return (ns - startNs) / 1e9;
    }

    /** The next phase begins; it ends when another begins. */
    public void phase(int run, String name, long nowNs) {
        if (phases.size() < MAX_PHASES) {
            phases.add(new Phase(run, name, at(nowNs)));
        }
    }

    /** The next second's values come. */
    public void nextRow(long nowNs) {
        int before = table.secondsPerRow();
        boolean isNew = table.nextRow(at(nowNs));
        if (table.secondsPerRow() != before) {
            halveHeat();
        }
        if (isNew) {
            heat.add(null);
        }
    }

    /** Does something after each row. */
    public void onRow(Runnable newListener) {
        listener = newListener;
    }

    /** A row is complete. */
    public void endRow() {
        listener.run();
    }

    /** A rate or a level. */
    public void put(String column, double value) {
        table.put(column, SeriesTable.Merge.MEAN, value);
    }

    /** A count since the start, or a maximum. */
    public void putMax(String column, double value) {
        table.put(column, SeriesTable.Merge.MAX, value);
    }

    /** Sets a column's values in rows between two moments that are there already. */
    void fill(String column, long fromNs, long toNs, LongToDoubleFunction values) {
        table.fill(column, seconds -> {
            long ns = startNs + Math.round(seconds * 1e9);
            return ns < fromNs || ns > toNs ? Double.NaN : values.applyAsDouble(ns);
        });
    }

    /** The delays of the second's packets, in nanoseconds. */
    public void delays(Histogram delays) {
        if (delays.getTotalCount() == 0) {
            return;
        }
        putMax("delayP50Ms", delays.getValueAtPercentile(50) / NS_PER_MS);
        putMax("delayP90Ms", delays.getValueAtPercentile(90) / NS_PER_MS);
        putMax("delayP99Ms", delays.getValueAtPercentile(99) / NS_PER_MS);
        putMax("delayMaxMs", delays.getMaxValue() / NS_PER_MS);
        heat.set(heat.size() - 1, sum(heat.getLast(), DelayBuckets.of(delays)));
    }

    private void halveHeat() {
        for (int i = 0; i < heat.size() / 2; i++) {
            heat.set(i, sum(heat.get(2 * i), heat.get(2 * i + 1)));
        }
        heat.subList(heat.size() / 2, heat.size()).clear();
    }

    private static int @Nullable [] sum(int @Nullable [] a, int @Nullable [] b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        int[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    public SeriesTable table() {
        return table;
    }

    /** In each row how many delays are in each of the {@link DelayBuckets}; null where none was measured. */
    public List<int @Nullable []> heat() {
        return new ArrayList<>(heat);
    }

    public List<Phase> phases() {
        return List.copyOf(phases);
    }
}
