package org.starbridge.hammer.series;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTableTest {
    private final SeriesTable table = new SeriesTable();

    private void fill(int seconds) {
        for (int i = 0; i < seconds; i++) {
            table.nextRow(i);
            table.put("rate", SeriesTable.Merge.MEAN, i);
            table.put("count", SeriesTable.Merge.MAX, i);
        }
    }

    @Test
    void keepsARowForEachSecond() {
        fill(100);
        assertThat(table.rows()).isEqualTo(100);
        assertThat(table.secondsPerRow()).isEqualTo(1);
        assertThat(table.values("rate")).hasSize(100).contains(0, 99);
        assertThat(table.seconds()).endsWith(98, 99);
    }

    @Test
    void aFullTableHalvesItsRows() {
        fill(SeriesTable.MAX_ROWS + 1);
        assertThat(table.rows()).isEqualTo(SeriesTable.MAX_ROWS / 2 + 1);
        assertThat(table.secondsPerRow()).isEqualTo(2);
        assertThat(table.values("rate")).startsWith(0.5, 2.5);
        assertThat(table.values("count")).startsWith(1, 3);
        assertThat(table.seconds()).startsWith(0, 2, 4).endsWith(SeriesTable.MAX_ROWS);
    }

    @Test
    void aDayStaysWithinTheTable() {
        fill(86_400);
        assertThat(table.rows()).isLessThanOrEqualTo(SeriesTable.MAX_ROWS);
        assertThat(table.secondsPerRow()).isEqualTo(32);
        assertThat(table.values("rate")).startsWith(15.5, 47.5);
        assertThat(table.values("count")).startsWith(31, 63);
    }

    @Test
    void whatBeginsLaterIsUnknownBefore() {
        fill(70);
        table.nextRow(70);
        table.put("late", SeriesTable.Merge.MEAN, 5);
        assertThat(table.values("late")).hasSize(71).startsWith(Double.NaN).endsWith(5);
        assertThat(table.values("rate")).endsWith(Double.NaN);
        assertThat(table.values("nothing")).isNull();
    }

    @Test
    void tooManyColumnsAreIgnored() {
        table.nextRow(0);
        for (int i = 0; i < SeriesTable.MAX_COLUMNS + 10; i++) {
            table.put("c" + i, SeriesTable.Merge.MEAN, i);
        }
        assertThat(table.all()).hasSize(SeriesTable.MAX_COLUMNS);
    }
}
