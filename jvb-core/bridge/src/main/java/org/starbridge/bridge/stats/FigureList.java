package org.starbridge.bridge.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.starbridge.transport.counters.CounterDescriptor;

/** A list of figures that is being written. */
final class FigureList {
    private final List<Figure> rows = new ArrayList<>();

    /** A row; an empty metric or key leaves it out on that side. */
    void add(Figure.Kind kind, String metric, String jsonKey, String help, ToDoubleFunction<StatsReading> value) {
        rows.add(new Figure(kind, metric, jsonKey, help, value));
    }

    /** A row for a counter, under the names that it has. */
    void add(CounterDescriptor names, ToDoubleFunction<StatsReading> value) {
        add(Figure.Kind.TOTAL, names.metric(), names.jsonKey(), names.help(), value);
    }

    /** A row that is 1 or 0. */
    void flag(String metric, String jsonKey, String help, Predicate<BridgeState> is) {
        add(Figure.Kind.FLAG, metric, jsonKey, help, r -> is.test(r.state()) ? 1 : 0);
    }

    List<Figure> all() {
        return List.copyOf(rows);
    }
}
