package org.starbridge.bridge.observation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An hour of figures, the oldest overwritten by the newest: {@value #ROWS} rows, {@value #ROW_SECONDS} s apart. About
 * 1.5 KB for each column. Any thread.
 */
public final class HistoryRing {
    static final int ROWS = 360;
    static final int ROW_SECONDS = 10;

    private final List<String> columns;
    private final float[][] values;
    private final long[] timesMs = new long[ROWS];
    private int rows;
    private int next;

    HistoryRing(List<String> columns) {
        this.columns = columns;
        values = new float[columns.size()][ROWS];
    }

    /**
     * Adds a row.
     *
     * @param row a value for each column; NaN for none
     */
    synchronized void add(long timeMs, double... row) {
        timesMs[next] = timeMs;
        for (int i = 0; i < values.length; i++) {
            values[i][next] = (float) row[i];
        }
        next = (next + 1) % ROWS;
        rows = Math.min(ROWS, rows + 1);
    }

    /** The rows, oldest first, by column: {@code time} (Unix time, s) and the figures; null for what is not known. */
    public synchronized Map<String, Object> view() {
        Map<String, Object> view = new LinkedHashMap<>();
        List<Long> times = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            times.add(timesMs[place(i)] / 1000);
        }
        view.put("time", times);
        for (int column = 0; column < values.length; column++) {
            List<Object> figures = new ArrayList<>(rows);
            for (int i = 0; i < rows; i++) {
                figures.add(figure(values[column][place(i)]));
            }
            view.put(columns.get(column), figures);
        }
        return view;
    }

    private int place(int row) {
        return (next - rows + row + ROWS) % ROWS;
    }

    private static Object figure(float value) {
        if (Float.isNaN(value)) {
            return "";
        }
        return value >= 100 ? (Object) (long) value : (Object) (Math.round(value * 1000) / 1000.0);
    }
}
