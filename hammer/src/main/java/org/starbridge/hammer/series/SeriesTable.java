package org.starbridge.hammer.series;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Columns of numbers with one row for each interval, at first a second. A full table halves its rows: two become one,
 * and the interval doubles. What is not known is NaN. One thread.
 */
public final class SeriesTable {
    /** Rows that are kept; a power of two. */
    public static final int MAX_ROWS = 4096;
    /** Columns that are kept; further ones are ignored. */
    public static final int MAX_COLUMNS = 256;

    private static final int FIRST_ROWS = 64;

    private final Map<String, Column> columns = new LinkedHashMap<>();
    private double[] seconds = new double[FIRST_ROWS];
    private int rows;
    private int perRow = 1;
    private int waiting;

    /** Way in which two values of a column become one. */
    public enum Merge {
        /** Rates and levels: their mean. */
        MEAN,
        /** Counts since the start, percentiles and maxima: the greater. */
        MAX
    }

    /** One column. */
    private static final class Column {
        private final Merge merge;
        private double[] values;

        private Column(Merge merge, int capacity) {
            this.merge = merge;
            values = new double[capacity];
            Arrays.fill(values, Double.NaN);
        }

        private double merged(double a, double b, int weightOfA) {
            if (Double.isNaN(a) || Double.isNaN(b)) {
                return Double.isNaN(a) ? b : a;
            }
            return merge == Merge.MAX ? Math.max(a, b) : (a * weightOfA + b) / (weightOfA + 1);
        }
    }

    /**
     * The next second's values come.
     *
     * @param atSeconds since the run's start
     * @return true if a new row begins, false if the values are merged into the last one
     */
    public boolean nextRow(double atSeconds) {
        if (waiting > 0 && waiting < perRow) {
            waiting++;
            return false;
        }
        if (rows == MAX_ROWS) {
            halve();
        }
        if (rows == seconds.length) {
            grow();
        }
        seconds[rows++] = atSeconds;
        waiting = 1;
        return true;
    }

    /** Sets a value of the present row. */
    public void put(String column, Merge merge, double value) {
        Column target = columns.get(column);
        if (target == null) {
            if (columns.size() == MAX_COLUMNS) {
                return;
            }
            target = new Column(merge, seconds.length);
            columns.put(column, target);
        }
        double[] values = target.values;
        values[rows - 1] = waiting > 1 ? target.merged(values[rows - 1], value, waiting - 1) : value;
    }

    /**
     * Sets a column's values in rows that are there already.
     *
     * @param values by the row's time in seconds; NaN leaves a row as it is
     */
    void fill(String name, DoubleUnaryOperator values) {
        Column column = columns.get(name);
        if (column == null) {
            if (columns.size() == MAX_COLUMNS) {
                return;
            }
            column = new Column(Merge.MEAN, seconds.length);
            columns.put(name, column);
        }
        for (int i = 0; i < rows; i++) {
            double value = values.applyAsDouble(seconds[i]);
            column.values[i] = Double.isNaN(value) ? column.values[i] : value;
        }
    }

    private void grow() {
        int capacity = Math.min(MAX_ROWS, seconds.length * 2);
        seconds = Arrays.copyOf(seconds, capacity);
        for (Column column : columns.values()) {
            int before = column.values.length;
            column.values = Arrays.copyOf(column.values, capacity);
            Arrays.fill(column.values, before, capacity, Double.NaN);
        }
    }

    private void halve() {
        rows /= 2;
        perRow *= 2;
        for (int i = 0; i < rows; i++) {
            seconds[i] = seconds[2 * i];
        }
        for (Column column : columns.values()) {
            double[] values = column.values;
            for (int i = 0; i < rows; i++) {
                values[i] = column.merged(values[2 * i], values[2 * i + 1], 1);
            }
            Arrays.fill(values, rows, values.length, Double.NaN);
        }
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns the number of seconds in a row. */
    public int secondsPerRow() {
        return perRow;
    }

    /** Returns the times at which the rows began, in seconds since the run's start. */
    public double[] seconds() {
        return Arrays.copyOf(seconds, rows);
    }

    /** A column's values; null if there is no such column. */
    public double @Nullable [] values(String column) {
        Column found = columns.get(column);
        return found == null ? null : Arrays.copyOf(found.values, rows);
    }

    /** All columns in the order of their first values. */
    public Map<String, double[]> all() {
        Map<String, double[]> all = new LinkedHashMap<>();
        columns.forEach((name, column) -> all.put(name, Arrays.copyOf(column.values, rows)));
        return Collections.unmodifiableMap(all);
    }
}
