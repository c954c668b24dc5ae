package org.starbridge.benchmarks.ladder;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plan of what is measured.
 *
 * @param cells in the order in which a round goes through them
 * @param targets of each row that is asked for and not in the cells
 * @param rounds each is a run of all cells; the figures are medians over them
 * @param warmUpSeconds before each measured window
 * @param seconds of the window
 * @param baseRow the row whose cost all others are compared with; null if each cell is compared with another target in
 *     its own row
 */
record Plan(
        List<Cell> cells,
        List<Target> targets,
        int rounds,
        int warmUpSeconds,
        int seconds,
        @Nullable Row baseRow) {
    /**
     * 20 endpoints, of whose pictures each gets five: about 30,000 packets a second. What no receiver gets is not sent.
     */
    static final Row SELECTIVE = Row.lastN(20, 5);

    /** The same, as senders were before they listened: three encodings each, wanted or not. */
    static final Row ALL_SENT = SELECTIVE.with("all-sent", "all encodings sent", "--ignore-sender-constraints");

    static final Row REWRITTEN = SELECTIVE.with("rewritten", "SSRCs rewritten", "--ssrc-rewriting");

    static final Row SAME_ENDPOINTS = Row.star(20);

    static final Row SAME_PACKETS = Row.star(17);

    /** Each of 25 receivers sends transport-wide feedback. */
    static final Row ESTIMATED = Row.star(25);

    /** Measurement of one run. */
    record Cell(Row row, Target target) {
        /** For people. */
        String label() {
            return row.label() + ", " + target.label();
        }
    }

    Plan {
        cells = List.copyOf(cells);
        targets = List.copyOf(targets);
    }

    /** All of it: a bit less than an hour a round, as the Java compiler has to have done its work. */
    static Plan full() {
        List<Target> targets = List.of(Target.FLOOR, Target.BRIDGE, Target.FLOOR_SINGLE, Target.BRIDGE_SINGLE);
        List<Cell> cells = new ArrayList<>();
        for (Row row : Row.all()) {
            for (Target target : targets) {
                cells.add(new Cell(row, target));
            }
        }
        cells.add(new Cell(Row.star(10), Target.PORTABLE));
        cells.add(new Cell(Row.star(25), Target.PORTABLE));
        return new Plan(cells, targets, 3, 45, 10, null);
    }

    /** In under three minutes: one round, so a first impression. */
    static Plan quick() {
        List<Cell> cells = new ArrayList<>();
        for (Row row : Row.quick()) {
            cells.add(new Cell(row, Target.FLOOR));
            cells.add(new Cell(row, Target.BRIDGE));
        }
        cells.add(new Cell(Row.star(25), Target.FLOOR_SINGLE));
        cells.add(new Cell(Row.star(25), Target.BRIDGE_SINGLE));
        cells.add(new Cell(Row.star(25), Target.PORTABLE));
        return new Plan(cells, List.of(Target.FLOOR, Target.BRIDGE), 1, 3, 5, null);
    }

    /**
     * Returns the plan for what choosing costs: a conference in which everybody gets some, beside a star of as many
     * endpoints and one in which about as many packets are forwarded, and what it costs that senders don't stop or that
     * SSRCs are rewritten. In a quarter of an hour, as what runs once a second is compiled minutes after the start, and
     * the compiler's time would count for the choosing.
     */
    static Plan selection() {
        return new Plan(
                List.of(
                        new Cell(SELECTIVE, Target.BRIDGE),
                        new Cell(ALL_SENT, Target.BRIDGE),
                        new Cell(REWRITTEN, Target.BRIDGE),
                        new Cell(SAME_ENDPOINTS, Target.BRIDGE),
                        new Cell(SAME_PACKETS, Target.BRIDGE)),
                List.of(Target.BRIDGE),
                1,
                180,
                20,
                SAME_PACKETS);
    }

    /**
     * Returns the plan for what bandwidth estimation, numbering and pacing cost: a star with and without them, in turn.
     */
    static Plan estimation() {
        return new Plan(
                List.of(new Cell(ESTIMATED, Target.BRIDGE), new Cell(ESTIMATED, Target.BRIDGE_WITHOUT_ESTIMATION)),
                List.of(Target.BRIDGE, Target.BRIDGE_WITHOUT_ESTIMATION),
                3,
                45,
                15,
                null);
    }

    /**
     * Returns the plan for what layers inside one SSRC cost, beside VP8 in three encodings: VP9 and AV1 in K-SVC. In
     * five minutes.
     */
    static Plan codecs() {
        return new Plan(
                List.of(
                        new Cell(SELECTIVE, Target.BRIDGE),
                        new Cell(Row.layered(20, 5, "VP9"), Target.BRIDGE),
                        new Cell(Row.layered(20, 5, "AV1"), Target.BRIDGE)),
                List.of(Target.BRIDGE),
                1,
                70,
                15,
                SELECTIVE);
    }

    /**
     * Only what is named, by {@link Row#name()}, whether it is in the cells or not; everything if {@code rows} is
     * empty.
     *
     * @throws LadderException if a name is no row's
     */
    Plan only(List<String> rows) {
        if (rows.isEmpty()) {
            return this;
        }
        return new Plan(
                rows.stream().flatMap(name -> cellsOf(name).stream()).toList(),
                targets,
                rounds,
                warmUpSeconds,
                seconds,
                baseRow);
    }

    private List<Cell> cellsOf(String name) {
        List<Cell> planned =
                cells.stream().filter(cell -> cell.row().name().equals(name)).toList();
        if (!planned.isEmpty()) {
            return planned;
        }
        Row row = Row.named(name)
                .orElseThrow(() -> new LadderException("--rows " + name + ": expected " + Row.FORMS + ", or one of "
                        + cells.stream()
                                .map(cell -> cell.row().name())
                                .distinct()
                                .toList()));
        return targets.stream().map(target -> new Cell(row, target)).toList();
    }

    /**
     * The cell whose cost a cell's is divided by: its floor, if the plan has floors; else the same row without a part.
     */
    Cell base(Cell cell) {
        Target target = targets.contains(Target.FLOOR) ? cell.target().floor() : targets.getLast();
        return new Cell(baseRow == null ? cell.row() : baseRow, target);
    }

    /** The name of what the cells are compared with. */
    String baseLabel() {
        return baseRow != null
                ? baseRow.label()
                : targets.contains(Target.FLOOR)
                        ? Target.FLOOR.label()
                        : targets.getLast().label();
    }

    Plan with(int newRounds, int newWarmUpSeconds, int newSeconds) {
        return new Plan(cells, targets, newRounds, newWarmUpSeconds, newSeconds, baseRow);
    }
}
