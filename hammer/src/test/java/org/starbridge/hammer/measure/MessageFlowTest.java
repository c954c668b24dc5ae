package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageFlowTest {
    private final MessageFlow flow = new MessageFlow();

    private void say(int messages) {
        for (int i = 0; i < messages; i++) {
            flow.onSaid();
        }
    }

    private void arrive(int... numbers) {
        for (int number : numbers) {
            flow.onArrived(number);
        }
    }

    @Test
    void countsWhatIsMissingDoubleAndOutOfOrder() {
        say(6);
        assertThat(flow.nextNumber()).isEqualTo(6);
        arrive(0, 1, 3, 2, 3, 5);
        assertThat(flow.sent()).isEqualTo(6);
        assertThat(flow.arrived()).as("all but the fifth").isEqualTo(5);
        assertThat(flow.duplicates()).isEqualTo(1);
        assertThat(flow.outOfOrder()).isEqualTo(1);
        assertThat(flow.wrong()).isZero();
    }

    @Test
    void forgetsWhatWasSaidBeforeTheWindow() {
        say(4);
        arrive(0, 0, 2, 1);
        flow.onRefused();
        flow.openWindow();
        arrive(3, 3);
        say(2);
        arrive(4);
        assertThat(flow.sent()).isEqualTo(2);
        assertThat(flow.arrived()).isEqualTo(1);
        assertThat(flow.refused() + flow.duplicates() + flow.outOfOrder() + flow.wrong())
                .isZero();
    }

    @Test
    void takesOneThatArrivesBeforeItsSenderIsBack() {
        say(1);
        arrive(1);
        flow.openWindow();
        say(1);
        assertThat(flow.nextNumber()).isEqualTo(2);
        arrive(0);
        assertThat(flow.sent()).isEqualTo(1);
        assertThat(flow.arrived()).isEqualTo(1);
    }

    @Test
    void aRefusedOnesNumberGoesToTheNext() {
        flow.onRefused();
        assertThat(flow.nextNumber()).isZero();
        assertThat(flow.refused()).isEqualTo(1);
        assertThat(flow.sent()).isZero();
    }

    @Test
    void whatNobodySaidIsWrong() {
        say(2);
        arrive(-1, 3, Integer.MAX_VALUE);
        flow.onWrong();
        assertThat(flow.wrong()).isEqualTo(4);
        assertThat(flow.arrived()).isZero();
    }
}
