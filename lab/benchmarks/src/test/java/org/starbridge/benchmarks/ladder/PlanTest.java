package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.benchmarks.ladder.Plan.Cell;

class PlanTest {
    @ParameterizedTest
    @CsvSource({
        "star-2, -k 2",
        "star-60, -k 60",
        "video-1-7, --senders 1 --receivers 7 --kinds video --bitrate 1500",
        "audio-10-5000, --senders 10 --receivers 5000 --kinds audio"
    })
    void aRowsNameSaysWhatItIs(String name, String hammer) {
        Row row = Row.named(name).orElseThrow();
        assertThat(row.name()).isEqualTo(name);
        assertThat(String.join(" ", row.hammer())).isEqualTo(hammer);
    }

    @Test
    void aRowThatIsNotPlannedIsMeasuredOfWhatAllRowsAre() {
        assertThat(Plan.quick().only(List.of("star-2")).cells())
                .containsExactly(new Cell(Row.star(2), Target.FLOOR), new Cell(Row.star(2), Target.BRIDGE));
        assertThat(Plan.full().only(List.of("star-2", "audio-10-20")).cells())
                .extracting(cell -> cell.row().name() + " " + cell.target())
                .containsExactly(
                        "star-2 FLOOR",
                        "star-2 BRIDGE",
                        "star-2 FLOOR_SINGLE",
                        "star-2 BRIDGE_SINGLE",
                        "audio-10-20 FLOOR",
                        "audio-10-20 BRIDGE",
                        "audio-10-20 FLOOR_SINGLE",
                        "audio-10-20 BRIDGE_SINGLE");
    }

    @Test
    void aRowThatIsPlannedIsMeasuredAsPlanned() {
        assertThat(Plan.full().only(List.of("star-25")).cells())
                .extracting(Cell::target)
                .contains(Target.PORTABLE)
                .hasSize(5);
        assertThat(Plan.selection().only(List.of("last-5-20")).cells()).hasSize(1);
        assertThat(Plan.full().only(List.of())).isEqualTo(Plan.full());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"star-1", "star-61", "star-02", "star", "star-", "video-1-0", "video-1-5001", "video-2-5", "x"})
    void anyOtherNameIsAMistake(String name) {
        assertThatThrownBy(() -> Plan.full().only(List.of("star-10", name)))
                .isInstanceOf(LadderException.class)
                .hasMessageContainingAll("--rows " + name, "star-K (K from 2 to 60)", "video-1-N", "audio-10-N");
    }

    @Test
    void whatACellIsComparedWithDependsOnThePlan() {
        Cell singly = new Cell(Row.star(25), Target.BRIDGE_SINGLE);
        assertThat(Plan.full().base(singly)).isEqualTo(new Cell(Row.star(25), Target.FLOOR_SINGLE));
        assertThat(Plan.full().baseLabel()).isEqualTo("floor");
        Cell estimated = new Cell(Row.star(10), Target.BRIDGE);
        assertThat(Plan.estimation().base(estimated))
                .isEqualTo(new Cell(Row.star(10), Target.BRIDGE_WITHOUT_ESTIMATION));
        assertThat(Plan.estimation().baseLabel()).isEqualTo("bridge, without estimation");
        assertThat(Plan.selection().base(new Cell(Plan.REWRITTEN, Target.BRIDGE)))
                .isEqualTo(new Cell(Plan.SAME_PACKETS, Target.BRIDGE));
        assertThat(Plan.codecs().baseLabel()).isEqualTo("simulcast, Last-N 5, K = 20");
    }
}
